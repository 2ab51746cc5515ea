/** Payments that nobody knows the end of, taken back: until the business has said that it did. */

import type { Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

export interface ReleasesOptions {
  readonly sessions: () => Sessions;
  readonly release:
    ((checkout: CheckoutShape, paymentKey: string) => Promise<void> | void) | undefined;
  readonly log: ((error: unknown) => void) | undefined;
}

export interface Releases {
  /** Those of a session. Never rejects: what fails is tried again when the session is due. */
  run(id: string): Promise<void>;
}

export function createReleases({ sessions, release, log }: ReleasesOptions): Releases {
  const running = new Map<string, Promise<void>>();
  /** Whose record had more while they were at it. */
  const again = new Set<string>();

  async function runAll(id: string): Promise<void> {
    for (const [checkout, key] of await pendingOf(sessions(), id)) {
      await release?.(checkout, key);
      await sessions().change(id, undefined, (record) => ({
        next: { ...record, releases: record.releases.filter((each) => each !== key) },
        result: undefined,
      }));
    }
  }

  async function start(id: string): Promise<void> {
    do {
      again.delete(id);
      await runAll(id).catch((error: unknown) => log?.(error));
    } while (again.has(id));
    running.delete(id);
  }

  return {
    run(id) {
      again.add(id);
      const work = running.get(id) ?? start(id);
      running.set(id, work);
      return work;
    },
  };
}

function pendingOf(sessions: Sessions, id: string): Promise<(readonly [CheckoutShape, string])[]> {
  return sessions.change(id, undefined, (record) => ({
    result: record.releases.map((key) => [record.checkout, key] as const),
  }));
}
