/**
 * Namespace authority (§1.9) of a release without a profile: the hosts of `$id`, which profiles name as `schema`, and of
 * `spec` and `schema` in its capabilities and payment handlers.
 */

import type { Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { authorityProblem } from "../load/authority.js";
import { isUrl } from "../text/http-url.js";
import { locateSource, type Document } from "../load/document.js";
import type { LintContext } from "./context.js";

const URL_MEMBERS = ["$id", "spec", "schema"];

export function authorityDiagnostics({ own }: LintContext): Diagnostic[] {
  return own.flatMap(checkDocument);
}

function checkDocument(document: Document): Diagnostic[] {
  const root = isObject(document.root) ? document.root : {};
  const { name, version } = root;
  if (typeof name !== "string" || typeof version !== "string") return [];
  return URL_MEMBERS.flatMap((member) => {
    const url = root[member];
    // A relative `$id` has no host.
    if (typeof url !== "string" || (member === "$id" && !isUrl(url))) return [];
    return authorityProblem(name, url, () => locateSource(document, `/${member}`)) ?? [];
  });
}
