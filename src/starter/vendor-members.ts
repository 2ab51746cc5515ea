/**
 * The members of checkouts that extensions add which no template knows. In: a model. Out: for answers all of them, and examples of
 * those that must be there; for requests only these.
 */

import type { Json } from "@proto-gen/runtime/json";
import { createInstance } from "../model/instance/create-instance.js";
import type { Model } from "../model/model.js";
import { membersInPlace } from "../model/node-members.js";
import type { Node, Property } from "../model/node.js";
import { isImplemented } from "./served-capabilities.js";

export interface VendorMembers {
  readonly names: readonly string[];
  readonly examples: Readonly<Record<string, Json>>;
}

export function findVendorMembers(
  model: Model,
  operation: "create_checkout" | "complete_checkout",
  side: "request" | "response",
): VendorMembers {
  const found = model.services
    .flatMap(({ operations }) => operations)
    .find(({ id }) => id === operation);
  const node = found?.[side]?.node;
  if (node === undefined) return { names: [], examples: {} };
  const members = [...membersInPlace(node)].filter(([, each]) => isUnknown(each, model));
  return {
    names: members.map(([name]) => name),
    examples: Object.fromEntries(
      members.flatMap(([name, each]) => (isRequired(each) ? exampleOf(name, each.node) : [])),
    ),
  };
}

function isUnknown({ origins: [first], required }: Property, model: Model): boolean {
  const documents = [first?.document, required?.document];
  return documents.some((document) => {
    const owner = document === undefined ? undefined : model.ownerOf(document);
    return owner !== undefined && !isImplemented(model, owner);
  });
}

function isRequired({ required }: Property): boolean {
  return required !== undefined;
}

function exampleOf(name: string, node: Node): readonly (readonly [string, Json])[] {
  const example = createInstance(node, { optional: "none" });
  return example === undefined ? [] : [[name, example]];
}
