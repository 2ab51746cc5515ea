/** The languages that a caller prefers, for texts that people read. */

import { parseList } from "structured-headers";
import { isObject, own } from "../json/members.js";
import type { CallHeaders } from "./deadline-context.js";

/** Callers can send any number. */
const MAX_LANGUAGES = 10;
const TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8}){0,7}$/;

/** `context.language` of the request, then `Accept-Language` (RFC 9110 §12.5.4), best first. */
export function preferredLanguages(payload: unknown, headers: CallHeaders): readonly string[] {
  const context = isObject(payload) ? own(payload, "context") : undefined;
  const named = isObject(context) ? own(context, "language") : undefined;
  const header = headers.get("accept-language");
  const all = [...(typeof named === "string" ? [named] : []), ...acceptedLanguages(header ?? "")];
  return [...new Set(all)].filter((tag) => TAG.test(tag)).slice(0, MAX_LANGUAGES);
}

function acceptedLanguages(header: string): readonly string[] {
  try {
    // Its grammar is that of a list of tokens with a weight, which structured fields share.
    return parseList(header)
      .map(([tag, parameters]) => ({ tag: String(tag), weight: Number(parameters.get("q") ?? 1) }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag);
  } catch {
    // A header that cannot be read is no reason to refuse a call.
    return [];
  }
}

/**
 * Returns the first of the caller's languages that you have, in your spelling (RFC 4647 §3.4): `de-CH` finds `de`. Undefined if you
 * have none of them.
 * @param languages from most to least preferred: `context.languages` of a call
 * @param offered the languages of your texts
 * @example
 * ```ts
 * import { matchLanguage } from "@proto-gen/runtime/server";
 *
 * matchLanguage(["de-CH", "fr"], ["en", "fr", "de"]); // "de"
 * matchLanguage(["ja"], ["en", "fr", "de"]); // undefined
 * ```
 */
export function matchLanguage<Offered extends string>(
  languages: readonly string[],
  offered: readonly Offered[],
): Offered | undefined {
  const known = new Map(offered.map((tag) => [tag.toLowerCase(), tag]));
  for (const language of languages)
    for (let tag = language.toLowerCase(); tag !== ""; tag = shortened(tag)) {
      const found = known.get(tag);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Without its last part, and a single letter that would be left at its end. */
function shortened(tag: string): string {
  return tag.replace(/(?:-[a-z\d])?-[^-]*$|^[^-]*$/, "");
}
