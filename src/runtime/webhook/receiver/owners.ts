/**
 * Remembers which business a checkout was made with (§5.5), for platforms that do not store that anyway. Checkout ids
 * are local to a business, so the business is part of the key. A business is remembered before its checkout is
 * completed, since the first order event may arrive before the response.
 */

import { ABSENT, readRecord, type Storage, recordKey } from "../../storage/storage.js";
import type { WebhookBinding } from "../sender/definition.js";
import { businessProfileUrl } from "../../profile/profile-url.js";
import type { OwnerQuestion } from "./definition.js";

/** The members of a client that are used. */
interface Completing {
  readonly $business: { readonly url: string };
}

type Complete = (request: { readonly id: string }, ...more: readonly unknown[]) => unknown;

/** The operation that turns a checkout into an order. */
const COMPLETE = "completeCheckout";

/**
 * Returns the same client, except that `completeCheckout` first calls `remember`. If that fails, nothing is sent. A
 * receiver with the same owners then accepts the order events of this business (§5.5).
 * @throws TypeError if the client lacks that operation
 * @example
 * ```ts
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { withOwners } from "@proto-gen/runtime/webhook";
 * import type { Client } from "./generated/client.js";
 * import { createOwners } from "./generated/commerce.js";
 *
 * declare const client: Client;
 * const owners = createOwners({ store: createMemoryStorage() });
 * const shop = withOwners(client, owners);
 * ```
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

export interface OwnersOptions {
  readonly store: Storage;
  /** Allows profiles of businesses to be http. */
  readonly development?: boolean | undefined;
}

export interface Owners {
  /**
   * Call this before completing the checkout: the first event may arrive before the response.
   * @throws ProtocolError `invalid_profile_url`
   * @throws StorageError
   */
  remember(checkoutId: string, business: string): Promise<void>;
  /** Pass this to `createWebhookReceiver`. Rejects with `StorageError`. */
  ownerOf(question: OwnerQuestion): Promise<string | undefined>;
}

const OWNERS = "webhook_owner";

export function createOwners({
  store,
  name,
  development = false,
}: OwnersOptions & Pick<WebhookBinding, "name">): Owners {
  return {
    async remember(checkoutId, business) {
      const key = await keyOf(checkoutId, businessProfileUrl(business, { name, development }));
      // A conflict means that it is already recorded: nothing to do.
      await store.commit([{ collection: OWNERS, key, value: {}, expected: ABSENT }]);
    },
    async ownerOf({ checkoutId, business }) {
      const found = await readRecord(store, OWNERS, await keyOf(checkoutId, business));
      return found === undefined ? undefined : business;
    },
  };
}

function keyOf(checkoutId: string, business: string): string | Promise<string> {
  return recordKey(JSON.stringify([checkoutId, business]));
}
