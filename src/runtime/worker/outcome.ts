/** What an attempt ends with, and what a worker reports of it. */

import type { Task } from "./task.js";

export interface Failure {
  /** For the log, and for the list of dead tasks. */
  readonly code: string;
  /** Of an HTTP answer. */
  readonly status?: number | undefined;
  /** How long the other side asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** True if no further attempt can succeed: the task is dead. */
  readonly final?: boolean;
  readonly cause?: unknown;
}

/** The attempt succeeded, and the task goes on later with the same payload. */
export interface Rescheduled {
  /** Milliseconds since 1970; at least 100 ms from now. */
  readonly nextAt: number;
}

/** Undefined if the task is done. */
export type Outcome = Failure | Rescheduled | undefined;

export interface TaskReport<Facts extends object = object> {
  readonly task: Task<Facts>;
  /**
   * `lost`: the claim has ended and another worker may have the task, or the store could not be asked, so that the task is done
   * again.
   */
  readonly outcome: "done" | "rescheduled" | "postponed" | "dead" | "lost";
  readonly failure: Failure | undefined;
  /** When the next attempt is due, if there is one: milliseconds since 1970. */
  readonly nextAt?: number | undefined;
}
