/** Compares what a profile declares of a capability with what the capability's schema says of itself. */

import { diagnostic, type Diagnostic } from "../errors.js";
import { isVersion } from "@proto-gen/runtime/negotiation";
import type { DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Profile } from "../load/profile.js";
import type { Sources } from "../load/sources.js";
import { groupBy } from "../group-by.js";
import { didYouMean } from "../text/nearest.js";
import type { RoleProfile } from "./profile-role.js";

type MismatchCode =
  "PROFILE_NAME_MISMATCH" | "PROFILE_SCHEMA_VERSION_DIFFERS" | "PROFILE_SCHEMA_URL_MISMATCH";

/** A declaration whose schema says something else of itself. */
interface Mismatch {
  readonly code: MismatchCode;
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
      `${code} ${declared.version} ${code === "PROFILE_NAME_MISMATCH" ? declared.name : own}`,
  );
  return [...groups.values()].map((group) => mismatchDiagnostic(group, profile));
}

function findMismatch(declared: DeclaredCapability, described: Document): Mismatch[] {
  if (!isObject(described.root)) return [];
  const { name, version } = described.root;
  if (typeof name === "string" && name !== declared.name)
    return [{ code: "PROFILE_NAME_MISMATCH", declared, described, own: name }];
  if (version === declared.version) return [];
  const named = versionsIn(declared.schema ?? "");
  if (named.length > 0 && !named.includes(declared.version))
    return [
      { code: "PROFILE_SCHEMA_URL_MISMATCH", declared, described, own: named.at(-1) as string },
    ];
  if (typeof version === "string")
    return [{ code: "PROFILE_SCHEMA_VERSION_DIFFERS", declared, described, own: version }];
  return [];
}

/** The versions in the path of a URL: `release` writes one there. */
function versionsIn(schema: string): string[] {
  return schema.split("/").filter((segment) => isVersion(segment));
}

function mismatchDiagnostic(group: readonly Mismatch[], profile: Profile): Diagnostic {
  const [{ code, declared, described }] = group as [Mismatch];
  const { message, hint, member } = TEXTS[code](group as MismatchGroup);
  const at = `/${profile.vocabulary.name}${declared.pointer}/${member}`;
  const found = diagnostic(code, message, { place: locateSource(profile.document, at), hint });
  if (code === "PROFILE_SCHEMA_URL_MISMATCH") return found;
  const place = locateSource(described, code === "PROFILE_NAME_MISMATCH" ? "/name" : "/version");
  return { ...found, related: [{ message: "the schema says so here", place }] };
}

type MismatchGroup = readonly [Mismatch, ...Mismatch[]];

interface MismatchText {
  readonly message: string;
  readonly hint?: string | undefined;
  /** The entry's member that is wrong. */
  readonly member: "schema" | "version";
}

const TEXTS: Readonly<Record<MismatchCode, (group: MismatchGroup) => MismatchText>> = {
  PROFILE_NAME_MISMATCH: ([{ declared, own }]) => ({
    message: `${declared.name} has the schema of ${own}`,
    hint:
      didYouMean(declared.name, [own]) ?? `name the schema of ${declared.name}, or declare ${own}`,
    member: "schema",
  }),
  PROFILE_SCHEMA_VERSION_DIFFERS: (group) => ({
    message: versionMessage(group),
    member: "version",
  }),
  PROFILE_SCHEMA_URL_MISMATCH: (group) => {
    const [{ declared, own }] = group;
    const url = declared.schema?.replace(`/${own}/`, `/${declared.version}/`);
    return {
      message: versionMessage(group),
      hint: `name ${url}, or declare version ${own}`,
      member: "schema",
    };
  },
};

function versionMessage([{ declared, own }, ...others]: MismatchGroup): string {
  const more = others.length === 0 ? "" : `; the same holds for ${others.length} more`;
  return `${declared.name} is declared in version ${declared.version}, but its schema is of version ${own}${more}`;
}
