/**
 * Holds the profiles of a run against their release. A profile that the generator can read may still be one that no other
 * party accepts.
 */

import type { Diagnostic } from "../errors.js";
import type { Composition } from "../compose/compose.js";
import { lowerComposition } from "../model/lower-composition.js";
import type { ProfileOptions } from "../load/endpoint.js";
import { assumeHttps } from "./assume-https.js";
import { checkConstraints } from "./check-constraints.js";
import { checkDeclaredSchemas } from "./check-declared-schemas.js";
import type { Sources } from "../load/sources.js";
import { checkEntryMembers } from "./check-entry-members.js";
import { checkDescribedValue } from "./check-described-value.js";
import { checkExtends } from "./check-extends.js";
import { checkMisplacedMembers } from "./check-misplaced-members.js";
import { checkHandlerNames, checkServiceNames } from "./check-names.js";
import { checkSigningKeys } from "./check-signing-keys.js";
import { checkTransports } from "./check-transports.js";
import { collectDescribedValues, type DescribedValue } from "./described-values.js";
import { listRoleProfiles, type RoleProfile } from "./profile-role.js";

/**
 * Checks what a profile declares, before it is composed. What becomes of the findings depends on whose the profile is
 * (`judge-findings.ts`).
 *
 * @returns PROFILE_MEMBER_MISSPELT, PROFILE_UNKNOWN_TRANSPORT, PROFILE_INVALID, PROFILE_NAME_MISMATCH, PROFILE_EXTENDS_MISSING, PROFILE_SCHEMA_URL_MISMATCH,
 * PROFILE_SCHEMA_VERSION_DIFFERS, PROFILE_KEY_INVALID, PROFILE_PRIVATE_KEY_PUBLISHED
 */
export function checkDeclarations(sources: Sources): readonly Diagnostic[] {
  const profiles = listRoleProfiles(sources);
  const members = profiles.flatMap(checkEntryMembers);
  return distinctPlaces([
    ...members,
    ...profiles.flatMap((each) => [
      ...checkSigningKeys(each.profile.document),
      ...checkTransports(each),
      ...checkConstraints(each),
      ...checkServiceNames(each),
      ...checkHandlerNames(each, sources),
      ...checkDeclaredSchemas(each, sources),
    ]),
    // A misspelt `extends` is missing, too.
    ...(members.length > 0 ? [] : checkExtends(sources)),
  ]);
}

/**
 * Checks the values of a profile that schemas describe.
 *
 * @returns PROFILE_INVALID, PROFILE_MEMBER_MISSPELT, PROFILE_NO_CONFIG
 */
export async function checkValues(
  composition: Composition,
  options: ProfileOptions = {},
): Promise<readonly Diagnostic[]> {
  const context = { composition, lowering: lowerComposition(composition) };
  const found: Diagnostic[] = [];
  for (const subject of listSubjects(composition, options)) {
    const described = collectDescribedValues(subject, context);
    found.push(...(await checkDescribed(described, composition)));
    found.push(...checkMisplacedMembers(subject, described, context));
  }
  return distinctPlaces(found);
}

/**
 * Checks profiles of which some entries are already refused: only by the discovery schema of their release, because the value of an
 * entry may be wrong just because an extension is left out, and only what those errors do not explain.
 *
 * @param told what the author is told already
 * @returns PROFILE_INVALID, PROFILE_MEMBER_MISSPELT
 */
export async function checkRemainder(
  composition: Composition,
  told: readonly Diagnostic[],
  options: ProfileOptions = {},
): Promise<readonly Diagnostic[]> {
  const context = { composition, lowering: lowerComposition(composition) };
  const described = listSubjects(composition, options).flatMap((each) =>
    collectDescribedValues(each, context),
  );
  const profiles = described.filter(({ pointer }) => pointer === "");
  const found = await checkDescribed(profiles, composition);
  return distinctPlaces(found.filter((each) => !told.some((known) => overlaps(each, known))));
}

async function checkDescribed(
  described: readonly DescribedValue[],
  composition: Composition,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const each of described) found.push(...(await checkDescribedValue(each, composition)));
  return found;
}

function listSubjects(
  { sources }: Composition,
  { development = false }: ProfileOptions,
): readonly RoleProfile[] {
  const profiles = listRoleProfiles(sources);
  return development
    ? profiles.map((each) => ({ ...each, profile: assumeHttps(each.profile) }))
    : profiles;
}

/** True where one stands at a value that holds the value of the other. */
function overlaps(found: Diagnostic, known: Diagnostic): boolean {
  if (found.place?.file !== known.place?.file) return false;
  const [one, other] = [`${found.place?.pointer ?? ""}/`, `${refusedPointer(known)}/`];
  return one.startsWith(other) || other.startsWith(one);
}

/** Of a key, the whole is refused. */
function refusedPointer({ code, place }: Diagnostic): string {
  const pointer = place?.pointer ?? "";
  const isOfKey = code === "PROFILE_KEY_INVALID" || code === "PROFILE_PRIVATE_KEY_PUBLISHED";
  return isOfKey ? (/^(?:\/[^/]+)?\/signing_keys\/[^/]+/.exec(pointer)?.[0] ?? pointer) : pointer;
}

/** The first finding at a place says what is wrong there. */
function distinctPlaces(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map<string, Diagnostic>();
  for (const each of all) {
    const { file, line, column } = each.place ?? {};
    const key = `${file}:${line}:${column}`;
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}
