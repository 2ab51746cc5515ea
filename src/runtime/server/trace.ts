/** What one request's log entry will say, gathered on the way. */

import type { ProtocolError } from "../error/index.js";
import type { Issue } from "../schema/index.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const performance: { now(): number };

export interface Trace {
  /** Of a clock that only goes forward, in milliseconds. */
  readonly began: number;
  operation?: string;
  requestId?: string | undefined;
  platform?: string;
  path?: string;
  /** The name of what answers where it is no call. */
  page?: string | undefined;
  isProbe?: boolean;
  /** Of a protocol error that its transport answers with another status: a JSON-RPC error is 200. */
  status?: number;
  code?: string;
  /** What came of a call that was performed. */
  outcome?: string | undefined;
  /** JSON-RPC's, where it is no call of a tool. */
  mcpMethod?: string | undefined;
  /** Fields of HTTP that an error has, where its transport sends them apart: over MCP. */
  errorHeaders?: Readonly<Record<string, string>> | undefined;
  issues?: readonly Issue[] | undefined;
  cause?: unknown;
}

export function newTrace(): Trace {
  return { began: performance.now() };
}

/** Since it began. */
export function millisecondsOf({ began }: Trace): number {
  return performance.now() - began;
}

/** What the log says of an error that is answered. */
export function traceError(trace: Trace, { code, cause, issues }: ProtocolError): void {
  trace.code = code;
  trace.cause ??= cause;
  trace.issues ??= issues;
}
