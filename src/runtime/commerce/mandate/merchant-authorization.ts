/**
 * Proves what a business offered (§1.8): a finisher of the mandate capability that signs each checkout before it is
 * sent.
 */

import type { FinishedCall, Finisher } from "../../server/finisher.js";

export interface MerchantAuthorizationOptions {
  /**
   * Called with every signed checkout before it is sent, for example to store it: a mandate must contain exactly
   * this.
   */
  readonly keep?: ((checkoutBody: object, call: FinishedCall) => Promise<void> | void) | undefined;
}

/**
 * Creates the finisher that signs each checkout before it is sent, as `ap2.merchant_authorization` (§1.8).
 * @param authorizer pass a function if keys are rotated at run time
 * @example
 * ```ts
 * import { merchantAuthorization } from "@proto-gen/runtime/commerce";
 * import { jwsAuthorizer } from "@proto-gen/runtime/jose";
 * import { type PrivateJwk } from "@proto-gen/runtime/signature";
 * import type { ServerOptions } from "@proto-gen/runtime/server";
 *
 * declare const privateKey: PrivateJwk;
 * const authorize = merchantAuthorization(await jwsAuthorizer(privateKey));
 * const options: Partial<ServerOptions> = { finishers: { "dev.proto.shopping.ap2_mandate": authorize } };
 * ```
 */
export function merchantAuthorization(
  authorizer: MerchantAuthorizer | (() => MerchantAuthorizer),
  { keep }: MerchantAuthorizationOptions = {},
): Finisher {
  const current = typeof authorizer === "function" ? authorizer : () => authorizer;
  return async (body, call) => {
    const checkout = sentWithoutAp2(body);
    const authorization = await current().sign(checkout);
    // Replaces a member that the handler may have set: a mandate that was sent is never returned.
    const whole = { ...checkout, ap2: { merchant_authorization: authorization } };
    await keep?.(whole, call);
    return whole;
  };
}

/** Copies via JSON, since the handler's object could change while it is being signed. */
function sentWithoutAp2(body: object): object {
  return JSON.parse(JSON.stringify({ ...body, ap2: undefined })) as object;
}

/** The interface through which a business's checkouts are signed (§1.8). */
export interface MerchantAuthorizer {
  /**
   * Returns the signature over a checkout.
   * @param checkoutBody as it is sent: JSON values only, with the envelope and without `ap2`
   * @throws if it cannot be signed; the checkout is then not sent
   */
  sign(checkoutBody: object): Promise<string>;
}
