/** Builds the log entry of a request from what was gathered while answering it. */

import { quiet } from "../log/quiet.js";
import type { Answer } from "../rest/index.js";
import type { LogEntry } from "./definition.js";
import { millisecondsOf, type Trace } from "./trace.js";
import type { ServerRequest } from "./transport.js";

export type LogCall = (request: ServerRequest, trace: Trace, sent: Answer) => void;

/** Never throws: an error of the log must not cost a caller the response. */
export function createLogCall(log: ((entry: LogEntry) => void) | undefined): LogCall {
  if (log === undefined) return () => undefined;
  const write = quiet(log);
  return (request, trace, sent) => write(entryOf(request, trace, sent));
}

function entryOf({ method }: ServerRequest, trace: Trace, sent: Answer): LogEntry {
  const { operation, requestId, platform, path, page, code } = trace;
  const { outcome, mcpMethod, issues, cause } = trace;
  const { status = sent.status } = trace;
  return {
    level: status >= 500 || (cause !== undefined && status < 400) ? "error" : "info",
    status,
    operation,
    requestId,
    platform,
    method,
    path,
    durationMs: millisecondsOf(trace),
    ...(page === undefined ? {} : { page }),
    ...(code === undefined ? {} : { code }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(mcpMethod === undefined ? {} : { mcpMethod }),
    ...(issues === undefined ? {} : { issues }),
    ...(cause === undefined ? {} : { cause }),
  };
}
