/** Capability negotiation (§9): reads registries of both shapes and computes the agreement. */

export {
  findOddEntries,
  readSoundProfile,
  type LeftOut,
  type ProfileOddEntry,
  type SoundProfile,
} from "../profile/sound-profile.js";
export { findSigningKeyProblems, type SigningKeyProblem } from "../profile/signing-key-problems.js";
export { compareVersions } from "./version.js";
export { isReleaseDate, isVersion } from "./version.js";
export { negotiateWith } from "./negotiate.js";
export { negotiate } from "./negotiate.js";
export type { Agreement, Exclusion, ExclusionReason } from "./negotiate.js";
export { findExtendsCycles, type ExtendsCycle } from "./extends-cycles.js";
export { entriesOf, readRegistry } from "./registry.js";
export {
  expectName,
  expectObject,
  expectString,
  expectVersion,
  RegistryError,
  type RegistryErrorDetails,
} from "./registry-error.js";
export type {
  CapabilityDeclaration,
  DeclaredCapability,
  DeclaredRegistry,
  OddEntry,
  RefuseEntry,
  Registry,
  RegistryEntry,
  ReportOdd,
  Requirements,
  VersionRange,
} from "./registry.js";
