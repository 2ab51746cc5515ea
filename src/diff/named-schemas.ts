/**
 * Named schemas that no operation, capability or profile leads to, and named schemas that moved. In: both sides, and
 * what was reached. Out: pairs to compare by themselves, and pairs of which a rule for definitions has something to say.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { RESPONSE } from "../compose/view.js";
import { isAssertion, isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { isDefinition } from "../model/home.js";
import { childNodes, reachable } from "../model/graph.js";
import type { Definition, Node, Origin } from "../model/node.js";
import type { DefinitionPair, NamedSchema } from "./definitions.js";
import type { Scope } from "./scope.js";
import { ownerOf, type Seen, type Side } from "./side.js";
import type { PairReport } from "./walk.js";

export interface NamedSchemas {
  readonly scopes: readonly Scope[];
  readonly pairs: readonly DefinitionPair[];
}

/**
 * @param reports of all pairs that were compared so far
 * @param starts what operations, capabilities and the profile of each side begin with
 */
export function namedSchemas(
  sides: { readonly before: Seen; readonly after: Seen },
  reports: readonly PairReport[],
  starts: { readonly before: readonly Definition[]; readonly after: readonly Definition[] },
): NamedSchemas {
  const moved = movedTypes(sides, reports);
  const isMoved = (side: "before" | "after", address: string): boolean =>
    moved.some((pair) => pair[side]?.address === address);
  const before = unreached(sides.before, starts.before);
  const after = unreached(sides.after, starts.after);
  const everywhere = {
    before: addressesOf(sides.before.side),
    after: addressesOf(sides.after.side),
  };
  const shared = new Set(
    sides.before.side.capabilities.filter((name) => sides.after.side.capabilities.includes(name)),
  );
  const gone = before.filter(
    (each) =>
      !everywhere.after.has(each.address) &&
      !isMoved("before", each.address) &&
      !isOfOthers(sides.before.side, each, shared),
  );
  const added = after.filter(
    (each) =>
      !everywhere.before.has(each.address) &&
      !isMoved("after", each.address) &&
      !isOfOthers(sides.after.side, each, shared),
  );
  const renamed = gone.flatMap((from): DefinitionPair[] => {
    const to = added.find((each) => lastName(each.address) === lastName(from.address));
    return to === undefined ? [] : [{ before: from, after: to }];
  });
  const kept = before.flatMap((from): DefinitionPair[] => {
    const to = after.find(({ address }) => address === from.address);
    return to === undefined ? [] : [{ before: from, after: to }];
  });
  const isRenamed = (schema: NamedSchema): boolean =>
    renamed.some((pair) => pair.before === schema || pair.after === schema);
  return {
    scopes: [...kept, ...renamed].flatMap((pair) => schemaScope(sides, pair)),
    pairs: [
      ...moved,
      ...renamed,
      ...gone
        .filter((each) => !isRenamed(each))
        .map((from) => ({ before: from, after: undefined })),
      ...added.filter((each) => !isRenamed(each)).map((to) => ({ before: undefined, after: to })),
    ],
  };
}

/** Of a capability that the other side lacks: that it is new or gone is said once. */
function isOfOthers(side: Side, { at }: NamedSchema, shared: ReadonlySet<string>): boolean {
  const owner = ownerOf(side, at.document);
  return owner !== undefined && !shared.has(owner);
}

function schemaScope(
  { before, after }: { readonly before: Seen; readonly after: Seen },
  pair: DefinitionPair,
): Scope[] {
  if (pair.before === undefined || pair.after === undefined) return [];
  const define = ({ schemas, lowering }: Seen, { at }: NamedSchema) =>
    lowering.definition(schemas.reference(at, RESPONSE));
  return [
    {
      before: define(before, pair.before),
      after: define(after, pair.after),
      direction: isRole(pair.after) ? "profile" : "schema",
      operations: [],
      label: pair.after.address,
    },
  ];
}

/** `$defs/<capability>/platform_schema`: what a profile declares of the capability. */
function isRole({ at: { pointer } }: NamedSchema): boolean {
  return pointer.split("/").length === 4;
}

/** Types that stand elsewhere than before, and are used in the same places. */
function movedTypes(
  { before, after }: { readonly before: Seen; readonly after: Seen },
  reports: readonly PairReport[],
): DefinitionPair[] {
  const from = addressesOf(before.side);
  const to = addressesOf(after.side);
  const found = new Map<string, DefinitionPair>();
  for (const report of reports) {
    const one = namedAt(before, report.before.origin);
    const other = namedAt(after, report.after.origin);
    if (one === undefined || other === undefined || one.address === other.address) continue;
    // Both places are there on one side: another type is used, and none moved.
    if (to.has(one.address) || from.has(other.address)) continue;
    if (!found.has(one.address)) found.set(one.address, { before: one, after: other });
  }
  return [...found.values()];
}

function namedAt(
  { schemas, side }: Seen,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): NamedSchema | undefined {
  const source = schemas.source(document);
  if (source === undefined || source.pointer !== undefined || !isDefinition(pointer))
    return undefined;
  const at = { document: source.document, pointer };
  return { address: addressAt(side, at), at };
}

function addressAt(
  side: Side,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): string {
  const address = side.addressOf(document);
  return pointer === "" ? address : `${address}#${pointer}`;
}

const addresses = new WeakMap<Side, ReadonlyMap<string, NamedSchema>>();

/** Every schema of a side that its authors named. */
function addressesOf(side: Side): ReadonlyMap<string, NamedSchema> {
  const known = addresses.get(side) ?? new Map(schemasOf(side).map((each) => [each.address, each]));
  addresses.set(side, known);
  return known;
}

function schemasOf(side: Side): NamedSchema[] {
  return [...side.documents.values()].flatMap(({ uri, root }) => {
    if (!isObject(root) || root["openapi"] !== undefined || root["openrpc"] !== undefined)
      return [];
    const defs = isObject(root["$defs"]) ? root["$defs"] : {};
    const pointers = [
      ...(Object.keys(root).some(isAssertion) ? [""] : []),
      ...Object.entries(defs).flatMap(([name, entry]) => {
        if (isRoleMap(name, entry))
          return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
        return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
      }),
    ];
    return pointers.map((pointer) => {
      const at = { document: uri, pointer };
      return { address: addressAt(side, at), at };
    });
  });
}

/** Those that nothing leads to. */
function unreached({ side, schemas }: Seen, starts: readonly Definition[]): NamedSchema[] {
  const reached = new Set<string>();
  const add = ({ document, pointer }: Origin): void => {
    const source = schemas.source(document);
    if (source === undefined) return;
    for (const above of pointersAbove((source.pointer ?? "") + pointer))
      reached.add(`${source.document}#${above}`);
  };
  for (const { origin, node } of reachable(starts)) {
    add(origin);
    originsIn(node).forEach(add);
  }
  return [...addressesOf(side).values()].filter(
    ({ at }) => !reached.has(`${at.document}#${at.pointer}`),
  );
}

/** Of a node and what stands inline below it. */
function originsIn(node: Node): Origin[] {
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

function lastName(address: string): string {
  return address.slice(Math.max(address.lastIndexOf("/"), address.lastIndexOf("#")) + 1);
}
