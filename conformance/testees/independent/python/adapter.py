"""Answers the questions of the suite with the readers of this folder."""

import json
import sys

import answers

HELLO = {
    "protocol": 1,
    "name": "independent-python",
    "version": "1",
    "language": "Python",
    "formats": {"bpat": [1], "gpb": [0, 1, 2, 3, 4, 5], "bpx": [1, 2], "blk": []},
    "ops": ["identify", "validate", "decode", "unpack", "roundtrip", "encode"],
    "features": [
        "strings", "sd", "texture", "model", "shader", "package", "zlib", "xz", "crc32", "crc32-legacy", "fat-dedup",
    ],
}


def main():
    sys.setrecursionlimit(10_000)
    for line in sys.stdin:
        question = json.loads(line)
        if question["cmd"] == "bye":
            return
        if question["cmd"] == "hello":
            answer = HELLO
        else:
            try:
                answer = answers.answer(question)
            except Exception as fault:  # a defect of the reader is an answer too: the next question follows
                answer = {"result": "error", "message": f"{type(fault).__name__}: {fault}"}
            answer["seq"] = question["seq"]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
