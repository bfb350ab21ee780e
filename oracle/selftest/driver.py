"""A driver made of isl itself, which tells the truth or, when asked to, sometimes lies.

It exists to test the harness: `--lie` spoils some answers the way a broken library would,
`--die` and `--hang` take the process down or stop answering.
"""

import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import islpy as isl  # noqa: E402

import operations  # noqa: E402


def main():
    vice = sys.argv[1] if len(sys.argv) > 1 else ""
    context = isl.DEFAULT_CONTEXT
    for line in sys.stdin:
        request = json.loads(line)
        identity = request["id"]
        context.reset_operations()
        context.set_max_operations(2_000_000)
        try:
            operation = operations.OPERATIONS[request["op"]]
            answer = operations.evaluate(operation, request["args"])
        except Exception as error:
            print(json.dumps({"id": identity, "ok": False, "error": str(error)}), flush=True)
            continue
        reply = {"id": identity, "ok": True, "result": answer["result"], "exact": answer["exact"], "equal": True}
        if identity % 20 == 7:
            if vice == "--lie":
                reply["result"] = lie(answer["result"])
            elif vice == "--die":
                sys.exit("a broken invariant, in words")
            elif vice == "--hang":
                time.sleep(3600)
            elif vice == "--deny":
                reply["equal"] = False
        print(json.dumps(reply), flush=True)


def lie(text):
    """A wrong answer that can still be read: another truth value, another number."""
    if text in ("true", "false"):
        return "false" if text == "true" else "true"
    return re.sub(r"\d+", lambda m: str(int(m.group()) + 1), text, count=1)


if __name__ == "__main__":
    main()
