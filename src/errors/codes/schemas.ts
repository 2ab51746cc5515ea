/** Codes of schemas and the types made from them. */

import { defineCodes } from "../code.js";

export const SCHEMA_CODES = defineCodes({
  SCHEMA_INVALID: {
    exit: 3,
    summary: "A schema is not JSON Schema 2020-12.",
    hint: "see the keyword in JSON Schema 2020-12 (https://json-schema.org/draft/2020-12)",
  },
  SCHEMA_KEYWORD: {
    exit: 3,
    summary: "A schema has an unknown keyword that is probably misspelt.",
    hint: "correct the keyword; a member of your own begins with x-",
  },
  SCHEMA_ANNOTATION: {
    exit: 0,
    summary: "A schema has an unknown annotation that is probably misspelt.",
    hint: "correct the annotation; a member of your own begins with x-",
  },
  SCHEMA_VISIBILITY: {
    exit: 3,
    summary:
      "A visibility annotation has a value that is none of omit, required, optional, or a transition between them.",
    hint: "write omit, required or optional, or one of them for each operation",
  },
  SCHEMA_PATTERN: {
    exit: 3,
    summary: "A pattern is no ECMA-262 regular expression, or can backtrack for too long.",
    hint: "correct the expression; it is read with the u flag",
  },
  MODEL_RECURSION: {
    exit: 3,
    summary: "A schema refers to itself in place, so it never reaches a rule.",
    hint: "break the circle of $ref or allOf",
  },
  NAME_CLASH: {
    exit: 3,
    summary: "Two types have one name, even after qualification.",
    hint: "rename one of the two files or $defs entries",
  },
  MODEL_TOO_LARGE: {
    exit: 3,
    summary: "Composed, the schemas of a run have too many types and members.",
  },
  EMIT_TOO_LARGE: { exit: 3, summary: "The files of a run would be too large." },
  EMIT_TOOL_TOO_LARGE: {
    exit: 3,
    summary: "A schema exceeds its size limit when each type is written out where it is used.",
    hint: "let its types refer to each other less, or describe less in it",
  },
});
