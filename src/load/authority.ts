/**
 * Namespace authority (§1.9): the host of `spec` and `schema`, reversed, must be the name's
 * prefix at a label boundary. Checked before anything is fetched.
 */

import type * as Library from "tldts";
import { requirePackage } from "../require-package.js";
import { isUrl } from "../text/http-url.js";
import { diagnostic, type Diagnostic, type SourceLocation } from "../errors.js";

const { parse } = requirePackage("tldts") as typeof Library;

/**
 * @param name the declared name, for example `com.example.gift`
 * @param url its `spec` or `schema`
 * @returns AUTHORITY_INVALID_URL or AUTHORITY_MISMATCH; undefined if there is no problem
 */
export function authorityProblem(
  name: string,
  url: string,
  place: () => SourceLocation,
): Diagnostic | undefined {
  const host = authorityHost(url);
  if (typeof host !== "string")
    return diagnostic("AUTHORITY_INVALID_URL", `${name} declares ${url}, ${host.problem}`, {
      place: place(),
    });
  const reversed = host.split(".").reverse().join(".");
  if (name === reversed || name.startsWith(`${reversed}.`)) return undefined;
  return diagnostic(
    "AUTHORITY_MISMATCH",
    `${name} declares ${url}, but ${host} is the authority of ${reversed}.*, not of ${namespaceOf(name)}.*`,
    {
      place: place(),
      hint: `serve it from ${namespaceOf(name).split(".").reverse().join(".")}, or name it ${reversed}.…`,
    },
  );
}

function authorityHost(url: string): string | { readonly problem: string } {
  const parsed = isUrl(url) ? new URL(url) : undefined;
  if (parsed === undefined) return { problem: "which is not an absolute URL" };
  if (parsed.protocol !== "https:") return { problem: "which is not https" };
  if (parsed.username !== "" || parsed.password !== "")
    return { problem: "which contains user information" };
  // The parser drops the default port of https, so only the text shows it.
  if (parsed.port !== "" || /^https:\/\/[^/?#]*:\d*(?:[/?#]|$)/i.test(url))
    return { problem: "which contains a port" };
  const host = parsed.hostname;
  if (host.endsWith(".")) return { problem: "whose host ends with a dot" };
  const { isIp, publicSuffix, domain } = parse(host, { allowPrivateDomains: true });
  if (isIp === true || host.startsWith("[")) return { problem: "whose host is an IP address" };
  if (domain === null || host === publicSuffix)
    return { problem: `whose host ${host} is a public suffix, which belongs to nobody` };
  return host;
}

function namespaceOf(name: string): string {
  return name.split(".").slice(0, 2).join(".");
}
