/** Codes of `diff`: its two sides, and the file of ignored changes. */

import { defineCodes } from "../code.js";

export const DIFF_CODES = defineCodes({
  DIFF_UNKNOWN_SIDE: {
    exit: 2,
    summary: "The command line names no release, directory or manifest to compare.",
    hint: "name a release, a directory of schemas, git:REF:PATH, or a manifest.json that a run has written",
  },
  DIFF_UNKNOWN_RULE: {
    exit: 2,
    summary: "--level names a rule or a level that there is not.",
  },
  DIFF_GIT_REPOSITORY: {
    exit: 2,
    summary: "git:REF:PATH is used where there is no git repository, or no git.",
    hint: "run the command in a clone of the repository, or name a directory",
  },
  DIFF_GIT_REF: {
    exit: 2,
    summary: "git:REF:PATH names no commit of the repository.",
    hint: "git log --oneline --all shows the commits; in CI, fetch the history, too",
  },
  DIFF_GIT_PATH: {
    exit: 2,
    summary: "git:REF:PATH names no directory of the commit.",
    hint: "PATH starts at the top of the repository; git ls-tree REF shows what is there",
  },
  DIFF_IGNORE_INVALID: {
    exit: 2,
    summary: "The file of ignored changes has the wrong shape.",
    hint: 'an entry is { "change": "<fingerprint>", "reason": "...", "until": "2026-11-20" }',
  },
  DIFF_IGNORE_EXPIRED: {
    exit: 0,
    summary: "An ignored change is not ignored any more, since its last day is over.",
    hint: "mend what has changed, or give the entry a later day and a reason for it",
  },
  DIFF_IGNORE_UNUSED: {
    exit: 0,
    summary: "An entry of the file of ignored changes is about no change that there is.",
    hint: "remove the entry",
  },
});
