/** What `proto-gen tokenizer --json` prints, line by line. */

import type { LogEntry } from "@proto-gen/runtime/server";
import type { TokenizerPolicy } from "./command.js";

export interface OpenedReport {
  readonly kind: "opened";
  /** `http://127.0.0.1:8090`: the base URL of the handler. */
  readonly url: string;
  /** A binding names the business by this identity (§2.10). */
  readonly participant: string;
  /** The business sends this token to detokenize. */
  readonly bearer: string;
  readonly policy: TokenizerPolicy;
  /** In minutes. */
  readonly ttl: number;
}

export interface RequestReport {
  readonly kind: "answered";
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly operation?: string | undefined;
  /** Of a protocol error. */
  readonly code?: string | undefined;
}

export function openedReport(
  url: string,
  { participant, bearer, policy, ttl }: Omit<OpenedReport, "kind" | "url">,
): OpenedReport {
  return { kind: "opened", url, participant, bearer, policy, ttl };
}

export function requestReport(entry: LogEntry): RequestReport {
  const { method, path = "-", operation, status, code, durationMs } = entry;
  return {
    kind: "answered",
    method,
    path,
    status,
    milliseconds: Math.round(durationMs),
    operation,
    code,
  };
}
