/** Explanations of the codes of writing output, and of defects of this tool. */

import type { OUTPUT_CODES } from "../../errors/codes/output.js";
import { commandLine, GENERATE } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";

export const OUTPUT = {
  WRITE_OUTSIDE_OUT: {
    text: "Files are written only below --out, whatever names a profile or schema contains. A link in that directory that leads elsewhere is refused before anything is written: remove the link. Names are sanitized much earlier, so without a link this is a bug in the tool.",
    untested: "A link cannot be shown in a file.",
  },
  WRITE_NOT_GENERATED: {
    text: "manifest.json in the output directory lists the files that earlier runs wrote. A file that it does not list, or one in a directory without a manifest, may be written by hand, so only --force replaces it. A link is never generated output. Files whose content would not change are no obstacle, and files that this run does not write are never touched.",
    untested: "An example has no output directory before its first run.",
  },
  WRITE_FAILED: {
    text: "The operating system refused to write: the disk is full, a permission is missing, a name is too long, or a file was changed in the meantime. Each file is replaced as a whole or not at all, and the next run writes the missing ones.",
    untested: "It depends on the disk.",
  },
  OUTPUT_STALE: {
    text: "With --check nothing is written; the directory is compared with the output of a run. Files are stale, missing, orphaned or edited by hand: the profile, a schema or the tool changed, and the result was not committed. The next run overwrites manual edits.",
    wrong: { command: commandLine("", "--check") },
    right: { command: `${GENERATE} && ${commandLine("", "--check")}` },
  },
  EMITTER_INVALID: {
    text: "An emitter that is passed to generate has a name that --only could take and no other emitter has, a version, a list of the emitters that it needs, and either emit or start. Every emitter that it needs must be part of the run.",
    untested: "The emitter would be code, which an example of files does not run.",
  },
  EMITTER_FAILED: {
    text: "The emitter was started, prepared, run or closed, and threw. The message is the emitter's own. Nothing is written.",
    untested: "The emitter would be code, which an example of files does not run.",
  },
  EMITTER_OUTPUT: {
    text: "An emitter returns a list of fragments and files. Each has a path below the output directory, in letters that differ from those of all other files in more than their case, and a file has its content as text. The imports of a fragment are those of a ModuleScope, and its constants and declarations consist of what the printer knows: texts, lists, groups, indents and lines. manifest.json, the modules of proto-gen and the files of other emitters are not an emitter's to write, and no file may stand where another's directory has to be. Nothing is written.",
    untested: "The emitter would be code, which an example of files does not run.",
  },
  INTERNAL: {
    text: "The tool reached a state that its authors considered impossible. It is not your mistake. --verbose prints the stack trace; please report it with the command and its input.",
    untested: "Known bugs are fixed.",
  },
} satisfies Record<keyof typeof OUTPUT_CODES, Explanation>;
