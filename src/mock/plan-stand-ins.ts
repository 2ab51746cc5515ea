/**
 * Plans what stands in for code that the reference business does not have: examples for operations that it does not implement,
 * and for extensions that it does not know the members that they add. These are echoed from requests, and those that an
 * answer must have come from an example until a request has them.
 */

import type { Json } from "@proto-gen/runtime/json";
import { failure } from "../errors.js";
import type { Interpretation } from "../interpretation.js";
import { isObject } from "../json-schema/keywords.js";
import { createInstance } from "../model/instance/create-instance.js";
import { hasServer, type Model } from "../model/model.js";
import type { Operation } from "../model/services/operation.js";
import type { Node, Property } from "../model/node.js";
import { elementsOf, membersInPlace } from "../model/node-members.js";
import type { AddedMember, StandIns } from "./messages.js";
import { findServedCapabilities, isImplemented } from "../starter/served-capabilities.js";

const OPERATIONS: ReadonlySet<string> = new Set([
  "search_catalog",
  "lookup_catalog",
  "get_product",
  ...["create_cart", "get_cart", "update_cart", "cancel_cart"],
  ...["create_checkout", "get_checkout", "update_checkout", "complete_checkout"],
  ...["cancel_checkout", "get_order"],
]);

/** Stands for every item of an array, or every value of a map, in a path. */
const EACH = "*";

/** @throws ProtoGenError MOCK_NO_OPERATION; MOCK_UNKNOWN_CAPABILITY where nothing satisfies an answer's schema */
export function planStandIns({ model }: Pick<Interpretation, "model">): StandIns {
  if (!hasServer(model))
    throw failure("MOCK_NO_OPERATION", "the profile has no operation that can be called");
  const isKnown = (capability: string): boolean => isImplemented(model, capability);
  const all = model.services.flatMap(({ operations }) => operations);
  const implemented = all.filter((each) => isKnown(each.capability) && OPERATIONS.has(each.id));
  const others = all.filter((each) => !implemented.includes(each));
  const unknownOwner = (document: string): string | undefined => {
    const owner = model.ownerOf(document);
    return owner === undefined || isKnown(owner) ? undefined : owner;
  };
  const examples = Object.fromEntries(others.map((each) => [each.id, exampleOf(each, model)]));
  const added = Object.fromEntries(
    implemented.flatMap((each) => {
      const members = findAddedMembers(each, unknownOwner);
      return members.length === 0 ? [] : [[each.id, members]];
    }),
  );
  const anyInstrument = model.profile.paymentHandlers.length === 0;
  const webhookHeaders = model.releaseValues.events?.requiredHeaders ?? [];
  const standIns = { examples, added, anyInstrument, webhookHeaders };
  return { ...standIns, texts: [...describeStandIns(standIns), ...describeUnserved(model)] };
}

/** An answer without its envelope, which the server adds. */
function exampleOf({ id, capability, response }: Operation, { profile }: Model): Json {
  if (response === undefined) return null;
  const example = createInstance(response.node);
  if (!isObject(example))
    throw unknownCapability(
      capability,
      `the business has no operation ${id}, and no example satisfies it`,
    );
  const { [profile.vocabulary.name]: _envelope, ...resource } = example;
  return resource;
}

type OwnerOf = (document: string) => string | undefined;

/** The outermost members of an answer that unknown extensions add. */
function findAddedMembers({ id, response }: Operation, ownerOf: OwnerOf): AddedMember[] {
  const found: AddedMember[] = [];
  const seen = new Set<Node>();

  function visit(node: Node, path: readonly string[]): void {
    if (seen.has(node)) return;
    seen.add(node);
    for (const [name, property] of membersInPlace(node)) {
      const added = addedMember(property, { operation: id, path: [...path, name] }, ownerOf);
      if (added === undefined) visit(property.node, [...path, name]);
      else found.push(added);
    }
    for (const element of elementsOf(node)) if (element !== node) visit(element, [...path, EACH]);
  }

  if (response !== undefined) visit(response.node, []);
  return distinct(found);
}

function addedMember(
  { node, required, origins: [first] }: Property,
  { operation, path }: { readonly operation: string; readonly path: readonly string[] },
  ownerOf: OwnerOf,
): AddedMember | undefined {
  const declaring = first === undefined ? undefined : ownerOf(first.document);
  const requiring = required === undefined ? undefined : ownerOf(required.document);
  const capability = declaring ?? requiring;
  if (capability === undefined) return undefined;
  if (requiring === undefined) return { capability, path };
  const example = createInstance(node);
  if (example === undefined)
    throw unknownCapability(capability, `no example satisfies ${path.join(".")} of ${operation}`);
  return { capability, path, example };
}

function distinct(members: readonly AddedMember[]): AddedMember[] {
  return [...new Map(members.map((each) => [each.path.join("/"), each])).values()];
}

function unknownCapability(capability: string, why: string): Error {
  return failure("MOCK_UNKNOWN_CAPABILITY", `mock does not implement ${capability}: ${why}`);
}

/** The sentences at the start about operations and members that nothing implements. */
function describeStandIns(standIns: Omit<StandIns, "texts">): string[] {
  const { examples, added, anyInstrument, webhookHeaders } = standIns;
  const operations = Object.keys(examples);
  const byCapability = new Map<string, Set<string>>();
  for (const { capability, path } of Object.values(added).flat()) {
    const members = byCapability.get(capability) ?? new Set();
    byCapability.set(capability, members.add(path.join(".").replaceAll(".*", "[]")));
  }
  return [
    ...(anyInstrument ? ["the profile has no payment handler: any instrument pays"] : []),
    ...webhookHeaders.map((name) => `webhooks have a placeholder in ${name}, which proves nothing`),
    ...(operations.length === 0 ? [] : [`answers from examples: ${operations.join(", ")}`]),
    ...[...byCapability].map(
      ([capability, members]) =>
        `not implemented: ${capability}; what a request has of it comes back as it was sent: ${[...members].join(", ")}`,
    ),
  ];
}

function describeUnserved(model: Model): string[] {
  const served = findServedCapabilities(model);
  const others = model.agreement.capabilities.filter(({ name }) => !served.has(name));
  const names = others.map(({ name }) => name);
  return names.length === 0 ? [] : [`not served, so not in the profile: ${names.join(", ")}`];
}
