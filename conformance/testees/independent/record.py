"""An adapter that answers nothing and writes the questions into a file, for mutate.py."""

import json
import sys

import readers


def main():
    sys.path.insert(0, readers.FOLDER)
    import adapter

    with open(sys.argv[1], "a", encoding="utf-8") as file:
        for line in sys.stdin:
            question = json.loads(line)
            if question["cmd"] == "bye":
                return
            if question["cmd"] == "hello":
                print(json.dumps(adapter.HELLO), flush=True)
                continue
            if "path" in question:
                with open(question.pop("path"), "rb") as data:
                    question["hex"] = data.read().hex()
            file.write(json.dumps(question) + "\n")
            file.flush()
            print(json.dumps({"seq": question["seq"], "result": "skip", "reason": "only written down"}), flush=True)


if __name__ == "__main__":
    main()
