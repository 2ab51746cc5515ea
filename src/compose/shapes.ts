/**
 * The shapes of a root: its body, where it has one, and one for each `$defs` entry named `{operation}_{direction}` that
 * an operation sends or answers with. In: a capability and its document. Out: its shapes with the views each has.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { isAssertion, isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { inPlaceClosure } from "./applied.js";
import { carriedByServices, operationsWithPayload, resolved } from "./service-schemas.js";
import { annotatedOperations, keywordOf, RESPONSE, type Direction, type View } from "./view.js";

export interface Shape {
  readonly key: string;
  readonly base: SchemaAddress;
  /** The views of the shape once these contributions are composed onto it. */
  viewsWith(contributions: readonly SchemaAddress[]): readonly View[];
}

const CONTAINER_KEY = /^(.+)_(request|response)$/;

/** Operations that a request annotation without names stands for. */
const DEFAULT_OPERATIONS = ["create", "update"];

/** The operation and the direction that a `$defs` key names; undefined where it names none. */
export function operationOfKey(key: string): (View & { readonly operation: string }) | undefined {
  const [, operation, direction] = CONTAINER_KEY.exec(key) ?? [];
  return operation === undefined ? undefined : { direction: direction as Direction, operation };
}

export function shapesOf(sources: Sources, capability: CapabilityDeclaration): Shape[] {
  const location = sources.schemas.at(capability.schema ?? "");
  if (location === undefined || !isObject(location.schema)) return [];
  const { document, pointer } = location;
  // Operations and extensions refer to the target of a schema that is only a `$ref`.
  const base = resolved(sources, { document, pointer });
  const contained = containedShapes(sources, location);
  const body: Shape = {
    key: "",
    base,
    viewsWith: (contributions) => bodyViews(sources, [base, ...contributions]),
  };
  return isBody(sources, location, contained) ? [body, ...contained] : contained;
}

/** Whether a root says what its own members are. */
function declaresMembers(schema: JsonObject): boolean {
  return ["properties", "allOf", "$ref"].some((keyword) => schema[keyword] !== undefined);
}

/** Whether a root is a schema of payloads, too: a container may have `type: object` and a title. */
function isBody(
  sources: Sources,
  { schema, document, pointer }: ResolvedSchema,
  contained: readonly Shape[],
): boolean {
  if (!isObject(schema) || !Object.keys(schema).some(isAssertion)) return false;
  return (
    contained.length === 0 ||
    declaresMembers(schema) ||
    carriedByServices(sources).has(addressKey({ document, pointer }))
  );
}

/**
 * The entries that operations refer to. Where they refer to none, the names of the entries decide, unless the root says
 * what its own members are.
 */
function containedShapes(sources: Sources, { schema, document, pointer }: ResolvedSchema): Shape[] {
  if (!isObject(schema) || !isObject(schema["$defs"])) return [];
  const shapes = Object.keys(schema["$defs"])
    .sort()
    .flatMap((key) => {
      const view = operationOfKey(key);
      if (view === undefined) return [];
      const base = resolved(sources, { document, pointer: joinPointer(pointer, "$defs", key) });
      return [{ key, base, viewsWith: () => [view] }];
    });
  if (!declaresMembers(schema)) return shapes;
  const carried = carriedByServices(sources);
  return shapes.filter(({ base }) => carried.has(addressKey(base)));
}

/**
 * The response, a request for every operation that an annotation of the root's own members names or
 * that a service has with it as its payload, and a response of one operation where an annotation sets
 * it apart.
 */
function bodyViews(
  sources: Sources,
  branches: readonly [SchemaAddress, ...SchemaAddress[]],
): View[] {
  const requests = operationsOf(sources, branches, "request");
  for (const operation of operationsWithPayload(sources, branches[0])) requests.add(operation);
  const responses = operationsOf(sources, branches, "response");
  return [
    RESPONSE,
    ...[...requests]
      .sort(byOperation)
      .map((operation): View => ({ direction: "request", operation })),
    ...[...responses]
      .sort(byOperation)
      .map((operation): View => ({ direction: "response", operation })),
  ];
}

const OPERATION_ORDER = ["create", "update", "complete"];

function byOperation(left: string, right: string): number {
  const byRank = rankOf(left) - rankOf(right);
  return byRank !== 0 ? byRank : left < right ? -1 : 1;
}

/** The order of a purchase; other operations follow by name. */
function rankOf(operation: string): number {
  const index = OPERATION_ORDER.indexOf(operation);
  return index < 0 ? OPERATION_ORDER.length : index;
}

function operationsOf(
  sources: Sources,
  branches: readonly SchemaAddress[],
  direction: Direction,
): Set<string> {
  const { vocabulary } = sources.profile;
  const operations = new Set<string>();
  let annotated = false;
  forEachProperty(sources, branches, (property) => {
    if (!isObject(property)) return;
    for (const operation of annotatedOperations(property, direction, vocabulary))
      operations.add(operation);
    annotated ||= property[keywordOf({ direction }, vocabulary)] !== undefined;
  });
  if (direction === "request" && annotated && operations.size === 0)
    for (const each of DEFAULT_OPERATIONS) operations.add(each);
  return operations;
}

function forEachProperty(
  sources: Sources,
  branches: readonly SchemaAddress[],
  visit: (property: unknown) => void,
): void {
  for (const { schema } of inPlaceClosure(sources, branches)) {
    if (!isObject(schema) || !isObject(schema["properties"])) continue;
    for (const property of Object.values(schema["properties"])) visit(property);
  }
}

/** The `$defs` entry by which an extension contributes to a shape: the root's full name, else its last segment. */
export function entryOf(
  sources: Sources,
  extension: CapabilityDeclaration,
  root: string,
  key: string,
): SchemaAddress | undefined {
  const location = sources.schemas.at(extension.schema ?? "");
  if (location === undefined || !isObject(location.schema) || !isObject(location.schema["$defs"]))
    return undefined;
  const defs = location.schema["$defs"];
  const { document } = location;
  const names = [root, root.slice(root.lastIndexOf(".") + 1)];
  for (const name of names) {
    const entry = Object.hasOwn(defs, name) ? defs[name] : undefined;
    const at = joinPointer(location.pointer, "$defs", name);
    if (key === "" && isObject(entry)) return { document, pointer: at };
    if (key !== "" && isObject(entry) && isObject(entry[key]))
      return { document, pointer: joinPointer(at, key) };
  }
  return key !== "" && isObject(defs[key])
    ? { document, pointer: joinPointer(location.pointer, "$defs", key) }
    : undefined;
}

/** Names of the `$defs` of a document that compose one of these roots, whatever they are called. */
export function composedBranches(
  sources: Sources,
  document: string,
  roots: readonly CapabilityDeclaration[],
): string[] {
  const location = sources.schemas.at(document);
  if (location === undefined || !isObject(location.schema) || !isObject(location.schema["$defs"]))
    return [];
  const bases = new Set(roots.map(({ schema }) => schema && sources.schemas.at(schema)?.document));
  return Object.keys(location.schema["$defs"]).filter((name) =>
    inPlaceClosure(sources, [
      { document: location.document, pointer: joinPointer(location.pointer, "$defs", name) },
    ]).some((each) => each.document !== location.document && bases.has(each.document)),
  );
}
