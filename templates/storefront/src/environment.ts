/**
 * The settings of `npm start`, from environment variables. A value that cannot be read ends the start: a default in its place would open another
 * shop than the one that was asked for.
 */

import { readFileSync } from "node:fs";
import type { Tls } from "./listeners.js";

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Environment {
  readonly port: number;
  /** Where the shop keeps what lasts. */
  readonly directory: string;
  /** How the world calls the shop, without a slash at its end. */
  readonly base: string | undefined;
  readonly tls: Tls | undefined;
  readonly smtpUrl: string | undefined;
  /** URLs of profiles. */
  readonly trusted: ReadonlySet<string>;
  readonly geoIpCountryHeader: string | undefined;
}

/** @throws TypeError that names each variable whose value cannot be right */
export function readEnvironment(variables: Variables): Environment {
  const problems: string[] = [];

  /** @param read gives undefined for a value that cannot be right */
  function read<Value>(
    name: string,
    expected: string,
    read: (text: string) => Value | undefined,
  ): Value | undefined {
    const text = variables[name];
    if (text === undefined) return undefined;
    const value = read(text);
    if (value === undefined) problems.push(`${name}: expected ${expected}`);
    return value;
  }

  const port = read("PORT", "a number from 0 to 65535", portIn);
  const directory = read("DATA", "a directory", pathIn);
  const base = read("BASE_URL", "an https URL without user, query and fragment", baseIn);
  const smtpUrl = read("SMTP_URL", "a URL such as smtps://user:password@mail.example.com", smtpIn);
  const trusted = read("TRUSTED_PLATFORMS", "https URLs of profiles, with commas between", urlsIn);
  const geoIpCountryHeader = read("GEO_IP_COUNTRY_HEADER", "the name of a header", fieldNameIn);
  const key = read("TLS_KEY", "a file that can be read", bytesIn);
  const cert = read("TLS_CERT", "a file that can be read", bytesIn);
  // With one of them alone the shop would speak plain http.
  if ((variables["TLS_KEY"] === undefined) !== (variables["TLS_CERT"] === undefined))
    problems.push("TLS_KEY and TLS_CERT: expected both of them, or neither");
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return {
    port: port ?? 3000,
    directory: directory ?? "data",
    base,
    tls: key === undefined || cert === undefined ? undefined : { key, cert },
    smtpUrl,
    trusted: trusted ?? new Set(),
    geoIpCountryHeader,
  };
}

function portIn(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function pathIn(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Plain http is for whoever tries the shop on this machine. */
function baseIn(text: string): string | undefined {
  const url = plainUrl(text);
  if (url === undefined || url.search !== "") return undefined;
  const isAllowed =
    url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
  return isAllowed ? url.href.replace(/\/+$/, "") : undefined;
}

function smtpIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== "" ? text : undefined;
}

/** A blank entry names nobody. */
function urlsIn(text: string): ReadonlySet<string> | undefined {
  const urls = text.split(/[\s,]+/).filter((each) => each !== "");
  return urls.every((each) => plainUrl(each)?.protocol === "https:") ? new Set(urls) : undefined;
}

function plainUrl(text: string): URL | undefined {
  // What a URL parser would leave out, or mend: `https:host`, spaces, a backslash.
  if (!/^[a-z]+:\/\/[^\s/\\]/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" && !/[\s#\\]/.test(text) ? url : undefined;
}

/** RFC 9110 §5.1. */
function fieldNameIn(text: string): string | undefined {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text) ? text : undefined;
}

function bytesIn(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
