/** Compares what a profile declares of a capability with what the capability's schema says of itself. */

import { diagnostic, type Diagnostic } from "../errors.js";
import type { DeclaredCapability } from "@proto-gen/runtime/negotiation";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Profile } from "../load/profile.js";
import type { Sources } from "../load/sources.js";
import { groupBy } from "../model/group-by.js";
import { didYouMean } from "../text/nearest.js";
import type { RoleProfile } from "./profile-role.js";

/** A declaration whose schema says something else of itself. */
interface Mismatch {
  readonly code: "PROFILE_NAME" | "PROFILE_VERSION";
  readonly declared: DeclaredCapability;
  readonly described: Document;
  /** The name or version that the schema has. */
  readonly own: string;
}

export function checkDeclaredSchemas(
  { profile }: RoleProfile,
  { documents }: Pick<Sources, "documents">,
): Diagnostic[] {
  const all = profile.registry.capabilities.flatMap((declared) => {
    const described = documents.get(declared.schema ?? "");
    return described === undefined ? [] : findMismatch(declared, described);
  });
  // A release that forgets its versions forgets all of them.
  const groups = groupBy(
    all,
    ({ code, declared, own }) =>
      `${code} ${declared.version} ${code === "PROFILE_NAME" ? declared.name : own}`,
  );
  return [...groups.values()].map((group) => mismatchDiagnostic(group, profile));
}

function findMismatch(declared: DeclaredCapability, described: Document): Mismatch[] {
  if (!isObject(described.root)) return [];
  const { name, version } = described.root;
  if (typeof name === "string" && name !== declared.name)
    return [{ code: "PROFILE_NAME", declared, described, own: name }];
  if (typeof version === "string" && version !== declared.version)
    return [{ code: "PROFILE_VERSION", declared, described, own: version }];
  return [];
}

function mismatchDiagnostic(group: readonly Mismatch[], profile: Profile): Diagnostic {
  const [{ code, declared, described, own }, ...others] = group as [Mismatch, ...Mismatch[]];
  const at = `/${profile.vocabulary.name}${declared.pointer}`;
  const isName = code === "PROFILE_NAME";
  const more = others.length === 0 ? "" : `; the same holds for ${others.length} more`;
  const message = isName
    ? `${declared.name} has the schema of ${own}`
    : `${declared.name} is declared in version ${declared.version}, but its schema is of version ${own}${more}`;
  const hint = isName
    ? (didYouMean(declared.name, [own]) ?? `name the schema of ${declared.name}, or declare ${own}`)
    : undefined;
  const place = locateSource(profile.document, `${at}/${isName ? "schema" : "version"}`);
  const source = locateSource(described, isName ? "/name" : "/version");
  return {
    ...diagnostic(code, message, { place, hint }),
    related: [{ message: "the schema says so here", place: source }],
  };
}
