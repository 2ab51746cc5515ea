/**
 * The profile of an earlier release: a business that has moved on names it in `supported_versions` (§2.1). It is read as the generated
 * client reads it: https, at the origin of the profile that names it, without redirects, and one step only.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { failure, ProtoGenError, type SourceLocation } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { isHttpUrl, isUrl } from "../text/http-url.js";
import { locateSource, type Document } from "./document.js";
import { protocolName } from "./profile.js";

export interface ReleaseReading {
  /** The version of the protocol that the profile is wanted in. */
  readonly release: string;
  /** Reads a profile by its URL. */
  read(url: string): Promise<Document>;
}

/**
 * @returns the document itself if it is of that release
 * @throws ProtoGenError PROFILE_RELEASE_MISMATCH, and what reading throws
 */
export async function readSupportedRelease(
  document: Document,
  { release, read }: ReleaseReading,
): Promise<Document> {
  const { member, pointer } = protocolMember(document);
  if (member["version"] === release) return document;
  const at = joinPointer(`${pointer}/supported_versions`, release);
  const supported = isObject(member["supported_versions"]) ? member["supported_versions"] : {};
  if (!Object.hasOwn(supported, release))
    throw mismatch(locateSource(document, `${pointer}/version`), {
      why: `the profile is of ${shown(member["version"])}, and its supported_versions do not name ${release}`,
      hint: namedReleases(supported),
    });
  const place = locateSource(document, at);
  const url = requireOwnUrl(supported[release], document, place);
  const named = await readNamed(url, { release, read }, place);
  return Object.freeze({ ...named, namedBy: document });
}

async function readNamed(
  url: string,
  { release, read }: ReleaseReading,
  place: SourceLocation,
): Promise<Document> {
  const named = await readAt(url, read, place);
  const { member, pointer } = protocolMember(named);
  if (member["version"] === release) return named;
  throw mismatch(locateSource(named, `${pointer}/version`), {
    why: `the profile that is named for ${release} is of ${shown(member["version"])}`,
    hint: "ask the business to correct its supported_versions; those of this profile are not followed",
  });
}

async function readAt(
  url: string,
  read: ReleaseReading["read"],
  place: SourceLocation,
): Promise<Document> {
  try {
    return await read(url);
  } catch (error) {
    const [first] = error instanceof ProtoGenError ? error.diagnostics : [];
    if (first?.code !== "FILE_NOT_FOUND") throw error;
    throw mismatch(place, { why: first.message, hint: "ask the business to serve it there" });
  }
}

/** Whoever controls a profile does not speak for other hosts. */
function requireOwnUrl(given: Json | undefined, by: Document, place: SourceLocation): string {
  if (!isHttpUrl(by.uri))
    throw mismatch(place, {
      why: "a profile that is a file has no origin, which the named profile must be at",
      hint: "give the URL of the profile with --profile",
    });
  const url = typeof given === "string" && isUrl(given) ? new URL(given) : undefined;
  const { origin } = new URL(by.uri);
  if (url?.origin === origin && url.username + url.password === "")
    return url.href.replace(/#.*/, "");
  throw mismatch(place, {
    why: `${shown(given)} is not a URL at ${origin}, the origin of the profile that names it`,
    hint: `ask the business to serve it at ${origin}`,
  });
}

function protocolMember(document: Document): {
  readonly member: Readonly<Record<string, Json>>;
  readonly pointer: string;
} {
  const name = protocolName(document);
  const member = isObject(document.root) ? document.root[name] : undefined;
  return { member: isObject(member) ? member : {}, pointer: joinPointer("", name) };
}

function namedReleases(supported: object): string {
  const names = Object.keys(supported);
  return names.length === 0
    ? "leave out --release, or use a profile of that release"
    : `it names ${names.slice(0, MAX_LISTED).join(", ")}`;
}

const MAX_LISTED = 10;

function shown(value: Json | undefined): string {
  return value === undefined ? "no version" : typeof value === "string" ? value : "no text";
}

function mismatch(
  place: SourceLocation,
  { why, hint }: { readonly why: string; readonly hint: string },
): Error {
  return failure("PROFILE_RELEASE_MISMATCH", why, { place, hint });
}
