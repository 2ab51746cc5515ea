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
  INTERNAL: {
    exit: 70,
    summary: "A bug in this tool.",
    hint: "please report it with the command and its input",
  },
});
