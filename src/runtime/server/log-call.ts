/** A call as the log has it. In: what was gathered on the way, the answer's status. */

import { quiet } from "../log/quiet.js";
import type { LogEntry } from "./definition.js";
import type { Trace } from "./trace.js";

export type LogCall = (trace: Trace, sent: number) => void;

/** Never throws: a log that fails costs nobody their answer. */
export function createLogCall(log: ((entry: LogEntry) => void) | undefined): LogCall {
  const write = quiet(log);
  return ({ operation, requestId, code, cause, status: own }, sent) => {
    const status = own ?? sent;
    write({
      level: status >= 500 || (cause !== undefined && status < 400) ? "error" : "info",
      status,
      operation,
      requestId,
      ...(code === undefined ? {} : { code }),
      ...(cause === undefined ? {} : { cause }),
    });
  };
}
