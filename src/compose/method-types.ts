/**
 * The three lists that need a fulfillment method's type (§2.6): the type enum of methods, `allows_multi_destination` and the item enum of
 * `allows_method_combinations`. `lint` holds whole releases against the rule; composing warns of the types that active extensions add.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import type { LocatedSchema } from "../load/check-document.js";
import { locateSource, type Document, type DocumentPosition } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { ComposeContext } from "./compose-context.js";
import { possibleBranches } from "./visibility/in-place-schemas.js";

/** Reports COMPOSE_METHOD_TYPE_INCOMPLETE. */
export function reportIncompleteMethodTypes({ sources, openEnums }: ComposeContext): Diagnostic[] {
  const added = openEnums.added.filter(({ anchor }) => anchor === ANCHOR);
  const documents = new Set(added.map(({ address }) => address.document));
  if (documents.size === 0) return [];
  const own = [...sources.documents.values()].filter(({ uri }) => documents.has(uri));
  return findIncompleteMethodTypes(sources, own).map(({ document, pointer, ...found }) =>
    diagnostic("COMPOSE_METHOD_TYPE_INCOMPLETE", describeIncompleteMethodType(found), {
      place: locateSource(document, pointer, "key"),
    }),
  );
}

export function describeIncompleteMethodType({
  type,
  listedIn,
  missingFrom,
}: Pick<IncompleteMethodType, "type" | "listedIn" | "missingFrom">): string {
  return `${type} is in ${listedIn}, but not in ${missingFrom}`;
}

/** A method type, and where the release lists it. */
interface ListedType extends DocumentPosition {
  readonly type: string;
}

/** A method type that one list has and another lacks. */
export interface IncompleteMethodType extends ListedType {
  readonly listedIn: string;
  readonly missingFrom: string;
}

/** One of the three places that list method types. */
interface TypeList {
  /** For messages. */
  readonly name: string;
  readonly types: readonly ListedType[];
}

/** Types of all documents count, but only those that `own` lists are reported. */
export function findIncompleteMethodTypes(
  sources: Sources,
  own: readonly Document[],
): IncompleteMethodType[] {
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
    known.filter((other) => other !== list).flatMap((other) => compareLists(list, other, own)),
  );
  // A value that is added to two lists at once is missing from the third once.
  const byPlace = found.map(
    (each) => [`${addressKey(addressOf(each))} ${each.missingFrom}`, each] as const,
  );
  return [...new Map(byPlace.reverse()).values()].reverse();
}

/** The types that the release has in one list and not in the other, each once. */
function compareLists(
  list: TypeList,
  other: TypeList,
  own: readonly Document[],
): IncompleteMethodType[] {
  const known = new Set(other.types.map(({ type }) => type));
  const missing = list.types.filter(
    ({ type, document }) => !known.has(type) && own.includes(document),
  );
  const unique = [...new Map(missing.map((each) => [each.type, each])).values()];
  return unique.map((each) => ({ ...each, listedIn: list.name, missingFrom: other.name }));
}

function addressOf({ document, pointer }: DocumentPosition): SchemaAddress {
  return { document: document.uri, pointer };
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
