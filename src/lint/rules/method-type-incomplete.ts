import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type DocumentPosition } from "../../load/document.js";
import { limitByDocument } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";
import type { LocatedSchema } from "../../load/check-document.js";

export const methodTypeIncomplete: OwnLintRule = {
  id: "method-type-incomplete",
  severity: "error",
  summary:
    "A fulfillment method's type is missing from one of the three lists that need it (§2.6).",
  hint: "list the type in the method's type enum, in allows_multi_destination and in the item enum of allows_method_combinations",
  explanation: {
    text: "A new kind of fulfillment is a type of method, and a business declares in its profile whether one checkout may have several destinations of that type and which other types it can be combined with. All three places have to list the type. A type that is only in the method's enum cannot be configured, and one that is missing there cannot be offered.",
    source: "§2.6",
    wrong: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup", "locker"],
    },
    right: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup"],
    },
  },
  check: checkMethodTypes,
};

/** A method type, and where the release lists it. */
interface ListedType extends DocumentPosition {
  readonly type: string;
}

/** One of the three places that list method types. */
interface TypeList {
  /** For messages. */
  readonly name: string;
  readonly types: readonly ListedType[];
}

/** Types of schemas that the release builds on count, but only those that it lists itself are reported. */
function checkMethodTypes(context: LintContext): Observation[] {
  const { sources } = context.loaded;
  const schemas = [...sources.documents.values()].flatMap((document) =>
    sources.schemasIn(document),
  );
  const lists: readonly TypeList[] = [
    { name: "the type enum of fulfillment methods", types: schemas.flatMap(methodTypes) },
    { name: "allows_multi_destination", types: schemas.flatMap(multiDestinationTypes) },
    { name: "the item enum of allows_method_combinations", types: schemas.flatMap(combinedTypes) },
  ].filter(({ types }) => types.length > 0);
  return lists.flatMap((list) =>
    lists.filter((other) => other !== list).flatMap((other) => compareLists(list, other, context)),
  );
}

/** The types that the release has in one list and not in the other, each once. */
function compareLists(
  list: TypeList,
  other: TypeList,
  { own, truncatedFiles }: LintContext,
): Observation[] {
  const known = new Set(other.types.map(({ type }) => type));
  const missing = list.types.filter(
    ({ type, document }) => !known.has(type) && own.includes(document),
  );
  const unique = [...new Map(missing.map((each) => [each.type, each])).values()];
  const [first] = unique;
  if (first === undefined) return [];
  return limitByDocument(unique, first.document, truncatedFiles).map(
    ({ type, document, pointer }) => ({
      message: `${type} is in ${list.name}, but not in ${other.name}`,
      place: locateSource(document, pointer, "key"),
    }),
  );
}

function methodTypes(schema: LocatedSchema): ListedType[] {
  return isMethodType(schema) ? literalTypes(schema) : [];
}

/** True for the member `type` of a schema named `fulfillment_method`, or of one for the items of `methods`. */
function isMethodType({ document: { file }, pointer }: DocumentPosition): boolean {
  if (/\/methods\/items(?:\/allOf\/\d+)*\/properties\/type$/.test(pointer)) return true;
  const [, owner = ""] = /^(.*?)(?:\/allOf\/\d+)*\/properties\/type$/.exec(pointer) ?? [];
  if (owner !== "") return owner.endsWith("/$defs/fulfillment_method");
  return /(?:^|\/)fulfillment_method\.json$/.test(file) && /\/properties\/type$/.test(pointer);
}

function multiDestinationTypes({ document, pointer, schema }: LocatedSchema): ListedType[] {
  const members = isObject(schema) ? schema["properties"] : undefined;
  if (!pointer.endsWith("/properties/allows_multi_destination") || !isObject(members)) return [];
  return Object.keys(members).map((type) => ({
    type,
    document,
    pointer: joinPointer(pointer, "properties", type),
  }));
}

function combinedTypes(schema: LocatedSchema): ListedType[] {
  return schema.pointer.endsWith("/properties/allows_method_combinations/items/items")
    ? literalTypes(schema)
    : [];
}

/** The strings of `const` and `enum`. */
function literalTypes({ document, pointer, schema }: LocatedSchema): ListedType[] {
  if (!isObject(schema)) return [];
  const { const: single, enum: values } = schema;
  const candidates: readonly (readonly [Json | undefined, string])[] = [
    [single, `${pointer}/const`],
    ...(Array.isArray(values) ? (values as readonly Json[]) : []).map(
      (value, index) => [value, `${pointer}/enum/${index}`] as const,
    ),
  ];
  return candidates.flatMap(([type, at]) =>
    typeof type === "string" ? [{ type, document, pointer: at }] : [],
  );
}
