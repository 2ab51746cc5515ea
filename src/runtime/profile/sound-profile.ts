/**
 * Reads another party's profile (§2.1) entry by entry. It cannot be fixed here, so one invalid entry must not
 * invalidate the others. Shared by client and server.
 *
 * Capabilities, transports of a service and payment handlers are ignored if they break §2.1 or do not belong to their
 * host (§1.9).
 */

import { isObject, own, type Members } from "../json/members.js";
import { joinPointer } from "../json/json-pointer.js";
import {
  expectObject,
  expectString,
  expectVersion,
  RegistryError,
  entriesOf,
  readRegistry,
  unlessOdd,
  type DeclaredRegistry,
  type OddEntry,
  type RegistryEntry,
  type ReportOdd,
} from "../negotiation/registry.js";
import { isReadableKey } from "../signature/readable-key.js";
import { cutText, printableText } from "../text/printable-text.js";

/** An https URL with a plain host name: no user information, port, IP address or trailing dot. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?:[/?#]|$)/i;

/** An ignored entry. Its texts are printable and short. */
export interface LeftOut {
  /** As in the profile. Undefined if it has no textual name. */
  readonly name: string | undefined;
  /** JSON Pointer in the profile, of the entry, of one transport of a service, or of a whole registry. */
  readonly pointer: string;
  /** JSON Pointer of the exact place, at or below `pointer`. */
  readonly place: string;
  readonly reason: string;
  /** True if the entry is well-formed but its host has no authority for its name (§1.9). */
  readonly isForeign: boolean;
}

export interface SoundProfile {
  /** The profile without its invalid entries. */
  readonly profile: Members;
  /** The profile's member for the protocol. */
  readonly member: Members;
  readonly registry: DeclaredRegistry;
  readonly leftOut: readonly LeftOut[];
}

/** An ignored entry with the original error. Its pointers are in the profile. */
export interface ProfileOddEntry extends OddEntry {
  /** True if the entry is well-formed but its host has no authority for its name (§1.9). */
  readonly isForeign: boolean;
}

/**
 * Finds the invalid entries of a profile, for tools that tell its author.
 * @throws RegistryError as `readSoundProfile`
 */
export function findOddEntries(name: string, given: unknown): readonly ProfileOddEntry[] {
  return readEntries(name, given).odd.map((each) => ({
    ...each,
    isForeign: each.error instanceof AuthorityError,
  }));
}

/**
 * @param name the profile's member, which is the protocol's name
 * @throws RegistryError, with a pointer in the profile, if it lacks that member, its version cannot be read, or
 * almost everything is invalid
 */
export function readSoundProfile(name: string, given: unknown): SoundProfile {
  const { profile, registry, odd } = readEntries(name, given);
  const dropped = new Set(odd.map(({ pointer }) => pointer));
  const sound = dropped.size === 0 ? profile : (without(profile, "", dropped, DEPTH) as Members);
  return {
    profile: sound,
    member: sound[name] as Members,
    registry,
    leftOut: odd.map(describeOdd),
  };
}

interface ReadEntries {
  readonly profile: Members;
  readonly registry: DeclaredRegistry;
  readonly odd: readonly OddEntry[];
}

function readEntries(name: string, given: unknown): ReadEntries {
  const profile = expectObject(given, "");
  const base = joinPointer("", name);
  const member = expectObject(own(profile, name), base);
  const odd: OddEntry[] = [];
  const report =
    (prefix: string): ReportOdd =>
    (each) => {
      if (odd.length >= MAX_ODD)
        throw new RegistryError(each.error.pointer, `more than ${MAX_ODD} entries are invalid`);
      odd.push({ ...each, pointer: prefix + each.pointer, error: placed(prefix, each.error) });
    };
  const registry = readDeclared(member, base, report(base));
  readServices(own(member, "services"), `${base}/services`, report(""));
  readHandlers(own(member, "payment_handlers"), `${base}/payment_handlers`, report(""));
  const payment = own(profile, "payment");
  const listed = isObject(payment) ? own(payment, "handlers") : undefined;
  readHandlers(listed, "/payment/handlers", report(""));
  readKeys(own(profile, "signing_keys"), "/signing_keys", report(""));
  return { profile, registry, odd };
}

/**
 * Like `readSoundProfile`, for servers.
 * @throws RegistryError as `readSoundProfile`; also if all declared capabilities are invalid (§7). Capabilities of
 * other hosts (§1.9) do not count: a platform with no others merely has nothing in common with anyone
 */
export function requireSoundProfile(name: string, given: unknown): SoundProfile {
  const read = readSoundProfile(name, given);
  if (read.registry.capabilities.length > 0) return read;
  const capabilities = `${joinPointer("", name)}/capabilities`;
  const first = read.leftOut.find(
    ({ pointer, isForeign }) => !isForeign && `${pointer}/`.startsWith(`${capabilities}/`),
  );
  if (first !== undefined) throw new RegistryError(first.place, first.reason);
  return read;
}

/** The invalid place and the reason, in one short line. */
export function describePlace({ pointer, message }: RegistryError): string {
  return `${shortText(pointer, MAX_POINTER) || "the profile"}: ${shortText(message, MAX_REASON)}`;
}

/** Every error costs the server time, and strangers choose the profile: with more, it is rejected. */
const MAX_ODD = 1_000;
const MAX_NAME = 120;
const MAX_POINTER = 240;
const MAX_REASON = 400;
/** From the profile to a transport of a service: member, registry, name, index, transport. */
const DEPTH = 5;

