/**
 * Remembers the business of a checkout before completing it: the first order event may arrive before the response.
 */

import type { Owners } from "./owners.js";

/** The members of a client that are used. */
interface Completing {
  readonly $business: { readonly url: string };
}

type Complete = (request: { readonly id: string }, ...more: readonly unknown[]) => unknown;

/** The operation that turns a checkout into an order. */
const COMPLETE = "completeCheckout";

/**
 * Returns the same client, except that `completeCheckout` first calls `remember`. If that fails, nothing is sent.
 * @throws TypeError if the client lacks that operation
 */
export function withOwners<Client extends Completing>(
  client: Client,
  owners: Pick<Owners, "remember">,
): Client {
  const complete: unknown = Reflect.get(client, COMPLETE);
  if (typeof complete !== "function")
    throw new TypeError(`the client has no operation ${COMPLETE}`);
  const value: Complete = async (request, ...more) => {
    await owners.remember(request.id, client.$business.url);
    return Reflect.apply(complete, client, [request, ...more]) as unknown;
  };
  return Object.create(client, { [COMPLETE]: { value, enumerable: true } }) as Client;
}
