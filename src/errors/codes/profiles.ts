/** Codes of profiles, and of the authority over names. */

import { defineCodes } from "../code.js";

export const PROFILE_CODES = defineCodes({
  PROFILE_NO_PROTOCOL_MEMBER: {
    exit: 3,
    summary: "A profile has no member with `version` and `capabilities` or `services` (§2.1).",
    hint: 'wrap the registries in one member, named like the protocol: { "proto": { "version": ..., "capabilities": ... } }',
  },
  PROFILE_INVALID: {
    exit: 3,
    summary: "A profile's member has the wrong shape (§2.1).",
    hint: "§2.1 shows both shapes of the registries",
  },
  PROFILE_ENDPOINT: {
    exit: 4,
    summary: "A service's endpoint is not an https URL (§2.1.1).",
    hint: "use an absolute https URL, for example https://host/path",
  },
  PROFILE_ENDPOINT_SLASH: {
    exit: 0,
    summary: "A service's endpoint ends with a slash; paths are appended to it (§2.1.1).",
    hint: "remove the trailing slash",
  },
  AUTHORITY_MISMATCH: {
    exit: 4,
    summary:
      "The host of a spec or schema URL is not the authority of the name it declares (§1.9).",
    hint: "serve the document from the host that the name is derived from",
  },
  AUTHORITY_INVALID_URL: {
    exit: 4,
    summary: "A spec or schema URL is not a plain https URL (§1.9).",
    hint: "use https://host/path with your own host name, without port or user information",
  },
});
