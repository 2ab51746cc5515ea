/** Codes of writing output, and of defects of this tool. */

import { defineCodes } from "../code.js";

export const OUTPUT_CODES = defineCodes({
  WRITE_OUTSIDE_OUT: { exit: 70, summary: "An output path is outside the output directory." },
  WRITE_NOT_GENERATED: {
    exit: 2,
    summary:
      "The output directory contains files that proto-gen did not write and would overwrite.",
    hint: "choose another --out, or overwrite them with --force",
  },
  WRITE_FAILED: {
    exit: 2,
    summary: "An output file or directory cannot be written.",
    hint: "free disk space or grant write permission, then run again",
  },
  OUTPUT_STALE: {
    exit: 1,
    summary: "The generated output is out of date.",
    hint: "run proto-gen without --check and commit the result",
  },
  EMITTER_INVALID: {
    exit: 2,
    summary: "An emitter of others cannot take part in a run.",
    hint: "the guide to your own emitter shows what one has: name, version, needs and emit",
  },
  EMITTER_FAILED: {
    exit: 2,
    summary: "An emitter of others threw an error.",
    hint: "tell the emitter's author; --verbose prints the stack trace",
  },
  EMITTER_OUTPUT: {
    exit: 2,
    summary: "What an emitter of others returns cannot be written.",
    hint: "an emitter returns files and fragments below the output directory, at paths of its own",
  },
  INTERNAL: {
    exit: 70,
    summary: "A bug in this tool.",
    hint: "please report it with the command and its input",
  },
});
