/** Who verifies mandates (§1.8): a port. In: a mandate, and what it must be for. Out: a verdict. */

import type { Cancellation } from "../idempotency/index.js";
import type { Verdict } from "./verdict.js";

/** The platform that sent the mandate; a handler's `context.platform` is one. */
export interface MandatePlatform {
  /** URL of its profile (§5.3); undefined for a platform that names none. */
  readonly profile: string | undefined;
  /** What the server adds to a resource: its name is the protocol's. */
  readonly envelope?: { readonly name: string } | undefined;
}

export interface MandateContext {
  /**
   * The checkout as the business last answered it to this platform. Of the envelope and of `ap2`, which the server
   * adds, what is not here is not compared.
   */
  readonly checkout: object;
  readonly platform: MandatePlatform;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the business gave the platform to sign with this checkout; not asked for where it gave nothing. */
  readonly nonce?: string | undefined;
  /** The call's: for keys that are fetched. */
  readonly signal?: Cancellation | undefined;
}

export interface MandateVerifier {
  /**
   * A mandate is for one checkout in one state, and it says nothing of how often: whoever completes with it sees
   * to it that a checkout that was completed is not completed again.
   *
   * @param mandate `ap2.checkout_mandate` as it was sent; undefined without one
   * @throws TypeError for a `now` that is no time
   * @throws what finding the platform's keys throws: a mandate that could not be verified is not refused
   */
  verify(mandate: unknown, context: MandateContext): Promise<Verdict>;
}
