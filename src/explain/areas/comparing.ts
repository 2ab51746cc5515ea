/** Codes of `diff`: its two sides, and what is ignored. */

import type { DIFF_CODES } from "../../errors/codes/comparing.js";
import type { Explanation, TextExample } from "../../findings/explanation.js";

const SAME = "proto-gen diff ./schemas ./schemas";
const IN_GIT = "It depends on the commits of a repository.";

function ignoreFile(entries: readonly object[]): TextExample {
  return {
    file: "proto-gen-diff-ignore.json",
    text: `${JSON.stringify({ ignore: entries }, null, 2)}\n`,
  };
}

const UNKNOWN = { change: "0123456789abcdef", reason: "Nobody reads it.", until: "2999-12-31" };

export const COMPARING = {
  DIFF_UNKNOWN_SIDE: {
    text: "diff compares two sides. A word is a release: a directory of that name below schemas in the working directory, else in the package. Anything else is a directory, a manifest.json that a run has written, or git:REF:PATH. This is none of them.",
    wrong: { command: "proto-gen diff ./schema ./schemas" },
    right: { command: SAME },
  },
  DIFF_UNKNOWN_RULE: {
    text: "--level gives a rule another level: rule=breaking, dangerous, safe or off. A rule misspelt would keep its own level, and a release would pass or fail by mistake. So neither may be unknown.",
    wrong: { command: `${SAME} --level no-such-rule=off` },
    right: { command: SAME },
  },
  DIFF_GIT_REPOSITORY: {
    text: "git:REF:PATH is read from the repository of the working directory, by the git that is installed. The working directory is in no repository, or there is no git to ask. Nothing was compared.",
    wrong: { command: "proto-gen diff git:HEAD:schemas ./schemas" },
    right: { command: SAME },
  },
  DIFF_GIT_REF: {
    text: "REF is what git takes for a commit: a branch, a tag, a hash, HEAD~1. The repository has none of that name. In CI it is often a clone of one commit only: fetch the other one first.",
    untested: IN_GIT,
    wrong: { command: "proto-gen diff git:mian:schemas ./schemas" },
    right: { command: "proto-gen diff git:main:schemas ./schemas" },
  },
  DIFF_GIT_PATH: {
    text: "PATH is a directory as the commit has it, from the top of the repository, or from the working directory where it starts with ./ or ../. The commit has no such directory, or a file of that name. Nothing was compared.",
    untested: IN_GIT,
    wrong: { command: "proto-gen diff git:main:schema ./schemas" },
    right: { command: "proto-gen diff git:main:schemas ./schemas" },
  },
  DIFF_IGNORE_INVALID: {
    text: "Each entry names a change by its fingerprint, which every report has, says why it is ignored, and until which day. None of the three may be missing, and there are no other members but rule and subject: an entry that is misspelt would do nothing.",
    run: SAME,
    wrong: ignoreFile([{ change: UNKNOWN.change, reason: UNKNOWN.reason }]),
    right: ignoreFile([]),
  },
  DIFF_IGNORE_EXPIRED: {
    text: "A change is ignored up to the day of its entry, and is found again from the next day on. It is a warning of its own, so that whoever reads the failure sees that it was known. The reason is repeated.",
    untested: "It takes a change, and a day that is over.",
  },
  DIFF_IGNORE_UNUSED: {
    text: "No change has the fingerprint of this entry. It was mended, the sides are others than when the entry was written, or the fingerprint has a slip. It is a warning, because nothing is hidden by it.",
    run: SAME,
    wrong: ignoreFile([UNKNOWN]),
    right: ignoreFile([]),
  },
} satisfies Record<keyof typeof DIFF_CODES, Explanation>;
