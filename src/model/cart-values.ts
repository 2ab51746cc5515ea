/** Finds whether a checkout can be created from a cart (§2.7), and what of the cart's extensions it is created with. */

import { isCapability } from "@proto-gen/runtime/negotiation";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { collectInPlace } from "./in-place.js";
import type { Definition, Property } from "./node.js";
import type { Operation } from "./services/operation.js";

export function findCartValues(
  operations: readonly Operation[],
  isOfExtension: (document: string) => boolean,
): Pick<ReleaseValues, "cartId" | "cartMembers"> {
  const taken = new Map(requestMembers(operations, "checkout", ["create"]));
  if (!taken.has("cart_id")) return {};
  const members = requestMembers(operations, "cart", ["create", "update"])
    .filter(([name, { origins }]) => {
      return taken.has(name) && origins.some(({ document }) => isOfExtension(document));
    })
    .map(([name]) => name);
  return { cartId: "accepted", cartMembers: [...new Set(members)].sort() };
}

function requestMembers(
  operations: readonly Operation[],
  capability: string,
  verbs: readonly string[],
): readonly (readonly [name: string, property: Property])[] {
  const requests = operations
    .filter((each) => isCapability(each.capability, capability) && verbs.includes(each.verb))
    .flatMap(({ request }): Definition[] => (request === undefined ? [] : [request]));
  const nodes = collectInPlace(requests.map(({ node }) => node));
  return [...nodes].flatMap(({ properties }) => [...properties]);
}
