/** Codes of writing output, and of defects of this tool. */

import { defineCodes } from "../code.js";

export const OUTPUT_CODES = defineCodes({
  WRITE_OUTSIDE: { exit: 70, summary: "An output path would leave the output directory." },
  WRITE_FOREIGN: {
    exit: 2,
    summary: "The output directory holds files that proto-gen did not write and would replace.",
    hint: "give --out another directory, or replace them with --force",
  },
  WRITE_FAILED: {
    exit: 2,
    summary: "An output file or directory cannot be written.",
    hint: "make room and give the right to write there, then run again",
  },
  STALE: {
    exit: 1,
    summary: "The output is not what this run would write.",
    hint: "run proto-gen without --check and commit the result",
  },
  INTERNAL: {
    exit: 70,
    summary: "A defect of this tool.",
    hint: "please report it with the command and its input",
  },
});
