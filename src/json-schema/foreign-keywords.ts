/**
 * Finds members that other dialects or other protocols read, and this one does not: a rule of an earlier draft, of OpenAPI
 * 3.0, or a visibility annotation with the name of another protocol. JSON Schema takes them for data (Core §6.5).
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "./keywords.js";
import { annotationProblem } from "./visibility.js";

export interface ForeignKeyword {
  readonly written: string;
  /** The thing that it is instead of a keyword. */
  readonly kind: string;
  readonly fix: string;
}

interface FormerRule {
  readonly kind: string;
  readonly fix: string | ((schema: JsonObject) => string);
  /** True for a value that would be a rule where the keyword is one. By default, each value is. */
  isRule?(value: Json): boolean;
}

const EARLIER = "a keyword of earlier drafts";

const FORMER_RULES: ReadonlyMap<string, FormerRule> = new Map<string, FormerRule>([
  [
    "nullable",
    {
      kind: "a keyword of OpenAPI 3.0",
      fix: allowNull,
      isRule: (value) => value === true,
    },
  ],
  [
    "dependencies",
    { kind: EARLIER, fix: "write dependentRequired or dependentSchemas", isRule: isObject },
  ],
  [
    "additionalItems",
    { kind: EARLIER, fix: "write items beside prefixItems", isRule: isRestriction },
  ],
  ["$recursiveRef", { kind: EARLIER, fix: "write $dynamicRef" }],
]);

/** @param annotations the visibility annotations of the protocol, such as `proto_request` */
export function findForeignKeywords(
  schema: JsonObject,
  annotations: readonly string[],
): ForeignKeyword[] {
  return Object.keys(schema).flatMap((written): ForeignKeyword[] => {
    const value = schema[written] as Json;
    const former = FORMER_RULES.get(written);
    if (former !== undefined) {
      const { kind, fix, isRule = () => true } = former;
      if (!isRule(value)) return [];
      return [{ written, kind, fix: typeof fix === "string" ? fix : fix(schema) }];
    }
    const meant = annotations.find((each) => isForeignAnnotation(written, value, each));
    if (meant === undefined || Object.hasOwn(schema, meant)) return [];
    return [{ written, kind: "an annotation of another protocol", fix: `did you mean ${meant}?` }];
  });
}

/** True for `ucp_request` where `proto_request` is the annotation, with a value that sets a visibility. */
function isForeignAnnotation(written: string, value: Json, annotation: string): boolean {
  const suffix = annotation.slice(annotation.lastIndexOf("_"));
  return (
    written !== annotation &&
    /^[a-z][a-z0-9]*_[a-z]+$/.test(written) &&
    written.endsWith(suffix) &&
    annotationProblem(value) === undefined &&
    !(isObject(value) && Object.keys(value).length === 0)
  );
}

function allowNull({ type }: JsonObject): string {
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return types.every((each) => typeof each === "string")
    ? `write "type": ${JSON.stringify([...types, "null"]).replaceAll(",", ", ")}`
    : 'write anyOf with the schema and { "type": "null" }';
}

/** `true` and `{}` allow what is allowed without them. */
function isRestriction(value: Json): boolean {
  return value === false || (isObject(value) && Object.keys(value).length > 0);
}
