/**
 * Finds the shapes of a root, and the views of each: its body, where it has one, and each `$defs` entry named
 * `{operation}_{direction}` that an operation sends or answers with. Operations decide, and not the keywords at the root:
 * a container of such entries may well call itself an object (ADR 59).
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { isAssertion, isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import { isOfDirection, type ViewLimit } from "./entries/entry-views.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { collectCertainSchemas } from "./visibility/in-place-schemas.js";
import { findOperationsSending, collectPayloadKeys, resolveAlias } from "./service-schemas.js";
import { annotatedOperations, keywordOf, RESPONSE, type Direction, type View } from "./view.js";

export interface Shape {
  readonly key: string;
  readonly base: SchemaAddress;
  /** Lists the views that the shape has once these contributions are composed onto it. */
  viewsWith(contributions: readonly AddedSchema[]): readonly View[];
}

/** A schema that an extension adds, and the views that it is for. */
interface AddedSchema {
  readonly address: SchemaAddress;
  readonly only: ViewLimit;
}

const CONTAINER_KEY = /^(.+)_(request|response)$/;

/** Operations that a request annotation without names stands for. */
const DEFAULT_OPERATIONS = ["create", "update"];

/** The operation and the direction that a `$defs` key names; undefined where it names none. */
export function operationOfKey(key: string): (View & { readonly operation: string }) | undefined {
  const [, operation, direction] = CONTAINER_KEY.exec(key) ?? [];
  return operation === undefined ? undefined : { direction: direction as Direction, operation };
}

export function findShapes(sources: Sources, capability: CapabilityDeclaration): Shape[] {
  const location = sources.schemas.at(capability.schema ?? "");
  if (location === undefined || !isObject(location.schema)) return [];
  const { document, pointer } = location;
  // Operations and extensions refer to the target of a schema that is only a `$ref`.
  const base = resolveAlias(sources, { document, pointer });
  const contained = findContainedShapes(sources, location);
  const body: Shape = {
    key: "",
    base,
    viewsWith: (contributions) => collectBodyViews(sources, base, contributions),
  };
  return isBody(sources, location, contained) ? [body, ...contained] : contained;
}

/** Tells whether a root declares members of its own. */
function declaresMembers(schema: JsonObject): boolean {
  return ["properties", "allOf", "$ref"].some((keyword) => schema[keyword] !== undefined);
}

/** Tells whether a root is a schema of payloads, too: a container may have `type: object` and a title. */
function isBody(
  sources: Sources,
  { schema, document, pointer }: ResolvedSchema,
  contained: readonly Shape[],
): boolean {
  if (!isObject(schema) || !Object.keys(schema).some(isAssertion)) return false;
  return (
    contained.length === 0 ||
    declaresMembers(schema) ||
    collectPayloadKeys(sources).has(addressKey({ document, pointer }))
  );
}

/**
 * Lists the entries that are shapes: those that operations refer to if the root declares members of its own, else all with
 * the name of one, since a release may have no service document.
 */
function findContainedShapes(
  sources: Sources,
  { schema, document, pointer }: ResolvedSchema,
): Shape[] {
  if (!isObject(schema) || !isObject(schema["$defs"])) return [];
  const shapes = Object.keys(schema["$defs"])
    .sort()
    .flatMap((key) => {
      const view = operationOfKey(key);
      if (view === undefined) return [];
      const base = resolveAlias(sources, { document, pointer: joinPointer(pointer, "$defs", key) });
      return [{ key, base, viewsWith: () => [view] }];
    });
  if (!declaresMembers(schema)) return shapes;
  const carried = collectPayloadKeys(sources);
  return shapes.filter(({ base }) => carried.has(addressKey(base)));
}

/**
 * Lists the views of a body: the response, a request for every operation that an annotation names or that sends the body,
 * and a response of its own for every operation that a response annotation names.
 */
function collectBodyViews(
  sources: Sources,
  base: SchemaAddress,
  contributions: readonly AddedSchema[],
): View[] {
  const operationsIn = (direction: Direction): Set<string> => {
    const added = contributions.filter(({ only }) => isOfDirection(only, direction));
    return collectOperations(sources, [base, ...added.map(({ address }) => address)], direction);
  };
  const requests = operationsIn("request");
  for (const operation of findOperationsSending(sources, base)) requests.add(operation);
  const views = (direction: Direction, operations: ReadonlySet<string>): View[] =>
    [...operations].sort(compareOperations).map((operation) => ({ direction, operation }));
  return [RESPONSE, ...views("request", requests), ...views("response", operationsIn("response"))];
}

const OPERATION_ORDER = ["create", "update", "complete"];

function compareOperations(left: string, right: string): number {
  const byRank = rankOf(left) - rankOf(right);
  return byRank !== 0 ? byRank : left < right ? -1 : 1;
}

/** The order of a purchase; other operations follow by name. */
function rankOf(operation: string): number {
  const index = OPERATION_ORDER.indexOf(operation);
  return index < 0 ? OPERATION_ORDER.length : index;
}

function collectOperations(
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
  for (const { schema } of collectCertainSchemas(sources, branches)) {
    if (!isObject(schema) || !isObject(schema["properties"])) continue;
    for (const property of Object.values(schema["properties"])) visit(property);
  }
}