function describeOdd({ name, pointer, error }: OddEntry): LeftOut {
  return {
    name: name && shortText(name, MAX_NAME),
    pointer: shortText(pointer, MAX_POINTER),
    place: shortText(error.pointer, MAX_POINTER),
    reason: shortText(error.message, MAX_REASON),
    isForeign: error instanceof AuthorityError,
  };
}

function shortText(text: string, maxLength: number): string {
  return printableText(cutText(text, maxLength, "…"));
}

function placed(prefix: string, error: RegistryError): RegistryError {
  if (prefix === "") return error;
  const Kind = error instanceof AuthorityError ? AuthorityError : RegistryError;
  return new Kind(prefix + error.pointer, error.message, error);
}

function readDeclared(member: Members, base: string, report: ReportOdd): DeclaredRegistry {
  try {
    return readRegistry(member, report, ({ name, pointer, ...entry }) => {
      requireAuthority(name, entry, pointer, ["spec", "schema"]);
      return undefined;
    });
  } catch (error) {
    throw error instanceof RegistryError ? placed(base, error) : error;
  }
}

/** A service with a foreign `spec` is ignored; with a foreign `schema`, only that transport is. */
function readServices(services: unknown, pointer: string, report: ReportOdd): void {
  for (const each of registryOf(services, pointer, report))
    unlessOdd(each, report, () => {
      const { name, entry, pointer: at } = each;
      expectVersion(entry["version"], `${at}/version`);
      requireAuthority(name, entry, at, ["spec"]);
      if (entry["transport"] !== undefined) {
        expectString(entry["transport"], `${at}/transport`);
        return readBinding(each);
      }
      for (const transport of TRANSPORTS) {
        const binding = entry[transport];
        if (binding === undefined) continue;
        const place = { name, pointer: `${at}/${transport}` };
        unlessOdd(place, report, () =>
          readBinding({ ...place, entry: expectObject(binding, place.pointer) }),
        );
      }
      return [];
    });
}

/** The transports in the object form of a service (§2.1.1). */
const TRANSPORTS = ["rest", "mcp", "a2a", "embedded"] as const;

function readBinding({ name, entry, pointer }: RegistryEntry): never[] {
  requireAuthority(name, entry, pointer, ["schema"]);
  const { endpoint } = entry;
  if (endpoint !== undefined) expectString(endpoint, `${pointer}/endpoint`);
  return [];
}

function readHandlers(handlers: unknown, pointer: string, report: ReportOdd): void {
  for (const each of registryOf(handlers, pointer, report))
    unlessOdd(each, report, () => {
      const { name, entry, pointer: at } = each;
      expectString(entry["id"], `${at}/id`);
      requireAuthority(name, entry, at, ["spec", "schema", "config_schema"]);
      if (entry["config"] !== undefined) expectObject(entry["config"], `${at}/config`);
      // Checked last: some releases do not require it, and authors of profiles only see the release's schema.
      expectVersion(entry["version"], `${at}/version`);
      return [];
    });
}

/** A signature with an ignored key is rejected like one with an unknown key (§5.4). */
function readKeys(keys: unknown, pointer: string, report: ReportOdd): void {
  if (keys === undefined) return;
  const tell = (at: string, message: string, name?: string): void =>
    report({ name, pointer: at, error: new RegistryError(at, message) });
  if (!Array.isArray(keys)) return tell(pointer, "expected an array of keys");
  keys.forEach((key: unknown, index) => {
    if (isReadableKey(key)) return;
    const kid = isObject(key) ? own(key, "kid") : undefined;
    const reason = "it is not a readable public key";
    tell(`${pointer}/${index}`, reason, typeof kid === "string" ? kid : undefined);
  });
}

function registryOf(value: unknown, pointer: string, report: ReportOdd): RegistryEntry[] {
  return value === undefined ? [] : entriesOf(value, pointer, report);
}

/** Removes everything at `dropped`, and lists that this leaves empty. */
function without(
  value: unknown,
  pointer: string,
  dropped: ReadonlySet<string>,
  depth: number,
): unknown {
  if (depth === 0 || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const at = joinPointer(pointer, key);
    if (dropped.has(at)) return [];
    const kept = without(each, at, dropped, depth - 1);
    const isEmptied = Array.isArray(kept) && kept.length === 0 && (each as []).length > 0;
    return isEmptied && depth < DEPTH - 1 ? [] : [[key, kept] as const];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** A well-formed entry at a host without authority for its name. */
class AuthorityError extends RegistryError {}

/**
 * @param members the entry's members whose URLs are checked
 * @throws AuthorityError; RegistryError if a member is not a string
 */
function requireAuthority(
  name: string,
  entry: Members,
  pointer: string,
  members: readonly string[],
): void {
  for (const member of members) {
    const url = entry[member];
    if (url === undefined || (typeof url === "string" && hasAuthority(name, url))) continue;
    const place = `${pointer}/${member}`;
    expectString(url, place);
    throw new AuthorityError(place, `the host of its ${member} has no authority for its name`);
  }
}

/**
 * Namespace authority (§1.9): the reversed host of `spec` and `schema` must be a prefix of the name, up to a label
 * boundary. The generator also uses public suffixes (ADR 14) because it fetches schemas; business and client fetch
 * nothing that the other side declares.
 */
function hasAuthority(name: string, url: string): boolean {
  const host = URL.canParse(url) ? PLAIN.exec(url)?.[1]?.toLowerCase() : undefined;
  if (host === undefined || new URL(url).hostname !== host) return false;
  const reversed = host.split(".").reverse().join(".");
  return name === reversed || name.startsWith(`${reversed}.`);
}
