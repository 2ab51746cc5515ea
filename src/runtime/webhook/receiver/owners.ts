/**
 * Which business a checkout was made with (§5.5), for platforms that do not keep that anyway. Ids of
 * checkouts are each business's own: who names another one's gets nothing of it.
 */

import { ABSENT, readRecord, recordKey, type Storage } from "../../storage/index.js";
import type { WebhookBinding } from "../sender/definition.js";
import { businessProfileUrl } from "../business-profile-url.js";
import type { OwnerQuestion } from "./definition.js";

export interface OwnersOptions {
  readonly store: Storage;
  /** Lets profiles of businesses be http. */
  readonly development?: boolean | undefined;
}

export interface Owners {
  /**
   * Before the checkout is completed: the order's first event may be here before the answer is.
   * @throws ProtocolError invalid_profile_url
   * @throws StorageError
   */
  remember(checkoutId: string, business: string): Promise<void>;
  /** For `createWebhookReceiver`. Rejects with `StorageError`. */
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
      // Where it is there already, that is what was wanted.
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
