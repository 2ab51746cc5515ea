/** Makes one attempt at a claimed task: performs it within its time, then records and reports the outcome. */

import { type Cancellation, withinTime } from "../time/time.js";
import {
  type Failure,
  type Outcome,
  type TaskReport,
  nextAttemptAt,
  type FullSchedule,
} from "./task.js";
import type { ClaimedTask, TaskQueue } from "./task-queue.js";

export interface TaskAttemptOptions<Payload, Facts extends object> {
  readonly queue: TaskQueue<Payload, Facts>;
  /** Errors that it throws are failures. */
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

/** A task that is always due would keep `drain` from ending. */
const LEAST_WAIT_MS = 100;

/** Another attempt would find the payload as little as this one. */
const PAYLOAD_MISSING: Failure = /* @__PURE__ */ Object.freeze({
  code: "payload_missing",
  final: true,
});

/** Rejects only with errors that `report` throws. */
export async function attempt<Payload, Facts extends object>(
  options: TaskAttemptOptions<Payload, Facts>,
  claimed: ClaimedTask<Payload | undefined, Facts>,
): Promise<void> {
  const { task } = claimed;
  // The claim took so long that another worker may have the task by now.
  if (claimLeft(options, claimed) <= 0)
    return options.report({ task, outcome: "lost", failure: undefined });
  const outcome = hasPayload(claimed) ? await performed(options, claimed) : PAYLOAD_MISSING;
  // The write may or may not have happened. If not, the task is repeated once the claim has ended.
  const unknown = (cause: unknown): TaskReport<Facts> => {
    const unwritten = { code: "storage_unavailable", cause };
    return { task, outcome: "lost", failure: failureIn(outcome) ?? unwritten };
  };
  options.report(await settle(options, claimed, outcome).catch(unknown));
}

function hasPayload<Payload, Facts extends object>(
  claimed: ClaimedTask<Payload | undefined, Facts>,
): claimed is ClaimedTask<Payload, Facts> {
  return claimed.payload !== undefined;
}

/** Milliseconds left of the claim: less than the lease, since the store took some time to answer. */
function claimLeft<Payload, Facts extends object>(
  { now }: TaskAttemptOptions<Payload, Facts>,
  { task }: ClaimedTask<unknown, Facts>,
): number {
  return task.nextAt - now();
}

async function performed<Payload, Facts extends object>(
  options: TaskAttemptOptions<Payload, Facts>,
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
    super("the attempt timed out");
  }
}

async function settle<Payload, Facts extends object>(
  { queue, schedule, now, random }: TaskAttemptOptions<Payload, Facts>,
  claimed: ClaimedTask<unknown, Facts>,
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
