/** Codes of `scaffold`, which edits the user's own module. */

import { defineCodes } from "../code.js";

export const SCAFFOLD_CODES = defineCodes({
  SCAFFOLD_NO_OPERATION: {
    exit: 3,
    summary: "The profile leaves no operation to write handlers for.",
    hint: "declare a service in the profile, and the capabilities that it serves (§2.1)",
  },
  SCAFFOLD_SYNTAX: {
    exit: 2,
    summary: "The user's module is not valid TypeScript.",
    hint: "fix the code here and run again; nothing was written",
  },
  SCAFFOLD_HANDLERS_NOT_FOUND: {
    exit: 2,
    summary: "The user's module has no handlers object, or more than one.",
  },
  SCAFFOLD_UNKNOWN_SPREAD: {
    exit: 2,
    summary: "A spread in the handlers has unknown members.",
    hint: "give it a type that names them; modules that it imports must be installed and generated",
  },
  SCAFFOLD_UNCERTAIN: {
    exit: 0,
    summary: "A handler comes from an optional or conditional spread.",
    hint: "define it unconditionally",
  },
  SCAFFOLD_HANDLER_UNUSED: {
    exit: 0,
    summary: "A handler's operation is no longer in the profile.",
    hint: "remove the handler if nothing else calls it; the tool never does",
  },
  SCAFFOLD_PRETTIER_CONFIG: {
    exit: 0,
    summary:
      "The project's Prettier configuration cannot be used; new code has Prettier's default style.",
  },
  SCAFFOLD_MISSING: {
    exit: 1,
    summary: "The user's module is missing handlers.",
    hint: "run proto-gen scaffold without --check, then implement them",
  },
});
