/** Codes of `scaffold`, which edits the user's own module. */

import { defineCodes } from "../code.js";

export const SCAFFOLD_CODES = defineCodes({
  SCAFFOLD_NOTHING: {
    exit: 3,
    summary: "There is no operation to write handlers for.",
    hint: "declare a service in the profile, with the capabilities that it is about (§2.1)",
  },
  SCAFFOLD_SYNTAX: {
    exit: 2,
    summary: "The user's module is not TypeScript.",
    hint: "correct the code at this place, and run again; nothing was written",
  },
  SCAFFOLD_NO_PLACE: {
    exit: 2,
    summary: "The user's module has no object that handlers can be added to, or several.",
  },
  SCAFFOLD_UNKNOWN_SPREAD: {
    exit: 2,
    summary: "A part of the handlers brings members that cannot be read.",
    hint: "give it a type that names them; types of other modules are read where these are installed and generated",
  },
  SCAFFOLD_UNCERTAIN: {
    exit: 0,
    summary: "A handler comes from an optional or conditional part.",
    hint: "write it where it is always there",
  },
  SCAFFOLD_GONE: {
    exit: 0,
    summary: "A handler's operation is not in the profile any more.",
    hint: "remove it if nothing else calls it; the tool does not",
  },
  SCAFFOLD_PRETTIER: {
    exit: 0,
    summary:
      "The project's configuration of prettier cannot be used; what is new has prettier's own style.",
  },
  SCAFFOLD_MISSING: {
    exit: 1,
    summary: "Handlers are missing in the user's module.",
    hint: "run proto-gen scaffold without --check, and write them",
  },
});
