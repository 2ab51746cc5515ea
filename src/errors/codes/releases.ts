/** Codes of `release`, and of comparing releases with their manifests. */

import { defineCodes } from "../code.js";

export const RELEASE_CODES = defineCodes({
  RELEASE_UNREADABLE: {
    exit: 3,
    summary: "The directory of a release cannot be read, or holds no JSON document.",
    hint: "name a directory of schemas that may be read, for example schemas/draft",
  },
  RELEASE_ALTERED: {
    exit: 1,
    summary: "A released file is not what was released.",
    hint: "git restore brings it back; what is to change goes into the next release",
  },
  RELEASE_UNSEALED: {
    exit: 0,
    summary:
      "A released directory has no manifest, so that nobody can tell whether it was changed.",
    hint: "proto-gen release writes one with each release",
  },
  RELEASE_DATE: {
    exit: 2,
    summary: "release is given a date that no new release can have.",
    hint: "write a date of the calendar as YYYY-MM-DD, after that of the newest release",
  },
  RELEASE_DRAFT: {
    exit: 3,
    summary: "The schemas of the draft do not say by their $id that they are the draft's.",
    hint: "give each of them an $id below https://HOST/.../draft; proto-gen lint --fix writes it",
  },
  RELEASE_FINDINGS: {
    exit: 1,
    summary: "The draft has errors, so that it is not released.",
    hint: "mend them; proto-gen lint shows them alone",
  },
});
