/** Capability negotiation (§9): registries of both shapes in, an agreement out. */

export { findSigningKeyProblems, type SigningKeyProblem } from "../profile/signing-key-problems.js";
export { compareVersions } from "./compare-versions.js";
export { isReleaseDate, isVersion } from "./version.js";
export { negotiateWith } from "./negotiate-with.js";
export { negotiate } from "./negotiate.js";
export type { Agreement, Exclusion, ExclusionReason } from "./negotiate.js";
export {
  entriesOf,
  expectObject,
  expectString,
  expectVersion,
  readRegistry,
  RegistryError,
} from "./registry.js";
export type {
  CapabilityDeclaration,
  DeclaredCapability,
  DeclaredRegistry,
  Registry,
  RegistryEntry,
  Requirements,
  VersionRange,
} from "./registry.js";
