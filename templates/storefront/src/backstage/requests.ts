/** The latest requests, for the status page. In: the server's log. Out: rows; the newest comes first. */

import { InvalidAnswer, type LogEntry } from "@proto-gen/runtime/server";
import type { RequestRow } from "../pages/index.js";
import { createChanges, type Changes } from "./changes.js";

export interface Requests extends Pick<Changes, "watch"> {
  /** For the server's `log`. */
  add(entry: LogEntry): void;
  latest(): readonly RequestRow[];
}

const MAX_KEPT = 50;

/** @param now milliseconds since 1970 */
export function createRequests(now: () => number): Requests {
  let kept: readonly RequestRow[] = [];
  const { tell, watch } = createChanges();
  return {
    add(entry) {
      kept = [rowOf(entry, now()), ...kept].slice(0, MAX_KEPT);
      tell();
    },
    latest: () => kept,
    watch,
  };
}

function rowOf(entry: LogEntry, time: number): RequestRow {
  const { method, path = "", mcpMethod, operation = mcpMethod, platform, status } = entry;
  const { outcome, code = outcome, durationMs } = entry;
  return {
    time: new Date(time).toISOString(),
    method,
    path,
    operation,
    platform,
    status,
    code,
    duration: durationMs,
    issues: issuesOf(entry),
  };
}

/** Of the request, or of the shop's own answer. */
function issuesOf({ issues, cause }: LogEntry): RequestRow["issues"] {
  return issues ?? (cause instanceof InvalidAnswer ? cause.issues : undefined);
}
