/** Keeps a claim alive while its effect runs. */
import type { Cancellation } from "../time/cancellation.js";
import type { HeldClaim } from "./claim.js";
import type { Idempotency } from "./claims.js";

/** Renews every third of the lease, so two renewals may fail before it ends. */
export class Lease {
  /** The claim's fencing token. */
  readonly token: number;
  readonly #claims: Idempotency;
  readonly #claim: HeldClaim;
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: InstanceType<typeof AbortController> | undefined;
  #ended = false;
  #taken = false;

  constructor(claims: Idempotency, claim: HeldClaim) {
    this.token = claim.token;
    this.#claims = claims;
    this.#claim = claim;
    // Timers treat a longer delay than 2^31 - 1 ms as none.
    const every = Math.min(Math.max(Math.floor(claim.leaseMs / 3), 1), 2 ** 31 - 1);
    this.#timer = setInterval(() => void this.#renew(), every);
  }

  /** Aborted when another call has taken over. Created on first use, since few effects ask for it. */
  get lost(): Cancellation {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#taken) this.#controller.abort(takenOver());
    }
    return this.#controller.signal;
  }

  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // The storage may recover before the lease ends.
    const held = await this.#claims.renew(this.#claim).catch(() => true);
    if (held || this.#ended) return;
    this.end();
    this.#taken = true;
    this.#controller?.abort(takenOver());
  }
}

function takenOver(): Error {
  return new Error("the lease was lost: another call took over this key");
}
