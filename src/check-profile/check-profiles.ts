/**
 * Holds the profiles of a run against their release. A profile that the generator can read may still be one that no other
 * party accepts.
 */

import { diagnosticsExitCode, ProtoGenError, type Diagnostic } from "../errors.js";
import type { Composition } from "../compose/compose.js";
import { lowerComposition } from "../model/lower-composition.js";
import type { ProfileOptions } from "../load/endpoint.js";
import { assumeHttps } from "./assume-https.js";
import { checkDeclaredSchemas } from "./check-declared-schemas.js";
import { checkDescribedValue } from "./check-described-value.js";
import { checkSigningKeys } from "./check-signing-keys.js";
import { checkTransports } from "./check-transports.js";
import { collectDescribedValues, type ReleaseContext } from "./described-values.js";
import { listRoleProfiles, type RoleProfile } from "./profile-role.js";

/**
 * Returns the warnings.
 *
 * @throws ProtoGenError with everything that is wrong, PROFILE_INVALID and the other codes of profiles
 */
export async function checkProfiles(
  composition: Composition,
  { development = false }: ProfileOptions = {},
): Promise<readonly Diagnostic[]> {
  const context = { composition, lowering: lowerComposition(composition) };
  const found: Diagnostic[] = [];
  for (const { profile, role } of listRoleProfiles(composition.sources)) {
    const subject = { profile: development ? assumeHttps(profile) : profile, role };
    found.push(...(await checkProfile(subject, context)));
  }
  if (diagnosticsExitCode(found) > 0) throw new ProtoGenError(found);
  return found;
}

async function checkProfile(
  subject: RoleProfile,
  context: ReleaseContext,
): Promise<readonly Diagnostic[]> {
  const { composition } = context;
  const found = [
    ...checkSigningKeys(subject.profile.document),
    ...checkTransports(subject),
    ...checkDeclaredSchemas(subject, composition.sources),
  ];
  for (const described of collectDescribedValues(subject, context))
    found.push(...(await checkDescribedValue(described, composition)));
  return distinctPlaces(found);
}

/** The first finding at a place says what is wrong there. */
function distinctPlaces(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map<string, Diagnostic>();
  for (const each of all) {
    const { line, column } = each.place ?? {};
    const key = `${line}:${column}`;
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}
