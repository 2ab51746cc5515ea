/** Keeps a claim while its effect runs. */
import type { Cancellation } from "./cancellation.js";
import type { HeldClaim, IdempotencyStore } from "./store.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setInterval(run: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;
declare const AbortController: new () => {
  readonly signal: Cancellation;
  abort(reason: unknown): void;
};

export interface Lease {
  /** Aborted when another call has taken over. */
  readonly lost: Cancellation;
  end(): void;
}

/** Renews at each third of the lease, so that two renewals may fail before it ends. */
export function keepLease(store: IdempotencyStore, claim: HeldClaim): Lease {
  let controller: InstanceType<typeof AbortController> | undefined;
  let ended = false;
  let lost = false;
  async function renew(): Promise<void> {
    // A store that is down now may be up before the lease ends.
    const held = await store.renew(claim).catch(() => true);
    if (held || ended) return;
    end();
    lost = true;
    controller?.abort(leaseTaken());
  }
  // Longer delays than 2^31 - 1 ms would be none.
  const every = Math.min(Math.max(Math.floor(claim.leaseMs / 3), 1), 2 ** 31 - 1);
  const timer = setInterval(() => void renew(), every);
  function end(): void {
    ended = true;
    clearInterval(timer);
  }
  return {
    // Few effects ask for it, and it is made for those.
    get lost() {
      if (controller === undefined) {
        controller = new AbortController();
        if (lost) controller.abort(leaseTaken());
      }
      return controller.signal;
    },
    end,
  };
}

function leaseTaken(): Error {
  return new Error("the lease was lost: another call took over this key");
}
