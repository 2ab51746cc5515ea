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
    hint: "write what is expected here; §2.1 shows both shapes of the registries",
  },
  PROFILE_ENDPOINT_INVALID: {
    exit: 4,
    summary: "A service's endpoint is not an https URL (§2.1.1).",
    hint: "use an absolute https URL, for example https://host/path",
  },
  PROFILE_ENDPOINT_SLASH: {
    exit: 0,
    summary: "A service's endpoint ends with a slash; paths are appended to it (§2.1.1).",
    hint: "remove the trailing slash",
  },
  PROFILE_MEMBER_MISSPELT: {
    exit: 3,
    summary: "A member of a profile is misspelt, or stands where nothing reads it.",
    hint: "correct the name of the member, or its place",
  },
  PROFILE_UNKNOWN_TRANSPORT: {
    exit: 3,
    summary: "A service's entry names no transport that exists (§2.1.1).",
    hint: 'add "transport", or a member "rest", "mcp", "a2a" or "embedded"',
  },
  PROFILE_KEY_INVALID: {
    exit: 3,
    summary: "A signing key cannot verify signatures (§2.1.4).",
    hint: "publish an EC key on the curve P-256 or P-384 as a JWK",
  },
  PROFILE_PRIVATE_KEY_PUBLISHED: {
    exit: 4,
    summary: "A profile publishes the private part of a key (§2.1.4).",
    hint: "remove it, and replace the key",
  },
  PROFILE_NAME_MISMATCH: {
    exit: 3,
    summary:
      "A name in a profile is another than that of its schema, or than its capabilities' names begin with.",
    hint: "name the entry and its schema alike",
  },
  PROFILE_EXTENDS_MISSING: {
    exit: 3,
    summary: "An entry does not say which capability it extends, although its schema does.",
    hint: "add `extends` to the entry",
  },
  PROFILE_SCHEMA_URL_MISMATCH: {
    exit: 3,
    summary: "The URL of a capability's schema has another version than the profile declares.",
    hint: "name the schema of the declared version",
  },
  PROFILE_SCHEMA_VERSION_DIFFERS: {
    exit: 0,
    summary: "A capability's schema has another version than the profile declares.",
    hint: "declare the version that the schema has, or name the schema of that version",
  },
  PROFILE_RELEASE_MISMATCH: {
    exit: 3,
    summary: "A profile is not of the release that --release names, and leads to none that is.",
    hint: "name a release of its supported_versions, or leave out --release",
  },
  PROFILE_NO_CONFIG: {
    exit: 0,
    summary: "A capability has no config, although its schema requires one (§2.1.2).",
    hint: "add the config before the profile is published",
  },
  PROFILE_OPTIONAL_MEMBER: {
    exit: 0,
    summary: "A platform's profile lacks a registry that its release requires (§2.1).",
    hint: "add an empty one, for those who hold a profile to the letter of the release",
  },
  PROFILE_LEFT_OUT: {
    exit: 0,
    summary: "An entry of another's profile cannot be used, and is left out (§1.9, §2.1).",
    hint: "only the profile's publisher can correct it; --strict makes this an error",
  },
  PROFILE_DEVIATES: {
    exit: 0,
    summary: "Another's profile breaks a rule of its release; what it says is used as it is.",
    hint: "only the profile's publisher can correct it",
  },
  PROFILE_NO_CLIENT: {
    exit: 0,
    summary: "A profile names no services, and none are found for its capabilities (§2.1.1).",
    hint: "give the directory of the whole release with --schemas DIR=URL-PREFIX, or declare the services to call",
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
