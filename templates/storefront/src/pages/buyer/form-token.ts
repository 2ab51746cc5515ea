/**
 * The token in a form: that this server made the form, for this session, for what the buyer saw, not long
 * ago. Another for each form, so that one that is sent twice is known.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { CheckoutRow } from "../rows.js";

/** As long as a checkout lives unless it says otherwise (§2.4). */
const LIFETIME_MS = 6 * 60 * 60 * 1000;
const TOKEN = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})\.([\w-]{43})$/;

export interface FormToken {
  readonly attempt: string;
  /** Of what the buyer has seen: `seenOf`. */
  readonly seen: string;
}

export interface FormTokens {
  issue(checkout: CheckoutRow): string;
  /** Undefined for what was not made here, for another session, or too long ago. */
  read(id: string, token: string): FormToken | undefined;
}

export function createFormTokens(secret: string | Uint8Array, now: () => number): FormTokens {
  function seal(id: string, parts: readonly string[]): string {
    return createHmac("sha256", secret)
      .update(JSON.stringify([id, ...parts]))
      .digest("base64url");
  }

  return {
    issue(checkout) {
      const expires = (now() + LIFETIME_MS).toString(36);
      const parts = [randomBytes(16).toString("base64url"), expires, seenOf(checkout)];
      return [...parts, seal(checkout.id, parts)].join(".");
    },
    read(id, token) {
      const [, attempt, expires, seen, given] = TOKEN.exec(token) ?? [];
      if (attempt === undefined || expires === undefined) return undefined;
      if (seen === undefined || given === undefined) return undefined;
      const made = Buffer.from(seal(id, [attempt, expires, seen]));
      if (!timingSafeEqual(made, Buffer.from(given))) return undefined;
      return Number.parseInt(expires, 36) < now() ? undefined : { attempt, seen };
    },
  };
}

/** A digest of what is bought, for whom, where it goes and what it costs: another order was not placed. */
export function seenOf({ currency, line_items, totals, buyer, fulfillment }: CheckoutRow): string {
  const lines = line_items.map(({ item, quantity }) => [item.id, item.price, quantity]);
  const costs = totals.map(({ type, amount }) => [type, amount]);
  const delivery = (fulfillment?.methods ?? []).map(
    ({ type, destinations = [], selected_destination_id: to, groups = [] }) => [
      type,
      // An id says nothing: a platform may give another place the same one.
      destinations.find(({ id }) => id === to),
      groups.map(({ selected_option_id }) => selected_option_id),
    ],
  );
  return createHash("sha256")
    .update(JSON.stringify([currency, lines, costs, buyer, delivery]))
    .digest("base64url");
}
