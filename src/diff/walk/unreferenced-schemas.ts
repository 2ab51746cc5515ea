/** Finds the named schemas of a side that no operation, capability or profile leads to. */

import type { Composition } from "../../compose/compose.js";
import type { Json } from "@proto-gen/runtime/json";
import { isObject, type Schema } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import { childNodes, collectReachable } from "../../model/graph.js";
import type { Definition, Node } from "../../model/node.js";
import { namedSchemasOf } from "../pairs/named-schemas.js";
import type { SideContext } from "../side.js";

/** @returns the addresses of the schemas */
export function findUnreferenced(
  context: SideContext,
  starts: readonly Definition[],
): ReadonlySet<string> {
  const { side, schemas, composed } = context;
  const reached = new Set(composed === undefined ? [] : listEntryKeys(composed.composition));
  const add = ({ document, pointer }: SchemaAddress): void => {
    const source = schemas.source(document);
    if (source === undefined) return;
    for (const above of pointersAbove(pointer)) reached.add(`${source.document}#${above}`);
  };
  for (const { origin, node } of collectReachable(starts)) {
    add(origin);
    for (const each of originsIn(node)) [each, ...targetsOf(context, each)].forEach(add);
  }
  const unreferenced = [...namedSchemasOf(side).values()].filter(
    ({ at }) => !reached.has(`${at.document}#${at.pointer}`),
  );
  return new Set(unreferenced.map(({ address }) => address));
}

/** What an entry contributes is compared with the shape, in whatever form it is written. */
function listEntryKeys({ shapes, roles }: Composition): string[] {
  return [...shapes, ...roles].flatMap(({ contributions }) =>
    contributions.flatMap(({ address, within }) => [address, ...within].map(addressKey)),
  );
}

/** The addresses of a node and of everything inline in it. */
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

/** A chain of references is followed so far. */
const MAX_TARGETS = 16;

/** What the schema at an address refers to: of a schema that only repeats another one, a node keeps no address. */
function targetsOf({ schemas: { set } }: SideContext, at: SchemaAddress): SchemaAddress[] {
  const found: SchemaAddress[] = [];
  for (let next: SchemaAddress | undefined = at; found.length < MAX_TARGETS;) {
    const schema: Schema | undefined = set.locate(next.document, next.pointer)?.schema;
    const reference: Json | undefined = isObject(schema) ? schema["$ref"] : undefined;
    next = typeof reference === "string" ? set.resolve(next.document, reference) : undefined;
    if (next === undefined) return found;
    found.push(next);
  }
  return found;
}

/** A pointer below `$defs` belongs to its entry; any other to the root. */
function pointersAbove(pointer: string): string[] {
  const tokens = pointer.split("/");
  if (tokens[1] !== "$defs") return [""];
  return tokens.slice(2).map((_, index) => tokens.slice(0, index + 3).join("/"));
}
