"""isl as a process: evaluates cases and judges answers, one JSON object per line.

It is a process of its own because an isl call cannot be interrupted from Python: whoever
asks can drop the process when an answer takes too long. It speaks a superset of the
driver's protocol, which also makes it the agreeing driver of the self-test.

    {"do": "evaluate", "op": …, "args": […]}                     -> {"ok": true, "result": …, "expect": …}
    {"do": "judge", "op": …, "args": […], "isl": {…}, "answer": {…}} -> {"ok": true, "complaint": null or text}
"""

import json
import sys

import islpy as isl

import operations


def serve(limit):
    context = isl.DEFAULT_CONTEXT
    for line in sys.stdin:
        request = json.loads(line)
        operation = operations.OPERATIONS[request["op"]]
        context.reset_operations()
        context.set_max_operations(limit)
        try:
            if request["do"] == "evaluate":
                reply = {"ok": True, **operations.evaluate(operation, request["args"])}
            else:
                complaint = operations.judge(operation, request["args"], request["isl"], request["answer"])
                reply = {"ok": True, "complaint": complaint}
        except isl.Error as error:
            reply = {"ok": False, "error": reason(str(error))}
            if "syntax error" in reply["error"] and readable(context, operation, request):
                reply["error"] = "budget"
        except Exception as error:
            reply = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


def readable(context, operation, request):
    """Whether all texts can be read without a limit.

    Running out of operations while reading a long text sometimes reaches us as a syntax error."""
    context.reset_operations()
    context.set_max_operations(0)
    try:
        for kind, text in zip(operation.kinds, request["args"]):
            operations.read(kind, text)
        if request["do"] == "judge":
            operations.read(operation.result, request["answer"]["result"])
    except isl.Error:
        return False
    return True


def reason(message):
    """isl's message without its source positions, which differ between builds."""
    if "maximal number of operations" in message:
        return "budget"
    return message.rsplit(" in ", 1)[0].replace("call to ", "")


if __name__ == "__main__":
    serve(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
