/**
 * One side of a run: a profile, and whose it is. One's own is held to every rule, and all its errors are reported together; another's is
 * read entry by entry, because whoever reads it cannot mend it (ADR 77). Both are read the same way: what is wrong with an entry takes
 * the entry out, and who asked decides at the end whether that is an error.
 */

import { findSigningKeyProblems } from "@proto-gen/runtime/codegen/generator";
import { diagnostic, ProtoGenError, type Diagnostic } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { isHttpUrl } from "../text/http-url.js";
import { valueAt } from "../text/value-at.js";
import { locateSource, type Document } from "./document.js";
import type { ProfileOptions } from "./endpoint.js";
import {
  endpointNotices,
  findOddEntries,
  findRefusedEntries,
  type EntryProblem,
} from "./odd-entries.js";
import { MissingDocumentsError } from "./missing-documents.js";
import type { ProfileRole } from "./profile-role.js";
import { parseProfile, protocolName, type Profile } from "./profile.js";
import { withoutEntries } from "./sound-document.js";

export type Whose = "own" | "another";

export interface Side {
  /** As it was read. */
  readonly document: Document;
  readonly whose: Whose;
  readonly options: ReadProfileOptions;
  /** Undefined where the profile tells, without what is left out. */
  readonly role?: ProfileRole | undefined;
  /** Without what is left out. */
  readonly profile: Profile;
  readonly leftOut: readonly EntryProblem[];
}

/** What is the same for whoever reads a profile. */
export interface ReadProfileOptions extends ProfileOptions {
  /** Values of facts in place of those of the profile's release. */
  readonly facts?: FactOverrides | undefined;
}

export interface SideOptions extends ReadProfileOptions {
  readonly whose: Whose;
  /** By default, the profile tells. */
  readonly role?: ProfileRole | undefined;
}

/** A file is one's own; what is read from a URL, or was kept from one, is another's. */
export function whoseIs(source: string): Whose {
  return isHttpUrl(source) ? "another" : "own";
}

/** @throws ProtoGenError PROFILE_NO_PROTOCOL_MEMBER, PROFILE_INVALID where nothing of the profile can be read */
export function openSide(document: Document, { whose, role, ...options }: SideOptions): Side {
  const name = protocolName(document);
  const isLater = whose === "own" ? isToldLater(document) : () => false;
  const odd = findOddEntries(document).filter((each) => !isLater(each));
  const sound = withoutEntries(document, new Set(odd.map(({ pointer }) => pointer)));
  const refused = findRefusedEntries(parseProfile(sound, name), options);
  const profile = parseProfile(sound, name);
  const side = { document, whose, options, profile, leftOut: [], role };
  return leaveOut(side, [...odd, ...refused]);
}

/**
 * True for what later checks say of one's own profile: what is wrong with a key, and whether the release requires that a payment handler
 * has a version, which not all do (§2.1.3).
 */
function isToldLater({ root }: Document): (problem: EntryProblem) => boolean {
  const keys = findSigningKeyProblems(root).map(({ pointer }) => pointer.split("/").slice(0, 3));
  const told = new Set(keys.map((each) => each.join("/")));
  return ({ pointer, diagnostics: [first] }) => {
    const isHandler = /^(?:\/payment\/handlers|\/[^/]+\/payment_handlers)\//.test(pointer);
    const version = `${pointer}/version`;
    const lacksVersion = first?.place?.pointer === version && valueAt(root, version) === undefined;
    return told.has(pointer) || (isHandler && lacksVersion);
  };
}

/** The side without these entries. */
export function leaveOut(side: Side, problems: readonly EntryProblem[]): Side {
  const known = new Map(side.leftOut.map((each) => [each.pointer, each]));
  for (const each of problems) if (!known.has(each.pointer)) known.set(each.pointer, each);
  const leftOut = [...known.values()];
  const document = withoutEntries(side.document, new Set(known.keys()));
  const profile = parseProfile(document, side.profile.vocabulary.name, side.options.facts);
  const notices = endpointNotices(profile, side.options);
  const { role = profile.role } = side;
  return { ...side, leftOut, profile: Object.freeze({ ...profile, role, notices }) };
}

/**
 * Reads one's own profile.
 *
 * @throws ProtoGenError with all that is wrong in it
 */
