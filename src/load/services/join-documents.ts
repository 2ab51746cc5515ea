/**
 * Joins several documents of one service and transport: a service may be split over files, or have a binding for browsers
 * beside its REST document.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { McpDocument, RestDocument, SourceRestOperation } from "./service-document.js";

export function joinRestDocuments(all: readonly RestDocument[]): RestDocument | undefined {
  const base = joinBases(all);
  if (base === undefined) return undefined;
  const general = base.root["security"];
  const operations = all.flatMap((each) =>
    each.operations.map((operation) => withSecurity(operation, each.root, general)),
  );
  return { ...base, operations, problems: all.flatMap(({ problems }) => problems) };
}

export function joinMcpDocuments(all: readonly McpDocument[]): McpDocument | undefined {
  const base = joinBases(all);
  return base && { ...base, methods: all.flatMap(({ methods }) => methods) };
}

type Base = Omit<RestDocument, "operations" | "problems">;

function joinBases(all: readonly Base[]): Base | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  return {
    document: first.document,
    documents: [...new Set(all.flatMap(({ documents }) => documents))],
    root: all.map(({ root }) => root).reduce(joinRoots),
    endpoint: all.find(({ endpoint }) => endpoint !== undefined)?.endpoint,
  };
}

/** Statements of the first document about all its operations do not hold for those of another. */
function withSecurity(
  operation: SourceRestOperation,
  own: JsonObject,
  general: Json | undefined,
): SourceRestOperation {
  const stated = own["security"];
  if (operation.security !== undefined || JSON.stringify(stated) === JSON.stringify(general))
    return operation;
  return { ...operation, security: Array.isArray(stated) ? stated.filter(isObject) : [] };
}

/** The members of the first, with the tags and security schemes that only the other has. */
function joinRoots(first: JsonObject, other: JsonObject): JsonObject {
  const tags = [...tagsOf(first), ...tagsOf(other)];
  const schemes = { ...schemesOf(other), ...schemesOf(first) };
  const components = isObject(first["components"]) ? first["components"] : {};
  return {
    ...first,
    ...(tags.length === 0 ? {} : { tags: tags.filter(isFirstOfName) }),
    ...(Object.keys(schemes).length === 0
      ? {}
      : { components: { ...components, securitySchemes: schemes } }),
  };
}

function isFirstOfName({ name }: JsonObject, index: number, all: readonly JsonObject[]): boolean {
  return all.findIndex((each) => each["name"] === name) === index;
}

function tagsOf({ tags }: JsonObject): JsonObject[] {
  return Array.isArray(tags) ? tags.filter(isObject) : [];
}

function schemesOf({ components }: JsonObject): JsonObject {
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  return isObject(schemes) ? schemes : {};
}
