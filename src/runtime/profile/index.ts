/** Platforms' profiles (§2.1, §5.3, §9.6): fetched, validated and cached. */

export {
  DOCUMENT_FETCH_ERRORS,
  type DocumentFetch,
  DocumentFetchError,
  type DocumentFetchErrorCode,
  type WebFetchOptions,
  webFetch,
  webPost,
} from "../document/document-fetch.js";
export type { PlatformProfiles } from "../server/platforms.js";
export {
  type PlatformProfilesOptions,
  createPlatformProfiles,
} from "./create-platform-profiles.js";
