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
import { collectDescribedValues } from "./described-values.js";
import { listRoleProfiles } from "./profile-role.js";

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
  { development = false }: ProfileOptions = {},
): Promise<readonly Diagnostic[]> {
  const context = { composition, lowering: lowerComposition(composition) };
  const found: Diagnostic[] = [];
  for (const given of listRoleProfiles(composition.sources)) {
    const { profile } = given;
    const subject = { ...given, profile: development ? assumeHttps(profile) : profile };
    const described = collectDescribedValues(subject, context);
    for (const each of described) found.push(...(await checkDescribedValue(each, composition)));
    found.push(...checkMisplacedMembers(subject, described, context));
  }
  return distinctPlaces(found);
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
