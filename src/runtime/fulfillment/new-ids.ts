/** Ids for what has none. In: ids that are taken. Out: others, which nothing had before. */

import type { Fulfillment, FulfillmentRequest } from "./fulfillment.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: { randomUUID(): string };

export type FulfillmentIdKind = "method" | "destination" | "group" | "option";

export interface NewIds {
  /** An id that is somebody's own. */
  take(id: string): void;
  create(kind: FulfillmentIdKind): string;
}

const MAX_TRIES = 100;

/**
 * Random ones unless the business makes its own: an id that came back for something else would let a
 * platform that has not heard of it choose that.
 */
export function randomId(kind: FulfillmentIdKind): string {
  return `${kind}_${crypto.randomUUID()}`;
}

/** @throws TypeError from `create`, where `newId` gives taken ids only */
export function newIds(
  newId: (kind: FulfillmentIdKind) => string,
  before: Fulfillment | undefined,
  request: FulfillmentRequest | undefined,
): NewIds {
  const taken = new Set([...idsOf(before), ...idsOf(request)]);
  return {
    take: (id) => void taken.add(id),
    create(kind) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const id = newId(kind);
        if (taken.has(id)) continue;
        taken.add(id);
        return id;
      }
      throw new TypeError(`newId gives ids of ${kind}s that are taken`);
    },
  };
}

function idsOf({ methods = [] }: Fulfillment | FulfillmentRequest = {}): readonly string[] {
  const ids = methods.flatMap(({ id, destinations = [], groups = [] }) => [
    id,
    ...destinations.map((each) => each.id),
    ...groups.flatMap((each) => [each.id, ...optionIds(each)]),
  ]);
  return ids.filter((id) => id !== undefined);
}

function optionIds(group: object): readonly string[] {
  const { options = [] } = group as { readonly options?: readonly { readonly id: string }[] };
  return options.map(({ id }) => id);
}
