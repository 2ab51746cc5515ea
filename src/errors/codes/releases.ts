/** Codes of `release`, and of comparing releases with their manifests. */

import { defineCodes } from "../code.js";

export const RELEASE_CODES = defineCodes({
  RELEASE_UNREADABLE: {
    exit: 3,
    summary: "The directory of a release cannot be read, or contains no JSON documents.",
    hint: "name a readable directory of schemas, for example schemas/draft",
  },
  RELEASE_ALTERED: {
    exit: 1,
    summary: "A release was changed after it was published.",
    hint: "restore the file with git restore; make the change in the next release",
  },
  RELEASE_MANIFEST_MISSING: {
    exit: 0,
    summary: "A release has no manifest, so changes to it cannot be detected.",
    hint: "proto-gen release writes one with each release",
  },
  RELEASE_DATE_INVALID: {
    exit: 2,
    summary: "The date is not valid for a new release.",
    hint: "use a calendar date, YYYY-MM-DD, that is after the newest release",
  },
  RELEASE_DRAFT_IDS: {
    exit: 3,
    summary: "The $ids of the draft's schemas are not URLs of the draft.",
    hint: "give each schema an $id below https://HOST/.../draft; proto-gen lint --fix writes it",
  },
  RELEASE_HAS_ERRORS: {
    exit: 1,
    summary: "The draft has errors, so it is not released.",
    hint: "fix them; proto-gen lint lists them",
  },
});
