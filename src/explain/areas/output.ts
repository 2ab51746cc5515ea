/** Codes of what is written, and of the tool itself. */

import type { OUTPUT_CODES } from "../../errors/codes/output.js";
import { commandLine, GENERATE } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";

export const OUTPUT = {
  WRITE_OUTSIDE: {
    text: "Files are written below --out and nowhere else, whatever the names in a profile or schema are. A directory in it that is a link to somewhere else is refused, before anything is written: remove the link. Names are made safe long before, so that without a link this is a defect of the tool.",
    untested: "A link cannot be shown in a file.",
  },
  WRITE_FOREIGN: {
    text: "manifest.json in the output directory lists what earlier runs wrote. A file that it does not list, or that stands in a directory without a manifest, may be written by hand: it is not replaced unless --force says so. A link is nobody's output either. What already says the same is no obstacle, and what this run does not write is never touched.",
    untested: "An example has no output directory before its first run.",
  },
  WRITE_FAILED: {
    text: "The operating system refuses to write: the disk is full, the right is missing, a name is longer than a directory takes, or a file was changed meanwhile. Each file is replaced as a whole or not at all, and the next run writes what is still missing.",
    untested: "It depends on the disk.",
  },
  STALE: {
    text: "With --check nothing is written, and the directory is compared with what a run would write. Files are stale, missing, orphaned or edited by hand: the profile, a schema or the tool changed and the result was not committed. Edits by hand are lost in the next run.",
    wrong: { command: commandLine("", "--check") },
    right: { command: `${GENERATE} && ${commandLine("", "--check")}` },
  },
  INTERNAL: {
    text: "The tool came to a point of which its authors believed that no input leads there. It is not your mistake. --verbose prints where it happened; please report that with the command and its input.",
    untested: "Where one is known, it is mended.",
  },
} satisfies Record<keyof typeof OUTPUT_CODES, Explanation>;
