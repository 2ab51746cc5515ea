/** The outcomes of attempts, and the report about them. */

import type { Task } from "./task.js";

export interface Failure {
  /** For the log and the list of dead tasks. */
  readonly code: string;
  /** Status of an HTTP response. */
  readonly status?: number | undefined;
  /** Delay that the other side asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** True if no further attempt can succeed: the task becomes dead. */
  readonly final?: boolean;
  readonly cause?: unknown;
}

/** The attempt succeeded, and the task continues later with the same payload. */
export interface Rescheduled {
  /** Milliseconds since 1970, at least 100 ms from now. */
  readonly nextAt: number;
}

/** Undefined if the task is done. */
export type Outcome = Failure | Rescheduled | undefined;

export interface TaskReport<Facts extends object = object> {
  readonly task: Task<Facts>;
  /**
   * `lost`: the claim has ended and another worker may have the task, or the store failed, so the task is repeated.
   */
  readonly outcome: "done" | "rescheduled" | "postponed" | "dead" | "lost";
  readonly failure: Failure | undefined;
  /** Time of the next attempt, if any. Milliseconds since 1970. */
  readonly nextAt?: number | undefined;
}
