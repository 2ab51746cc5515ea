/** Codes of `diff`: its two sides, and the file of ignored changes. */

import { defineCodes } from "../code.js";

export const DIFF_CODES = defineCodes({
  DIFF_UNKNOWN_SIDE: {
    exit: 2,
    summary: "A side to compare is not a release, directory, git reference or manifest.",
    hint: "name a release, a directory of schemas, git:REF:PATH, or the manifest.json of generated code",
  },
  DIFF_UNKNOWN_RULE: {
    exit: 2,
    summary: "--level names a rule or level that does not exist.",
  },
  DIFF_GIT_REPOSITORY: {
    exit: 2,
    summary: "git:REF:PATH needs git and a git repository.",
    hint: "run the command in a clone of the repository, or name a directory",
  },
  DIFF_GIT_REF: {
    exit: 2,
    summary: "REF of git:REF:PATH is not a commit of the repository.",
    hint: "git log --oneline --all lists the commits; in CI, fetch the history",
  },
  DIFF_GIT_PATH: {
    exit: 2,
    summary: "PATH of git:REF:PATH is not a directory in the commit.",
    hint: "PATH is relative to the repository root; git ls-tree REF lists what is there",
  },
  DIFF_IGNORE_INVALID: {
    exit: 2,
    summary: "The ignore file is malformed.",
    hint: 'write each entry as { "change": "<fingerprint>", "reason": "...", "until": "2026-11-20" }',
  },
  DIFF_IGNORE_EXPIRED: {
    exit: 0,
    summary: "An entry of the ignore file has expired, so its change is reported again.",
    hint: "fix the change, or give the entry a later date and a reason for it",
  },
  DIFF_IGNORE_UNUSED: {
    exit: 0,
    summary: "An entry of the ignore file matches no change.",
    hint: "remove the entry",
  },
});
