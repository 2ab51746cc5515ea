/**
 * Rejects profiles that the reference business cannot serve: those with an operation that it does not implement, or
 * with a response member that it never sets although an unknown extension requires it.
 */

import { isCapability } from "@proto-gen/runtime/checkout";
import { isOfProtocol } from "@proto-gen/runtime/vocabulary";
import { failure } from "../../../errors.js";
import type { Interpretation } from "../../../interpretation.js";
import { hasServer } from "../../../model/model.js";
import type { Operation } from "../../../model/services/operation.js";
import type { Definition, Node } from "../../../model/node.js";
import { elementsOf, membersInPlace } from "../../node-members.js";

const CAPABILITIES = [
  "catalog.search",
  "catalog.lookup",
  "cart",
  "checkout",
  "fulfillment",
  "buyer_consent",
  "discount",
  "ap2_mandate",
  "order",
];

const OPERATIONS: ReadonlySet<string> = new Set([
  "search_catalog",
  "lookup_catalog",
  ...["create_cart", "get_cart", "update_cart", "cancel_cart"],
  ...["create_checkout", "get_checkout", "update_checkout", "complete_checkout"],
  "cancel_checkout",
]);

/** @throws ProtoGenError MOCK_UNKNOWN_CAPABILITY, MOCK_NOTHING */
export function requireServable({ model }: Interpretation): void {
  const { vocabulary } = model.profile;
  const isKnown = (capability: string): boolean =>
    isOfProtocol(vocabulary, capability) &&
    CAPABILITIES.some((name) => isCapability(capability, name));
  const all = model.services.flatMap(({ operations }) => operations);
  if (!hasServer(model))
    throw failure("MOCK_NOTHING", "the profile has no operation that can be called");
  for (const operation of all) {
    const { id, capability } = operation;
    if (!isKnown(capability) || !OPERATIONS.has(id))
      throw unknownCapability(capability, `the business has no operation ${id}`);
    requireMembers(operation, (document) => {
      const owner = model.ownerOf(document);
      return owner === undefined || isKnown(owner) ? undefined : owner;
    });
  }
}

/** The business leaves out the optional members of unknown extensions; it cannot supply required ones. */
function requireMembers(
  { id, response }: Operation,
  unknownOwner: (document: string) => string | undefined,
): void {
  const seen = new Set<Definition>();

  function visit(node: Node, path: string): void {
    for (const definition of node.references) {
      if (seen.has(definition)) continue;
      seen.add(definition);
      visit(definition.node, path);
    }
    for (const [name, { node: below, required, origins }] of membersInPlace(node)) {
      const at = path === "" ? name : `${path}.${name}`;
      const requiredBy = required && unknownOwner(required.document);
      if (requiredBy !== undefined)
        throw unknownCapability(requiredBy, `it requires ${at} in the response of ${id}`);
      const [first] = origins;
      if (first === undefined || unknownOwner(first.document) === undefined) visit(below, at);
    }
    for (const element of elementsOf(node)) if (element !== node) visit(element, `${path}[]`);
  }

  if (response !== undefined) visit(response.node, "");
}

function unknownCapability(capability: string, why: string): Error {
  return failure("MOCK_UNKNOWN_CAPABILITY", `mock does not implement ${capability}: ${why}`);
}
