/**
 * Namespace authority of a release by itself (§1.9). In: its capabilities and payment handlers, documents with a
 * `name`. Out: what is wrong with the hosts of their `$id`s, which profiles name as `schema`, and of `spec` and `schema`.
 */

import type { Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { authorityProblem } from "../load/authority.js";
import { locateSource } from "../load/document.js";
import type { LintContext } from "./context.js";

const URLS = ["$id", "spec", "schema"];

export function authorityDiagnostics({ own }: LintContext): Diagnostic[] {
  return own.flatMap((document) => {
    const root = isObject(document.root) ? document.root : {};
    const name = root["name"];
    if (typeof name !== "string" || typeof root["version"] !== "string") return [];
    return URLS.flatMap((member) => {
      const url = root[member];
      // A relative `$id` says nothing of a host.
      if (typeof url !== "string" || (member === "$id" && !URL.canParse(url))) return [];
      return authorityProblem(name, url, () => locateSource(document, `/${member}`)) ?? [];
    });
  });
}
