/**
 * Named schemas that no operation, capability or profile leads to, and named schemas that moved. In: both sides, and
 * what was reached. Out: pairs to compare by themselves, and pairs of which a rule for definitions has something to say.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { RESPONSE } from "../../compose/view.js";
import { describesValues, isObject, isRoleMap, isSchema } from "../../json-schema/keywords.js";
import { isServiceDocument } from "../../load/release-profile.js";
import { childNodes, reachable } from "../../model/graph.js";
import type { Definition, Node } from "../../model/node.js";
import { releaseAddress, type DefinitionPair, type NamedSchema } from "../pairs/definitions.js";
import { findMovedSchemas, type MovedSchema } from "./moved-schemas.js";
import type { Scope } from "./scope.js";
import { owningCapability, type SideContext, type Side, type Sides } from "../side.js";
import type { DefinitionFindings } from "./walk-context.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

export interface NamedSchemas {
  readonly scopes: readonly Scope[];
  readonly pairs: readonly DefinitionPair[];
}

/**
 * @param compared of all pairs that were compared so far
 * @param starts what operations, capabilities and the profile of each side begin with
 */
export function pairNamedSchemas(
  sides: Sides,
  compared: readonly DefinitionFindings[],
  starts: { readonly before: readonly Definition[]; readonly after: readonly Definition[] },
): NamedSchemas {
  const addresses = {
    before: addressesOf(sides.before.side),
    after: addressesOf(sides.after.side),
  };
  const shared = new Set(
    sides.before.side.capabilities.filter((name) => sides.after.side.capabilities.includes(name)),
  );
  const ofShared = (side: Side, all: readonly NamedSchema[]): NamedSchema[] =>
    all.filter((each) => !isOfOthers(side, each, shared));
  const gone = ofShared(
    sides.before.side,
    [...addresses.before.values()].filter(({ address }) => !addresses.after.has(address)),
  );
  const added = ofShared(
    sides.after.side,
    [...addresses.after.values()].filter(({ address }) => !addresses.before.has(address)),
  );
  const kept = ofShared(sides.before.side, [...addresses.before.values()]).flatMap((before) => {
    const after = addresses.after.get(before.address);
    return after === undefined ? [] : [{ before, after }];
  });
  const moved = findMovedSchemas(sides, gone, added, kept, compared);
  const from = new Set(moved.map(({ before }) => before.address));
  const to = new Set(moved.map(({ after }) => after.address));
  const isMoved = ({ address }: NamedSchema): boolean => from.has(address) || to.has(address);
  const loose = {
    before: findUnreferenced(sides.before, starts.before),
    after: findUnreferenced(sides.after, starts.after),
  };
  const isLoose = ({ before, after }: MovedSchema): boolean =>
    loose.before.has(before.address) && loose.after.has(after.address);
  const isNew = ({ after }: MovedSchema): boolean => !addresses.before.has(after.address);
  return {
    scopes: [...kept, ...moved.filter(isNew)]
      .filter(isLoose)
      // What several lead to is told where the first of them does, whatever order they stand in.
      .sort((left, right) => (left.after.address < right.after.address ? -1 : 1))
      .map((pair) => schemaScope(sides, pair)),
    pairs: [
      ...moved,
      ...gone
        .filter((each) => loose.before.has(each.address) && !isMoved(each))
        .map((before) => ({ before, after: undefined })),
      ...added
        .filter((each) => loose.after.has(each.address) && !isMoved(each))
        .map((after) => ({ before: undefined, after })),
    ],
  };
}

/** Of a capability that the other side lacks: that it is new or gone is said once. */
function isOfOthers(side: Side, { at }: NamedSchema, shared: ReadonlySet<string>): boolean {
  const owner = owningCapability(side, at.document);
  return owner !== undefined && !shared.has(owner);
}

function schemaScope({ before, after }: Sides, pair: MovedSchema): Scope {
  const define = ({ schemas, lowering }: SideContext, { at }: NamedSchema): Definition =>
    lowering.definition(schemas.reference(at, RESPONSE));
  return {
    before: define(before, pair.before),
    after: define(after, pair.after),
    direction: isRole(pair.after) ? "profile" : "schema",
    operations: [],
    label: pair.after.address,
    isSupplement: true,
  };
}

/** `$defs/<capability>/platform_schema`: what a profile declares of the capability. */
function isRole({ at: { pointer } }: NamedSchema): boolean {
  return pointer.split("/").length === 4;
}

const known = new WeakMap<Side, ReadonlyMap<string, NamedSchema>>();

/** Every schema of a side that its authors named. */
function addressesOf(side: Side): ReadonlyMap<string, NamedSchema> {
  const found =
    known.get(side) ?? new Map(collectNamedSchemas(side).map((each) => [each.address, each]));
  known.set(side, found);
  return found;
}

function collectNamedSchemas(side: Side): NamedSchema[] {
  return [...side.documents.values()].flatMap(({ uri, root }) => {
    if (typeof root === "boolean")
      return [
        {
          address: releaseAddress(side, { document: uri, pointer: "" }),
          at: { document: uri, pointer: "" },
        },
      ];
    if (!isObject(root) || isServiceDocument(root) || side.serviceParts.has(uri)) return [];
    const defs = isObject(root["$defs"]) ? root["$defs"] : {};
    const pointers = [
      ...(describesValues(root) ? [""] : []),
      ...Object.entries(defs).flatMap(([name, entry]) => {
        if (isRoleMap(name, entry))
          return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
        return isSchema(entry) && !isAlias(entry) ? [joinPointer("/$defs", name)] : [];
      }),
    ];
    return pointers.map((pointer) => {
      const at = { document: uri, pointer };
      return { address: releaseAddress(side, at), at };
    });
  });
}

/** An entry that is only a `$ref` is its target, and no schema of its own (DESIGN §6). */
function isAlias(entry: Json | undefined): boolean {
  return isObject(entry) && Object.keys(entry).every((keyword) => keyword === "$ref");
}

/** Addresses of those that nothing leads to. */
function findUnreferenced(
  { side, schemas }: SideContext,
  starts: readonly Definition[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const add = ({ document, pointer }: SchemaAddress): void => {
    const source = schemas.source(document);
    if (source === undefined) return;
    for (const above of pointersAbove(pointer)) reached.add(`${source.document}#${above}`);
  };
  for (const { origin, node } of reachable(starts)) {
    add(origin);
    originsIn(node).forEach(add);
  }
  const loose = [...addressesOf(side).values()].filter(
    ({ at }) => !reached.has(`${at.document}#${at.pointer}`),
  );
  return new Set(loose.map(({ address }) => address));
}

/** Of a node and what stands inline below it. */
function originsIn(node: Node): SchemaAddress[] {
  return [
    node.origin,
    ...(node.types === undefined ? [] : [node.types.origin]),
    ...(node.values === undefined ? [] : [node.values.origin]),
    ...[...node.properties.values()].flatMap(({ origins, required }) => [
      ...origins,
      ...(required === undefined ? [] : [required]),
    ]),
    ...childNodes(node).flatMap(originsIn),
  ];
}

/** A pointer below `$defs` is of its entry; any other is of the root. */
function pointersAbove(pointer: string): string[] {
  const tokens = pointer.split("/");
  if (tokens[1] !== "$defs") return [""];
  return tokens.slice(2).map((_, index) => tokens.slice(0, index + 3).join("/"));
}
