/** Spreads kills evenly over pieces of work, so that each comes while work is under way, however fast the machine is. */

import { setTimeout } from "node:timers/promises";

export interface KillPace {
  /** Resolves once piece `index` may begin: it waits while the kills are far behind. */
  mayBegin(index: number): Promise<void>;
  /** One more piece is done. */
  done(): void;
  /** Kills whenever it is time for it, and resolves after the last kill. */
  killAll(kill: () => Promise<void>): Promise<void>;
  /** Ends the waits, because the test has failed. */
  stop(): void;
}

const LOOK_MS = 5;

export function createKillPace(sizes: { readonly work: number; readonly kills: number }): KillPace {
  const { work, kills } = sizes;
  const between = work / (kills + 1);
  let finished = 0;
  let killed = 0;
  let isStopped = false;

  async function until(isTime: () => boolean): Promise<void> {
    while (!isStopped && !isTime()) await setTimeout(LOOK_MS);
  }

  return {
    // Two kills ahead there is work enough for the next one.
    mayBegin: (index) => until(() => killed === kills || index < (killed + 2) * between),
    done: () => void (finished += 1),
    async killAll(kill) {
      while (killed < kills) {
        await until(() => finished >= (killed + 1) * between);
        if (isStopped) return;
        // At any moment of the work, not always at the end of a piece.
        await setTimeout(Math.random() * 20);
        await kill();
        killed += 1;
      }
    },
    stop: () => void (isStopped = true),
  };
}

/** Does pieces of work, so many at a time, each as soon as the pace lets it begin. */
export async function workAtPace(
  pace: KillPace,
  { work, atOnce }: { readonly work: number; readonly atOnce: number },
  perform: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function lane(): Promise<void> {
    while (next < work) {
      const index = next++;
      await pace.mayBegin(index);
      await perform(index);
      pace.done();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
}
