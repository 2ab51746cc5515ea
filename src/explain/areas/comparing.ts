/** Explanations of the codes of `diff`: its two sides, and the file of ignored changes. */

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
    text: "diff compares two sides. A plain word is a release: a directory of that name in schemas below the working directory, or else in the package. Anything else is a directory, the manifest.json of generated code, or git:REF:PATH. This is none of them.",
    wrong: { command: "proto-gen diff ./schema ./schemas" },
    right: { command: SAME },
  },
  DIFF_UNKNOWN_RULE: {
    text: "--level gives a rule another level: rule=breaking, dangerous, safe or off. A misspelt rule would keep its default level, and a release would pass or fail by mistake. So unknown rules and levels are refused.",
    wrong: { command: `${SAME} --level no-such-rule=off` },
    right: { command: SAME },
  },
  DIFF_GIT_REPOSITORY: {
    text: "git:REF:PATH is read from the repository of the working directory with the installed git. The working directory is not in a repository, or git is not installed. Nothing was compared.",
    wrong: { command: "proto-gen diff git:HEAD:schemas ./schemas" },
    right: { command: SAME },
  },
  DIFF_GIT_REF: {
    text: "REF is anything that git accepts for a commit: a branch, a tag, a hash, HEAD~1. The repository has no such commit. In CI, the clone often contains one commit only: fetch the other one first.",
    untested: IN_GIT,
    wrong: { command: "proto-gen diff git:mian:schemas ./schemas" },
    right: { command: "proto-gen diff git:main:schemas ./schemas" },
  },
  DIFF_GIT_PATH: {
    text: "PATH is a directory in the commit, relative to the top of the repository, or to the working directory if it starts with ./ or ../. The commit has no such directory, or has a file of that name. Nothing was compared.",
    untested: IN_GIT,
    wrong: { command: "proto-gen diff git:main:schema ./schemas" },
    right: { command: "proto-gen diff git:main:schemas ./schemas" },
  },
  DIFF_IGNORE_INVALID: {
    text: "Each entry names a change by its fingerprint, which every report contains, the reason for ignoring it, and the last day. All three are required, and rule and subject are the only other members: an entry with a misspelt member would have no effect.",
    run: SAME,
    wrong: ignoreFile([{ change: UNKNOWN.change, reason: UNKNOWN.reason }]),
    right: ignoreFile([]),
  },
  DIFF_IGNORE_EXPIRED: {
    text: "A change is ignored up to and including the last day of its entry, and reported again from the next day on. This is a separate warning, so that whoever reads the failure sees that the change was known. The message repeats the reason.",
    untested: "It needs a change and an entry that has expired.",
  },
  DIFF_IGNORE_UNUSED: {
    text: "No change has the fingerprint of this entry. The change was reverted, the sides are not those for which the entry was written, or the fingerprint is misspelt. It is a warning, because the entry hides nothing.",
    run: SAME,
    wrong: ignoreFile([UNKNOWN]),
    right: ignoreFile([]),
  },
} satisfies Record<keyof typeof DIFF_CODES, Explanation>;
