/** Codes of schemas and the types made from them. */

import { defineCodes } from "../code.js";

export const SCHEMA_CODES = defineCodes({
  SCHEMA_INVALID: {
    exit: 3,
    summary: "A schema is not valid JSON Schema 2020-12.",
    hint: "see the keyword in JSON Schema 2020-12 (https://json-schema.org/draft/2020-12)",
  },
  SCHEMA_KEYWORD_MISSPELT: {
    exit: 3,
    summary: "A schema has an unknown keyword that was probably meant as a rule.",
    hint: "correct the keyword; a member of your own begins with x-",
  },
  SCHEMA_ANNOTATION_MISSPELT: {
    exit: 0,
    summary: "A schema has an unknown annotation that is probably misspelt.",
    hint: "correct the annotation; a member of your own begins with x-",
  },
  SCHEMA_FORMAT_MISSPELT: {
    exit: 3,
    summary: "A schema has an unknown format that is probably misspelt.",
    hint: "correct the format",
  },
  SCHEMA_DIALECT_OUTDATED: {
    exit: 0,
    summary: "A schema names an earlier draft of JSON Schema, and is read as 2020-12.",
    hint: 'write "$schema": "https://json-schema.org/draft/2020-12/schema"',
  },
  SCHEMA_VISIBILITY_UNUSED: {
    exit: 0,
    summary: "A visibility annotation stands where it annotates no member.",
    hint: "write it on the member, in the properties of each object that has it",
  },
  SCHEMA_REQUIRED_MISSPELT: {
    exit: 3,
    summary: "A required name that no schema declares is probably misspelt.",
    hint: "correct the name",
  },
  SCHEMA_REQUIRED_UNDECLARED: {
    exit: 0,
    summary: "A member is required that no schema declares.",
    hint: "declare it in the properties of the object, or correct the name",
  },
  SCHEMA_OPERATION_MISSPELT: {
    exit: 3,
    summary: "A visibility annotation names an operation that is probably misspelt.",
    hint: "name an operation of a service document or of a container",
  },
  SCHEMA_VISIBILITY_INVALID: {
    exit: 3,
    summary:
      "A visibility annotation is not omit, required, optional, or a transition between them.",
    hint: "write omit, required or optional, or one of them for each operation",
  },
  SCHEMA_PATTERN_INVALID: {
    exit: 3,
    summary: "A pattern is not an ECMA-262 regular expression, or can backtrack for too long.",
    hint: "fix the expression; it is compiled with the u flag",
  },
  MODEL_RECURSION: {
    exit: 3,
    summary: "A schema refers to itself for the same value, so validation would never end.",
    hint: "break the cycle, or let it lead through a member or an item",
  },
  MODEL_NAME_CLASH: {
    exit: 3,
    summary: "Two types have the same name, even after qualification.",
    hint: "rename one of the two files or $defs entries",
  },
  SCHEMA_TOO_LARGE: {
    exit: 3,
    summary: "A schema asks for work that grows faster than its size.",
  },
  MODEL_TOO_LARGE: {
    exit: 3,
    summary: "The composed schemas have too many types and members.",
  },
  EMIT_TOO_LARGE: { exit: 3, summary: "The generated files would be too large." },
  EMIT_TOOL_TOO_LARGE: {
    exit: 3,
    summary: "A schema exceeds its size limit once every type is inlined.",
    hint: "use fewer references between its types, or shorter descriptions",
  },
});
