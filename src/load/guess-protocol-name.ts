/**
 * Guesses the protocol's name where no profile says it: the `N` of `N_request` and `N_response` that most of the
 * annotations in schemas have.
 */

import type { Json } from "@proto-gen/runtime/json";
import { compareVersions, isVersion } from "@proto-gen/runtime/negotiation";
import type { ReleaseName } from "../facts/facts-in-force.js";
import { isAssertion, isObject, subschemas } from "../json-schema/keywords.js";
import { annotationProblem } from "../json-schema/visibility.js";

/** The placeholder for the name in the specification (§2.1). */
const USUAL = "proto";
const ANNOTATION = /^([a-z][a-z0-9_]*?)(_shared)?_(?:request|response)$/;

/** The protocol's name, and the newest version that a document states; the draft where none does. */
export function guessRelease(roots: readonly Json[]): ReleaseName {
  return { protocol: guessProtocolName(roots), version: newestVersion(roots) ?? "draft" };
}

export function newestVersion(roots: readonly Json[]): string | undefined {
  return roots
    .map((root) => (isObject(root) ? root["version"] : undefined))
    .filter((version) => typeof version === "string")
    .filter(isVersion)
    .sort(compareVersions)
    .at(-1);
}

export function guessProtocolName(roots: Iterable<Json>): string {
  const counts = new Map<string, number>();
  const waiting = [...roots];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isObject(schema)) continue;
    for (const [keyword, value] of Object.entries(schema)) {
      const name = isAssertion(keyword) ? undefined : nameIn(keyword, value);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    waiting.push(...subschemas(schema, "").map((each) => each.schema));
  }
  const [most] = [...counts].sort(
    ([left, few], [right, many]) => many - few || (left < right ? -1 : 1),
  );
  return most?.[0] ?? USUAL;
}

function nameIn(keyword: string, value: Json): string | undefined {
  const [, name, shared] = ANNOTATION.exec(keyword) ?? [];
  const says = shared === undefined ? annotationProblem(value) === undefined : value === true;
  return says ? name : undefined;
}
