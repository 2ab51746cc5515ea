/** Capability negotiation (§9): reads registries of both shapes and computes the agreement. */

export { vocabularyOf, hasCapability, isCapability } from "../vocabulary/vocabulary.js";
export { type Agreement, negotiate } from "./negotiate.js";
export { negotiateWith } from "./negotiate-with.js";
export {
  RegistryError,
  type CapabilityDeclaration,
  type Registry,
  type Requirements,
  type VersionRange,
  entriesOf,
  readRegistry,
} from "./registry.js";
export { compareVersions, isReleaseDate, isVersion } from "./version.js";
