/**
 * Named schemas that no operation, capability or profile leads to, and named schemas that moved. In: both sides, and
 * what was reached. Out: pairs to compare by themselves, and pairs of which a rule for definitions has something to say.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { RESPONSE } from "../compose/view.js";
import { isAssertion, isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { isDefinition } from "../model/home.js";
import type { DefinitionPair, NamedSchema } from "./definitions.js";
import type { Scope } from "./scope.js";
import type { Seen, Side } from "./side.js";
import type { PairReport } from "./walk.js";

export interface NamedSchemas {
  readonly scopes: readonly Scope[];
  readonly pairs: readonly DefinitionPair[];
}

/** @param reports of all pairs that were compared so far */
export function namedSchemas(
  sides: { readonly before: Seen; readonly after: Seen },
  reports: readonly PairReport[],
): NamedSchemas {
  const moved = movedTypes(sides, reports);
  const isMoved = (side: "before" | "after", address: string): boolean =>
    moved.some((pair) => pair[side]?.address === address);
  const before = unreached(sides.before, reports, "before");
  const after = unreached(sides.after, reports, "after");
  const everywhere = {
    before: addressesOf(sides.before.side),
    after: addressesOf(sides.after.side),
  };
  const gone = before.filter(
    ({ address }) => !everywhere.after.has(address) && !isMoved("before", address),
  );
  const added = after.filter(
    ({ address }) => !everywhere.before.has(address) && !isMoved("after", address),
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

/** Those of which nothing had a part in what was compared. */
function unreached(
  seen: Seen,
  reports: readonly PairReport[],
  which: "before" | "after",
): NamedSchema[] {
  const reached = new Set<string>();
  for (const report of reports) {
    for (const origin of report.reached[which]) {
      const hash = origin.indexOf("#");
      const source = seen.schemas.source(origin.slice(0, hash));
      if (source === undefined) continue;
      for (const above of pointersAbove((source.pointer ?? "") + origin.slice(hash + 1)))
        reached.add(`${source.document}#${above}`);
    }
  }
  return [...addressesOf(seen.side).values()].filter(
    ({ at }) => !reached.has(`${at.document}#${at.pointer}`),
  );
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
