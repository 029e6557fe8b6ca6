"""What is asked: a program that speaks the protocol, or an object of Python."""
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading

from .compare import read_json
from .judge import Result, judge, unable
from .suite import for_reading
from .unpacked import Target, Unfit, read_inside

# Larger files are handed over as a path.
INLINE = 64 << 10
# Most bytes of a line.
LINE = 16 << 20
# Seconds for the greeting: a program may start slowly, as it starts once.
GREETING = 30


class Gone(Exception):
    """A program that gave no answer; the symptom and a description."""


class Adapter:
    """Asks one question after the other."""

    def __init__(self, suite):
        self.classes, self.options = suite.classes, suite.options
        self.folder = tempfile.mkdtemp(prefix="bpx-")
        self.hello = self.greet()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, seq, case):
        """Asks a case, unless the program cannot do it, and judges the answer."""
        case, reason = for_reading(case, self.options, self.hello.get("readings", {}))
        reason = reason or unable(case, self.hello)
        if reason is not None:
            return Result(case, "skipped", reason, "")
        question = {"cmd": "run", "seq": seq, "case": case["id"], "op": case["op"], "format": case["format"]}
        question.update((name, case[name]) for name in ("version", "record", "names", "dict", "model") if name in case)
        target = Target(self.folder) if case["op"] == "unpack" else None
        if target:
            question["folder"] = target.folder
        if case["input"] is not None:
            if len(case["input"]) > INLINE:
                question["path"] = os.path.join(self.folder, "input")
                with open(question["path"], "wb") as file:
                    file.write(case["input"])
            else:
                question["hex"] = case["input"].hex()
        try:
            answer = dict(self.answer(question))
            if answer.get("result") in ("ok", "warn"):
                if target:
                    answer["model"] = {"files": target.files()}
                elif "hex" not in answer and answer.get("path") is not None:
                    answer["hex"] = read_inside(answer["path"], self.folder).hex()
        except (Gone, Unfit) as failure:
            return Result(case, "failed", *failure.args)
        return judge(case, self.hello, answer, self.classes)


class Object(Adapter):
    """An object with `answer(question)`, which returns a dictionary, and `hello`, if it does not know all."""

    def __init__(self, one, suite):
        self.one = one
        super().__init__(suite)

    def greet(self):
        hello = getattr(self.one, "hello", {})
        return dict(hello() if callable(hello) else hello)

    def answer(self, question):
        try:
            return self.one.answer(question)
        except Exception as error:  # pylint: disable=broad-except
            raise Gone("crashed", "{}: {}".format(type(error).__name__, error)) from error


class Program(Adapter):
    """A command that speaks the protocol on stdin and stdout; it is started again when it is gone."""

    def __init__(self, command, suite, seconds=5):
        self.command, self.seconds, self.process = command, seconds, None
        super().__init__(suite)

    def greet(self):
        return self.start()

    def start(self):
        environment = dict(os.environ, TMPDIR=self.folder, TMP=self.folder, TEMP=self.folder)
        self.process = subprocess.Popen(
            self.command,
            shell=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=os.name == "posix",
        )
        lines = self.lines = queue.Queue()
        threading.Thread(target=read_lines, args=(self.process.stdout, lines), daemon=True).start()
        try:
            hello = self.exchange({"cmd": "hello", "protocol": 1}, GREETING)
        except Gone as gone:
            self.close()
            raise SystemExit("{}: the program sends no valid greeting: {}".format(self.command, gone.args[1])) from None
        if hello.get("protocol") != 1:
            self.close()
            raise SystemExit("{}: expected protocol 1, found {}".format(self.command, hello.get("protocol")))
        return hello

    def answer(self, question):
        if self.process is None:
            self.start()
        try:
            answer = self.exchange(question, self.seconds)
            if answer.get("seq") != question["seq"]:
                raise Gone("no-answer", "answers with number {} to the request with number {}".format(answer.get("seq"), question["seq"]))
            return answer
        except Gone:
            self.end()
            raise

    def exchange(self, question, seconds):
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self.ended() from None
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise Gone("timed-out", "no answer within the time limit") from None
        if line is None:
            raise self.ended()
        try:
            answer = read_json(line.decode())
        except ValueError as error:
            raise Gone("no-answer", "not JSON: {}, in {!r}".format(error, line[:120])) from None
        if not isinstance(answer, dict):
            raise Gone("no-answer", "expected an object, found {!r}".format(line[:120]))
        return answer

    def ended(self):
        try:
            return Gone("crashed", "exit code {}".format(self.process.wait(1)))
        except subprocess.TimeoutExpired:
            return Gone("crashed", "closed its stdout")

    def end(self):
        """Ends the program and what it has started."""
        process, self.process = self.process, None
        if process is None:
            return
        try:
            process.stdin.close()
        except OSError:
            pass
        try:
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except OSError:
            pass
        process.wait()

    def close(self):
        if self.process is not None:
            try:
                self.process.stdin.write(b'{"cmd": "bye"}\n')
                self.process.stdin.flush()
                self.process.wait(1)
            except (OSError, subprocess.TimeoutExpired):
                pass
            self.end()
        super().close()


def read_lines(stream, lines):
    """Puts each line into a queue, at the end `None`."""
    while True:
        line = stream.readline(LINE)
        if not line:
            break
        lines.put(line)
    stream.close()
    lines.put(None)
