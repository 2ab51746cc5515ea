/** One attempt at a task. In: a claim. Out: what became of it, written down and told. */

import { withinTime } from "../../time/within-time.js";
import type { Outcome, Settled } from "./outcome.js";
import { nextAttemptAt } from "./retry-schedule.js";
import type { ClaimedTask } from "./task-queue.js";
import type { WorkerOptions } from "./worker.js";

/** Rejects with what the log throws alone. */
export async function attempt<Facts extends object, Payload>(
  options: WorkerOptions<Facts, Payload>,
  claimed: ClaimedTask<Facts, Payload>,
): Promise<void> {
  const { task } = claimed;
  const failure = await outcomeOf(options, claimed);
  // Nobody knows what became of it: once the claim has ended, it is done again.
  const unknown = (cause: unknown): Settled<Facts> => {
    const unwritten = { code: "storage_unavailable", cause };
    return { task, became: "lost", failure: failure ?? unwritten };
  };
  options.settled(await settle(options, claimed, failure).catch(unknown));
}

async function outcomeOf<Facts extends object, Payload>(
  { perform, limits }: WorkerOptions<Facts, Payload>,
  claimed: ClaimedTask<Facts, Payload>,
): Promise<Outcome> {
  const ends = { timeout: () => new AttemptTimeout(), aborted: () => new AttemptTimeout() };
  try {
    return await withinTime(limits.attemptMs, undefined, (end) => perform(claimed, end), ends);
  } catch (cause) {
    return { code: cause instanceof AttemptTimeout ? "timeout" : "failed", cause };
  }
}

class AttemptTimeout extends Error {
  override readonly name = "AttemptTimeout";
}

async function settle<Facts extends object, Payload>(
  { queue, schedule, now, random }: WorkerOptions<Facts, Payload>,
  claimed: ClaimedTask<Facts, Payload>,
  failure: Outcome,
): Promise<Settled<Facts>> {
  const { task } = claimed;
  const known = (became: Settled<Facts>["became"], held: boolean, nextAt?: number) =>
    ({ task, became: held ? became : "lost", failure, nextAt }) as const;
  if (failure === undefined) return known("done", await queue.finish(claimed));
  const retry = { now: now(), random, retryAfterMs: failure.retryAfterMs };
  const nextAt = failure.final ? undefined : nextAttemptAt(task, retry, schedule);
  return nextAt === undefined
    ? known("dead", await queue.bury(claimed, failure.code))
    : known("postponed", await queue.postpone(claimed, nextAt), nextAt);
}
