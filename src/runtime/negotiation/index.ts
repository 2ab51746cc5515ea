/** Capability negotiation (§9): reads registries of both shapes and computes the agreement. */

export {
  findOddEntries,
  readSoundProfile,
  type LeftOut,
  type ProfileOddEntry,
  type SoundProfile,
} from "../profile/sound-profile.js";
export { findSigningKeyProblems, type SigningKeyProblem } from "../profile/signing-key-problems.js";
export { compareVersions, isReleaseDate, isVersion } from "./version.js";
export { negotiateWith } from "./negotiate-with.js";
export { negotiate, type Agreement, type Exclusion, type ExclusionReason } from "./negotiate.js";
export { findExtendsCycles, type ExtendsCycle } from "./extends-cycles.js";
export {
  entriesOf,
  readRegistry,
  type CapabilityDeclaration,
  type DeclaredCapability,
  type DeclaredRegistry,
  type OddEntry,
  type RefuseEntry,
  type Registry,
  type RegistryEntry,
  type ReportOdd,
  type Requirements,
  type VersionRange,
} from "./registry.js";
export {
  expectName,
  expectObject,
  expectString,
  expectVersion,
  RegistryError,
  type RegistryErrorDetails,
} from "./registry-error.js";
