/**
 * Finds unknown keywords that are probably misspelt. Unknown keywords are data (JSON Schema 2020-12 Core §6.5), so a
 * validator ignores `minLenght` without a word.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { nearestKeyword } from "../text/nearest.js";
import { ANNOTATION_KEYWORDS, isAssertion, KEYWORDS } from "./keywords.js";

export interface MisspeltKeyword {
  readonly written: string;
  readonly meant: string;
  /** Values are checked by the keyword that is meant, or the members of a view depend on it. */
  readonly isRule: boolean;
}

/** The members of a capability's document that are no keywords; `schemas/draft/dialect.json` describes the same ones. */
export const CAPABILITY_MEMBERS = ["name", "version", "requires", "embedded"] as const;

/** Members that are no keywords of JSON Schema, with those of OpenAPI's schemas. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  ...CAPABILITY_MEMBERS,
  ...["extends", "discriminator", "example", "externalDocs", "nullable", "xml"],
]);

/** @param annotations the visibility annotations of the protocol, such as `proto_request` */
export function findMisspeltKeywords(
  schema: JsonObject,
  annotations: readonly string[],
): MisspeltKeyword[] {
  return Object.keys(schema).flatMap((written) => {
    if (isKnownMember(written, annotations)) return [];
    const meant = nearestKeyword(written, [...KEYWORDS, ...annotations]);
    if (meant === undefined || Object.hasOwn(schema, meant)) return [];
    const isRule =
      isAssertion(meant) || annotations.includes(meant) || !ANNOTATION_KEYWORDS.has(meant);
    return [{ written, meant, isRule: isRule || meant.startsWith("$") }];
  });
}

/** True for a keyword, an annotation, and a member that begins with `x-` or that other tools read. */
export function isKnownMember(name: string, annotations: readonly string[]): boolean {
  return (
    name.startsWith("x-") ||
    KEYWORDS.has(name) ||
    OTHER_MEMBERS.has(name) ||
    annotations.includes(name)
  );
}
