/**
 * A cached profile, its update after a fetch, and the protocol error (§7) of a fetch that failed.
 */

import { sha256Hex } from "../digest/sha256.js";
import {
  type FetchedDocument,
  DOCUMENT_FETCH_ERRORS,
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch.js";
import { ERROR_CODES } from "../error/error-codes.js";
import { ProtocolError } from "../error/protocol-error.js";
import { JsonSyntaxError } from "../json/json-syntax-error.js";
import type { Members } from "../json/members.js";
import { parseJsonBytes } from "../json/parse-json.js";
import { RegistryError } from "../negotiation/registry.js";
import type { PlatformProfile } from "../server/platforms.js";
import { type FreshnessBounds, lifetimeOf } from "./freshness.js";
import { requireSoundProfile, describePlace } from "./sound-profile.js";

export interface CachedProfile {
  readonly platform: PlatformProfile;
  readonly bytes: number;
  readonly entityTag: string | undefined;
  readonly checkedAt: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

interface KeepingBounds extends FreshnessBounds {
  readonly staleMs: number;
  readonly failureMs: number;
}

interface Keeping {
  /** The protocol's name. */
  readonly name: string;
  readonly url: string;
  readonly before: CachedProfile | undefined;
  readonly limits: KeepingBounds;
}

/** @throws ProtocolError `profile_malformed` */
export async function keptFrom(
  { status, headers, bytes }: FetchedDocument,
  { name, url, before, limits }: Keeping,
): Promise<CachedProfile> {
  const checkedAt = Date.now();
  const freshUntil = checkedAt + lifetimeOf(headers, checkedAt, limits);
  const times = { checkedAt, freshUntil, staleUntil: freshUntil + limits.staleMs };
  if (status === 304 && before !== undefined) return { ...before, ...times };
  const profile = readProfile(name, bytes);
  const platform = Object.freeze({ url, profile, identity: await sha256Hex(bytes) });
  const entityTag = headers.get("etag") ?? undefined;
  return { platform, bytes: bytes.length, entityTag, ...times };
}

/** Extends a profile while its host is down. Undefined once that has lasted too long. */
export function keptOn(
  before: CachedProfile | undefined,
  now: number,
  { failureMs }: KeepingBounds,
): CachedProfile | undefined {
  if (before === undefined || now >= before.staleUntil) return undefined;
  const next = Math.max(before.freshUntil, now + failureMs);
  return { ...before, checkedAt: now, freshUntil: Math.min(next, before.staleUntil) };
}

/**
 * Reads the valid entries of a platform's profile (§2.1). Frozen, because the result is shared by all calls.
 * @throws ProtocolError `profile_malformed`
 */
function readProfile(name: string, bytes: Uint8Array): Members {
  try {
    return frozen(requireSoundProfile(name, parseJsonBytes(bytes)).profile);
  } catch (cause) {
    if (cause instanceof JsonSyntaxError || cause instanceof RegistryError)
      throw malformedProfile(cause);
    throw cause;
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null) frozen(member as object);
  return Object.freeze(value);
}

/**
 * The error of an unreadable profile (§7). It tells the caller the first invalid place and the reason. For invalid
 * JSON only the position is given, never the text at it.
 */
export function malformedProfile(cause: RegistryError | JsonSyntaxError): ProtocolError {
  const why =
    cause instanceof JsonSyntaxError
      ? `${cause.code} in line ${cause.line}, column ${cause.column}`
      : describePlace(cause);
  const content = `${ERROR_CODES.profile_malformed.content} ${why}.`;
  return new ProtocolError("profile_malformed", { content, cause });
}

const UNREACHABLE = ERROR_CODES.profile_unreachable.content;
/** A response arrived that is not a profile. */
const MALFORMED: readonly DocumentFetchErrorCode[] = ["TYPE_UNEXPECTED", "TOO_LARGE"];
/** The host may recover from these on its own. */
const OUTAGES: readonly DocumentFetchErrorCode[] = [
  "NOT_RESOLVED",
  "NOT_CONNECTED",
  "BROKEN_OFF",
  "TIMEOUT",
];

/** Only a reachable host causes these: a refused address has not answered. */
const ANSWERED: readonly DocumentFetchErrorCode[] = [
  "REDIRECTED",
  "STATUS_UNEXPECTED",
  "HEADERS_TOO_LARGE",
  "ENCODED",
];

/**
 * Refused addresses and hosts that do not answer are not distinguished, so callers cannot explore internal names. In
 * development, where callers are on this machine, every reason is given.
 */
export function failureOf(cause: unknown, retryMs: number, development = false): ProtocolError {
  if (cause instanceof ProtocolError) return cause;
  const code = cause instanceof DocumentFetchError ? cause.code : undefined;
  if (code === "URL_REFUSED") return new ProtocolError("invalid_profile_url", { cause });
  if (code === "PORT_REFUSED") {
    const content = DOCUMENT_FETCH_ERRORS[code];
    return new ProtocolError("invalid_profile_url", { cause, content });
  }
  if (code !== undefined && MALFORMED.includes(code)) {
    const content = `${ERROR_CODES.profile_malformed.content} ${DOCUMENT_FETCH_ERRORS[code]}`;
    return new ProtocolError("profile_malformed", { cause, content });
  }
  const headers = { "Retry-After": String(Math.ceil(retryMs / 1_000)) };
  const why = cause instanceof DocumentFetchError ? reasonOf(cause, development) : undefined;
  return new ProtocolError("profile_unreachable", {
    cause,
    headers,
    content: why && `${UNREACHABLE} ${why}`,
  });
}

function reasonOf({ code, status }: DocumentFetchError, development: boolean): string | undefined {
  if (!development && !ANSWERED.includes(code)) return undefined;
  return code === "STATUS_UNEXPECTED" && status !== undefined
    ? `The answer's status is ${status}, not 200.`
    : DOCUMENT_FETCH_ERRORS[code];
}

/** True if the previous profile may still be valid: a 404, for example, means that it is not. */
export function isOutage(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return false;
  if (!(cause instanceof DocumentFetchError)) return true;
  const { code, status = 0 } = cause;
  return OUTAGES.includes(code) || status >= 500 || status === 429;
}
