/** The request that the option `verify` of a receiver gets. */

import type { WebHeaders } from "../../rest/index.js";

/** A request of a business whose signature has been verified. */
export interface VerifiedWebhook {
  /** URL of the business's profile. */
  readonly business: string;
  readonly headers: Pick<WebHeaders, "get">;
  readonly body: Uint8Array;
}
