/** The argument of a receiver's option `verify`. */

import type { WebHeaders } from "../../rest/index.js";

/** A request whose §5.4 signature has been verified. */
export interface VerifiedWebhook {
  /** URL of the business's profile. */
  readonly business: string;
  readonly headers: Pick<WebHeaders, "get">;
  readonly body: Uint8Array;
}
