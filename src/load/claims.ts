/**
 * Decides what a document may call itself and its parts by `$id`. A document speaks for its own URLs only, and which those
 * are follows from where it was found: a directory that was given for a URL speaks for what is below that, and, among its
 * own documents, for other URLs of that host; one that was given without speaks for what nobody else has. What was fetched
 * speaks for its own origin (`reference-policy.ts`). Otherwise an entry that nobody refers to could replace any schema.
 */

import path from "node:path";
import { equalJson, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import type { DocumentIndex, NameScope, Resource } from "../json-schema/schema-resources.js";
import { encodePath, isBelow, normalizeUri } from "../json-schema/uri.js";
import { isHttpUrl } from "../text/http-url.js";
import { valueAt } from "../text/value-at.js";
import { locateSource, type Document, type DocumentPosition } from "./document.js";
import { scopeOf } from "./name-scope.js";
import type { Reader } from "./reader.js";
import { BUNDLED_ROOT, prefixesOf } from "./schema-root.js";

/** Every name that documents of a run have taken so far, with the first that has it. */
export interface Claims {
  readonly byName: Map<string, DocumentPosition>;
  /** Names that count within one directory. */
  readonly byScope: Map<NameScope, Map<string, DocumentPosition>>;
  /** Names that were reported: each of two schemas finds the other. */
  readonly reported: Set<string>;
}

export function createClaims(): Claims {
  return { byName: new Map(), byScope: new Map(), reported: new Set() };
}

interface ClaimContext {
  readonly claims: Claims;
  /** Knows who else on this disk has a URL. */
  readonly reader: Pick<Reader, "holders">;
}

/** A name, and the schema that has it. */
interface Claim extends DocumentPosition {
  readonly name: string;
  readonly schema: Json;
}

/**
 * Records the names of a document.
 *
 * @param index what the set of schemas has found in it
 * @returns LOAD_ID_OF_OTHER_HOST, LOAD_DUPLICATE_ID and LOAD_DUPLICATE_ANCHOR
 */
export function claimNames(
  document: Document,
  { resources, repeatedAnchors }: DocumentIndex,
  context: ClaimContext,
): Diagnostic[] {
  const anchors = repeatedAnchors.map(({ name, first, second }) =>
    withRelated(
      diagnostic("LOAD_DUPLICATE_ANCHOR", `two schemas have the anchor ${name}`, {
        place: locateSource(document, second),
      }),
      locateSource(document, first),
    ),
  );
  const names = [...resources.values()].flatMap((resource) =>
    claimName(document, resource, context),
  );
  return [...anchors, ...names.filter((problem) => problem !== undefined)];
}

function claimName(
  document: Document,
  { base, pointer }: Resource,
  context: ClaimContext,
): Diagnostic | undefined {
  const name = normalizeUri(base);
  const schema = pointer === "" ? document.root : (valueAt(document.root, pointer) as Json);
  const claim = { document, pointer, name, schema };
  if (isForeign(claim)) return foreignDiagnostic(claim, context);
  const scope = scopeOf(document.foundIn);
  const isWithin = scope?.isOwnName(name) === true;
  const { claims, reader } = context;
  const first = record(isWithin ? namesOf(claims, scope) : claims.byName, claim);
  const others = [
    ...(first === undefined ? [] : [first]),
    ...(isSubject(claim) ? [] : (reader.holders?.(name, document) ?? []).map(toPosition)),
  ];
  const other = others.find((each) => !isSame(claim, each));
  if (other === undefined || claims.reported.has(name)) return undefined;
  claims.reported.add(name);
  const [later, earlier] = isLater(claim, other, first) ? [claim, other] : [other, claim];
  return twiceDiagnostic(name, later, earlier);
}

/** A file that is named is read in place of any other; its parts may claim no more than those of others. */
function isSubject({ document, pointer }: Claim): boolean {
  return document.isNamed === true && pointer === "";
}

function toPosition(document: Document): DocumentPosition {
  return { document, pointer: "" };
}

/**
 * True if the claim is the one to mend: what is not the package's, a second name that is the place of another, and the
 * second of two documents of one directory.
 */
function isLater(
  { document, pointer, name }: Claim,
  other: DocumentPosition,
  first: DocumentPosition | undefined,
): boolean {
  if (document.foundIn === BUNDLED_ROOT) return false;
  if (other === first || pointer !== "") return true;
  const isAt = (each: Document): boolean => each.fileUri === name;
  if (isAt(other.document) && !isAt(document)) return true;
  return document.foundIn !== other.document.foundIn && document.foundIn?.prefix === undefined;
}

function namesOf({ byScope }: Claims, scope: NameScope): Map<string, DocumentPosition> {
  const names = byScope.get(scope) ?? new Map<string, DocumentPosition>();
  byScope.set(scope, names);
  return names;
}

/** Returns who had the name before. */
function record(
  names: Map<string, DocumentPosition>,
  { name, document, pointer }: Claim,
): DocumentPosition | undefined {
  const first = names.get(name);
  if (first === undefined) names.set(name, { document, pointer });
  return first;
}

/** True for a URL at another host than that of the directory's URL. An opaque name is at none. */
function isForeign({ name, document: { foundIn } }: Claim): boolean {
  const scope = scopeOf(foundIn);
  if (scope === undefined || foundIn?.prefix === undefined || !isHttpUrl(name)) return false;
  return !prefixesOf(foundIn).some((prefix) => isBelow(prefix, name)) && !scope.isOwnName(name);
}

function foreignDiagnostic(
  { document, pointer, name }: Claim,
  { claims, reader }: ClaimContext,
): Diagnostic {
  const { label = "", prefix = "" } = document.foundIn ?? {};
  const [holder] = reader.holders?.(name, document) ?? [];
  const owner = holder === undefined ? claims.byName.get(name) : toPosition(holder);
  const found = diagnostic(
    "LOAD_ID_OF_OTHER_HOST",
    `$id ${name}: ${label} was given for ${prefix}, and speaks for no other host`,
    { place: locateSource(document, `${pointer}/$id`) },
  );
  return owner === undefined ? found : withRelated(found, placeOfName(owner));
}

/** A document may be there twice, under two URLs or as a copy; within one document, no copy has a use. */
function isSame(claim: Claim, other: DocumentPosition): boolean {
  const { file, foundIn } = claim.document;
  // Files of two directories may be shown alike.
  if (file === other.document.file && foundIn === other.document.foundIn)
    return claim.pointer === other.pointer;
  if (claim.pointer === "" && other.pointer === "")
    return claim.document.sha256 === other.document.sha256;
  return equalJson(claim.schema, valueAt(other.document.root, other.pointer));
}

function twiceDiagnostic(
  name: string,
  later: DocumentPosition,
  earlier: DocumentPosition,
): Diagnostic {
  return withRelated(
    diagnostic("LOAD_DUPLICATE_ID", `two schemas have the $id ${name}`, {
      place: placeOfName(later),
      hint: prefixHint(later, name),
    }),
    placeOfName(earlier),
  );
}

function placeOfName({ document, pointer }: DocumentPosition): ReturnType<typeof locateSource> {
  const at = `${pointer}/$id`;
  return locateSource(document, valueAt(document.root, at) === undefined ? pointer : at);
}

/** The URL for which the directory would have to be given, so that the file stands where its `$id` says. */
function prefixHint({ document, pointer }: DocumentPosition, name: string): string | undefined {
  const { foundIn } = document;
  const bundled = BUNDLED_ROOT.prefix as string;
  const isPackages = isBelow(bundled, name);
  if (foundIn === undefined || (scopeOf(foundIn) !== undefined && !isPackages)) return undefined;
  let [directory, url] = [document.file, name];
  while (pointer === "" && directory !== foundIn.label) {
    const [above, of] = [path.dirname(directory), url.slice(0, url.lastIndexOf("/"))];
    // A root of the whole package would stand in for none of its releases.
    const isRelease = isPackages && !isBelow(bundled, of);
    if (isRelease || !URL.canParse(of) || url !== `${of}/${encodePath(path.basename(directory))}`)
      break;
    [directory, url] = [above, of];
  }
  return directory === document.file
    ? `give it an $id of its own; only a directory that is published there may have this one: --schemas DIR=${url.slice(0, url.lastIndexOf("/"))}`
    : `give it an $id of its own, or say what the directory is published at: --schemas ${directory}=${url}`;
}

function withRelated(found: Diagnostic, place: ReturnType<typeof locateSource>): Diagnostic {
  return Object.freeze({ ...found, related: [{ message: "the other", place }] });
}
