import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type DocumentPosition } from "../../load/document.js";
import { limitByDocument } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";
import { possibleBranches } from "../../compose/visibility/in-place-schemas.js";
import { addressKey } from "../../json-schema/schema-address.js";
import type { LocatedSchema } from "../../load/check-document.js";
import type { Sources } from "../../load/sources.js";

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
  const open = new Set(schemas.filter(isOpenPlace).map(({ document }) => document));
  const added = schemas.filter(({ document }) => !open.has(document)).flatMap(addedTypes);
  const places = (isPlace: (place: DocumentPosition) => boolean): ListedType[] => {
    const listed = schemas.filter(isPlace);
    const isOpen = listed.some((schema) => leadsToAddedTypes(sources, schema));
    return [...listed.flatMap((schema) => listedTypes(sources, schema)), ...(isOpen ? added : [])];
  };
  const types = places(isMethodType);
  const destinations = schemas.flatMap(multiDestinationTypes);
  const lists: readonly TypeList[] = [
    // An extension may add a type to a release that it does not refer to.
    { name: "the type enum of fulfillment methods", types: types.length > 0 ? types : added },
    { name: "allows_multi_destination", types: destinations },
    { name: "the item enum of allows_method_combinations", types: places(isCombinedType) },
  ];
  const known = lists.filter(
    (list) => list.types.length > 0 || (added.length > 0 && list.types === destinations),
  );
  const found = known.flatMap((list) =>
    known.filter((other) => other !== list).flatMap((other) => compareLists(list, other, context)),
  );
  // A value that is added to two lists at once is missing from the third once.
  const byPlace = found.map(
    (each) => [`${JSON.stringify(each.place)} ${each.missingFrom}`, each] as const,
  );
  return [...new Map(byPlace.reverse()).values()].reverse();
}

interface MissingType extends Observation {
  /** The name of the list. */
  readonly missingFrom: string;
}

/** The types that the release has in one list and not in the other, each once. */
function compareLists(
  list: TypeList,
  other: TypeList,
  { own, truncatedFiles }: LintContext,
): MissingType[] {
  const known = new Set(other.types.map(({ type }) => type));
  const missing = list.types.filter(
    ({ type, document }) => !known.has(type) && own.includes(document),
  );
  const unique = [...new Map(missing.map((each) => [each.type, each])).values()];
  const [first] = unique;
  if (first === undefined) return [];
  return limitByDocument(unique, first.document, truncatedFiles).map(
    ({ type, document, pointer }) => ({
      missingFrom: other.name,
      message: `${type} is in ${list.name}, but not in ${other.name}`,
      place: locateSource(document, pointer, "key"),
    }),
  );
}

/** The name under which releases leave the enum of method types open, and extensions add to it. */
const ANCHOR = "fulfillment_method_type";

/** The place in a release to which extensions add. */
function isOpenPlace({ schema }: LocatedSchema): boolean {
  const reference = isObject(schema) ? schema["$dynamicRef"] : undefined;
  return typeof reference === "string" && reference.endsWith(`#${ANCHOR}`);
}

/** The types that an extension adds where a release leaves the enum open. */
function addedTypes(schema: LocatedSchema): ListedType[] {
  const isAnchor = isObject(schema.schema) && schema.schema["$dynamicAnchor"] === ANCHOR;
  return isAnchor ? literalTypes(schema) : [];
}

/** The types that a schema lists, itself or through references and choices. */
function listedTypes(sources: Sources, schema: LocatedSchema): ListedType[] {
  return [...followList(sources, schema)].flatMap(literalTypes);
}

function leadsToAddedTypes(sources: Sources, schema: LocatedSchema): boolean {
  return [...followList(sources, schema)].some(
    (each) => isObject(each.schema) && typeof each.schema["$dynamicRef"] === "string",
  );
}

/** A schema, and those that it refers to or chooses between. */
function followList(sources: Sources, schema: LocatedSchema): ReadonlySet<LocatedSchema> {
  const found = new Map<string, LocatedSchema>();
  const waiting = [{ document: schema.document.uri, pointer: schema.pointer }];
  for (const at of waiting) {
    const location = sources.schemas.locate(at.document, at.pointer);
    const document = sources.documents.get(at.document);
    if (location === undefined || document === undefined || found.has(addressKey(at))) continue;
    found.set(addressKey(at), { document, pointer: at.pointer, schema: location.schema });
    if (!isObject(location.schema)) continue;
    const { $ref: reference } = location.schema;
    const target =
      typeof reference === "string"
        ? sources.resolve(location.resource.uri, at.document, reference)
        : undefined;
    if (target !== undefined) waiting.push({ document: target.document, pointer: target.pointer });
    for (const pointer of possibleBranches(location.schema, at.pointer))
      waiting.push({ document: at.document, pointer });
  }
  return new Set(found.values());
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

function isCombinedType({ pointer }: DocumentPosition): boolean {
  return /\/properties\/allows_method_combinations(?:\/allOf\/\d+)*\/items(?:\/allOf\/\d+)*\/items(?:\/allOf\/\d+)*$/.test(
    pointer,
  );
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
