/** Platforms' profiles (§2.1, §5.3, §9.6): fetched, validated and cached. */

export {
  DocumentFetchError,
  type DocumentFetchErrorCode,
  type DocumentFetch,
  type DocumentRequest,
  type FetchedDocument,
} from "../document/document-fetch.js";
export type { PlatformProfile, PlatformProfiles } from "../server/platforms.js";
export {
  type Approved,
  createPlatformProfiles,
  type PlatformProfilesOptions,
} from "./create-platform-profiles.js";
export type { PlatformProfileLimits } from "./limits.js";