export function readProfile(document: Document, options: ReadProfileOptions = {}): Profile {
  const side = openSide(document, { ...options, whose: "own" });
  if (side.leftOut.length > 0) throw new ProtoGenError(errorsOf(side.leftOut));
  return side.profile;
}

/** What the author of the profile is told. A cycle is one mistake of all its members, whom the message names. */
export function errorsOf(leftOut: readonly EntryProblem[]): Diagnostic[] {
  const all = new Map<string, Diagnostic>();
  const missing = MissingDocumentsError.diagnosticsOf(
    leftOut.flatMap((each) => each.missing ?? []),
  );
  const others = leftOut.filter((each) => each.missing === undefined);
  for (const each of [...others.flatMap(({ diagnostics }) => diagnostics), ...missing]) {
    const { code, message, place } = each;
    const key = code === "NEGOTIATE_CYCLE" ? message : JSON.stringify([code, message, place]);
    if (!all.has(key)) all.set(key, each);
  }
  return [...all.values()];
}

/** What the reader of another's profile is told: an entry that is left out, and the reason. */
export function leftOutNotices({ document, leftOut }: Side): Diagnostic[] {
  return leftOut.map((each) => {
    const { name, pointer, diagnostics } = each;
    const [reason] = diagnostics;
    const { place, related } = placesOf(reason, document, pointer);
    const said = reason === undefined ? "" : `: ${reason.message}`;
    const found = diagnostic("PROFILE_LEFT_OUT", `${name ?? pointer} is left out${said}`, {
      place,
      // A document that is missing may be provided by whoever reads the profile; all else is its author's to mend.
      hint: reason !== undefined && isUnresolved(reason) ? reason.hint : undefined,
    });
    return related === undefined ? found : Object.freeze({ ...found, related });
  });
}

/** An entry that is not used, as the manifest and `list` show it. */
export interface LeftOutEntry {
  readonly profile: "profile" | "platform";
  readonly name?: string;
  /** JSON pointer in that profile. */
  readonly pointer: string;
  /** Code and message of the first error. */
  readonly reason: string;
}

export function describeLeftOut({
  profile,
  platform,
}: {
  readonly profile: Side;
  readonly platform: Side | undefined;
}): LeftOutEntry[] {
  const of = (side: LeftOutEntry["profile"], { leftOut }: Side): LeftOutEntry[] =>
    leftOut.map((each) => ({
      ...{ profile: side, pointer: each.pointer },
      ...(each.name === undefined ? {} : { name: each.name }),
      reason: reasonOf(each),
    }));
  const all = [
    ...of("profile", profile),
    ...(platform === undefined ? [] : of("platform", platform)),
  ];
  return all.sort((left, right) =>
    left.profile !== right.profile
      ? left.profile < right.profile
        ? 1
        : -1
      : left.pointer < right.pointer
        ? -1
        : 1,
  );
}

/** Without the answer of a host: a run that fetches nothing says the same. */
function reasonOf({ diagnostics: [first], missing }: EntryProblem): string {
  const [absent] = missing?.references ?? [];
  if (absent !== undefined) return `${absent.code}: ${absent.message("")}`;
  return first === undefined ? "" : `${first.code}: ${first.message}`;
}

function placesOf(
  reason: Diagnostic | undefined,
  document: Document,
  pointer: string,
): Pick<Diagnostic, "place" | "related"> {
  const place = reason?.place;
  if (place?.file === document.file) return { place, ...relatedOf(reason) };
  const more = place === undefined ? [] : [{ message: `${reason?.code} is here`, place }];
  const related = [...more, ...(reason?.related ?? [])];
  return { place: locateSource(document, pointer), ...(related.length === 0 ? {} : { related }) };
}

function relatedOf(reason: Diagnostic | undefined): Pick<Diagnostic, "related"> {
  return reason?.related === undefined ? {} : { related: reason.related };
}

/** True for a document, or a part of one, that no source contains. */
export function isUnresolved({ code }: Diagnostic): boolean {
  return UNRESOLVED.has(code);
}

const UNRESOLVED: ReadonlySet<string> = new Set([
  "LOAD_SCHEMA_UNRESOLVED",
  "LOAD_REF_UNRESOLVED",
  "SERVICE_SCHEMA_UNRESOLVED",
]);
