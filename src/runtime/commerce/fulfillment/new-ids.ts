/** Creates ids that nothing in the request or the previous plan has. */

import type { Fulfillment, FulfillmentRequest } from "./fulfillment.js";

export type FulfillmentIdKind = "method" | "destination" | "group" | "option";

export interface NewIds {
  /** Reserves an id that is in use. */
  take(id: string): void;
  create(kind: FulfillmentIdKind): string;
}

const MAX_TRIES = 100;

/** The default ids are random: a reused id would let a platform with outdated information choose something else. */
export function randomId(kind: FulfillmentIdKind): string {
  return `${kind}_${crypto.randomUUID()}`;
}

/** @throws TypeError from `create`, if `newId` keeps returning ids in use */
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
      throw new TypeError(
        `newId returned only ids in use for a ${kind}: it must create unique ids`,
      );
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
