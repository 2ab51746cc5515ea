/** What became of an attempt, and what a worker makes of it. */

import type { Task } from "./task.js";

export interface Failure {
  /** For the log, and for the list of what was given up. */
  readonly code: string;
  /** Of an answer. */
  readonly status?: number | undefined;
  /** What the other side asked for. */
  readonly retryAfterMs?: number | undefined;
  /** Whether it can never succeed. */
  readonly final?: boolean;
  readonly cause?: unknown;
}

/** Undefined where it is done. */
export type Outcome = Failure | undefined;

export interface Settled<Facts extends object> {
  readonly task: Task<Facts>;
  /** `lost`: the claim had ended, and somebody else has it; or the store could not be asked. */
  readonly became: "done" | "postponed" | "dead" | "lost";
  readonly failure: Outcome;
  /** Milliseconds since 1970, where it is tried again. */
  readonly nextAt?: number | undefined;
}
