/** One attempt at a task that is claimed: it is performed within its time, and what came of it is written and reported. */

import type { Cancellation } from "../idempotency/index.js";
import { withinTime } from "../time/within-time.js";
import type { Failure, Outcome, TaskReport } from "./outcome.js";
import { nextAttemptAt, type FullSchedule } from "./retry-schedule.js";
import type { ClaimedTask, TaskQueue } from "./task-queue.js";

export interface AttemptOptions<Payload, Facts extends object> {
  readonly queue: TaskQueue<Payload, Facts>;
  /** An error that it throws is a failure. */
  readonly perform: (
    claimed: ClaimedTask<Payload, Facts>,
    signal: Cancellation,
  ) => Promise<Outcome> | Outcome;
  readonly attemptMs: number;
  readonly schedule: FullSchedule;
  readonly now: () => number;
  readonly random: () => number;
  readonly report: (what: TaskReport<Facts>) => void;
}

/** A task that is always due would keep `drain` from its end. */
const LEAST_WAIT_MS = 100;

/** Rejects only with what `report` throws. */
export async function attempt<Payload, Facts extends object>(
  options: AttemptOptions<Payload, Facts>,
  claimed: ClaimedTask<Payload, Facts>,
): Promise<void> {
  const { task } = claimed;
  // The claim was answered so late that another worker may have the task by now.
  if (claimLeft(options, claimed) <= 0)
    return options.report({ task, outcome: "lost", failure: undefined });
  const outcome = await performed(options, claimed);
  // Nobody knows whether it was written: if not, the task is done again once the claim has ended.
  const unknown = (cause: unknown): TaskReport<Facts> => {
    const unwritten = { code: "storage_unavailable", cause };
    return { task, outcome: "lost", failure: failureIn(outcome) ?? unwritten };
  };
  options.report(await settle(options, claimed, outcome).catch(unknown));
}

/** How many milliseconds the claim has left: fewer than its lease, as the store took a while to answer. */
function claimLeft<Payload, Facts extends object>(
  { now }: AttemptOptions<Payload, Facts>,
  { task }: ClaimedTask<Payload, Facts>,
): number {
  return task.nextAt - now();
}

async function performed<Payload, Facts extends object>(
  options: AttemptOptions<Payload, Facts>,
  claimed: ClaimedTask<Payload, Facts>,
): Promise<Outcome> {
  const { perform, attemptMs } = options;
  const ms = Math.min(attemptMs, claimLeft(options, claimed));
  const ends = { timeout: () => new AttemptTimeout(), aborted: () => new AttemptTimeout() };
  const work = async (signal: Cancellation): Promise<Outcome> => perform(claimed, signal);
  try {
    return await withinTime(ms, undefined, work, ends);
  } catch (cause) {
    return { code: cause instanceof AttemptTimeout ? "timeout" : "failed", cause };
  }
}

class AttemptTimeout extends Error {
  override readonly name = "TimeoutError";

  constructor() {
    super("the attempt took too long");
  }
}

async function settle<Payload, Facts extends object>(
  { queue, schedule, now, random }: AttemptOptions<Payload, Facts>,
  claimed: ClaimedTask<Payload, Facts>,
  outcome: Outcome,
): Promise<TaskReport<Facts>> {
  const { task } = claimed;
  const failure = failureIn(outcome);
  const reportOf = (end: TaskReport<Facts>["outcome"], isHeld: boolean, nextAt?: number) =>
    ({ task, outcome: isHeld ? end : "lost", failure, nextAt }) as const;
  if (outcome === undefined) return reportOf("done", await queue.finish(claimed));
  if (!("code" in outcome)) {
    const nextAt = Math.max(outcome.nextAt, now() + LEAST_WAIT_MS);
    return reportOf("rescheduled", await queue.reschedule(claimed, nextAt), nextAt);
  }
  const retry = { now: now(), random, retryAfterMs: outcome.retryAfterMs };
  const nextAt = outcome.final ? undefined : nextAttemptAt(task, retry, schedule);
  return nextAt === undefined
    ? reportOf("dead", await queue.bury(claimed, outcome.code))
    : reportOf("postponed", await queue.postpone(claimed, nextAt), nextAt);
}

function failureIn(outcome: Outcome): Failure | undefined {
  return outcome !== undefined && "code" in outcome ? outcome : undefined;
}
