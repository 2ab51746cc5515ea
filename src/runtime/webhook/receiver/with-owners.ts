/** A client that notes whose checkout it is before it completes one: the order's first event may be here before the answer is. */

import type { Owners } from "./owners.js";

/** The members of a client that are needed here. */
interface Completing {
  readonly $business: { readonly url: string };
}

type Complete = (request: { readonly id: string }, ...more: readonly unknown[]) => unknown;

/** The operation by which a checkout becomes an order. */
const COMPLETE = "completeCheckout";

/**
 * The same client, whose `completeCheckout` calls `remember` first. Where that fails, nothing is sent.
 *
 * @throws TypeError for a client without that operation
 */
export function withOwners<Client extends Completing>(
  client: Client,
  owners: Pick<Owners, "remember">,
): Client {
  const complete: unknown = Reflect.get(client, COMPLETE);
  if (typeof complete !== "function") throw new TypeError(`the client has no ${COMPLETE}`);
  const value: Complete = async (request, ...more) => {
    await owners.remember(request.id, client.$business.url);
    return Reflect.apply(complete, client, [request, ...more]) as unknown;
  };
  return Object.create(client, { [COMPLETE]: { value, enumerable: true } }) as Client;
}
