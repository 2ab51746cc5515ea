/**
 * A business proves what it offered (§1.8). In: who signs. Out: what a server takes as the finisher of the mandate
 * capability: it puts the signature over a checkout into that checkout.
 */

import type { FinishedCall, Finisher } from "../server/finisher.js";
import type { MerchantAuthorizer } from "./merchant-authorizer.js";

export interface MerchantAuthorizationOptions {
  /**
   * Told of every checkout that is signed, before it is sent, so that it can be kept: it is what a mandate for it
   * must hold.
   */
  readonly keep?: ((checkoutBody: object, call: FinishedCall) => Promise<void> | void) | undefined;
}

/** @param authorizer a function, where keys are rotated while the server runs */
export function merchantAuthorization(
  authorizer: MerchantAuthorizer | (() => MerchantAuthorizer),
  { keep }: MerchantAuthorizationOptions = {},
): Finisher {
  const current = typeof authorizer === "function" ? authorizer : () => authorizer;
  return async (body, call) => {
    const checkout = sentWithoutAp2(body);
    const authorization = await current().sign(checkout);
    // In place of what the handler may have there: a mandate that it was sent is not sent back.
    const whole = { ...checkout, ap2: { merchant_authorization: authorization } };
    await keep?.(whole, call);
    return whole;
  };
}

/** A copy, and as JSON has it: a handler's checkout could change while it is signed. */
function sentWithoutAp2(body: object): object {
  return JSON.parse(JSON.stringify({ ...body, ap2: undefined })) as object;
}
