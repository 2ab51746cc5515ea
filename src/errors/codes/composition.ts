/** Codes of composing extensions with their roots. */

import { defineCodes } from "../code.js";

export const COMPOSITION_CODES = defineCodes({
  COMPOSE_UNKNOWN_PARENT: {
    exit: 3,
    summary: "A capability extends one that is not declared.",
  },
  COMPOSE_WEAKENS_BASE: {
    exit: 3,
    summary: "An extension removes or relaxes a member that its base requires.",
    hint: "keep the member required; an extension may only add or narrow",
  },
  COMPOSE_ENTRY_MISSPELT: {
    exit: 3,
    summary: "An entry of an extension has almost the name of a capability that it would compose.",
    hint: "name the entry like the capability, or its last part",
  },
  COMPOSE_NO_BASE: {
    exit: 3,
    summary: "An entry of an extension does not compose the schema that it is named after.",
  },
  COMPOSE_ENTRY_LOST: {
    exit: 0,
    summary: "An entry of an extension contributes nothing, and what it adds is left out.",
    hint: "tell its author, or go on without what it adds",
  },
  COMPOSE_MEMBERS_REFUSED: {
    exit: 3,
    summary: "An extension's additionalProperties refuses members that its base requires.",
    hint: "remove it; unevaluatedProperties beside the allOf closes the whole",
  },
  COMPOSE_NO_SHAPE: {
    exit: 3,
    summary: "An extension of a container extends none of its shapes.",
    hint: "name the extension's $defs like those of the container: {operation}_{direction}",
  },
  COMPOSE_CLOSED_ENUM: {
    exit: 3,
    summary: "An extension adds values to an enum that is not open.",
  },
  COMPOSE_VALUE_IMPOSSIBLE: {
    exit: 0,
    summary: "An extension lists a value that its base refuses.",
    hint: "remove the value; an extension may only narrow a closed enum",
  },
  COMPOSE_METHOD_TYPE_INCOMPLETE: {
    exit: 0,
    summary: "A delivery method that an extension adds lacks its configuration.",
    hint: "list the type in allows_multi_destination and in the item enum of allows_method_combinations, too",
  },
  COMPOSE_EXTENSION_UNUSED: { exit: 0, summary: "An extension adds nothing to any active root." },
  COMPOSE_MERGED_CONFLICT: {
    exit: 0,
    summary: "Two schemas for one member cannot be merged; their intersection is used.",
    hint: "list the members explicitly, or put the constraint in only one of the schemas",
  },
  COMPOSE_CONTRADICTION: {
    exit: 3,
    summary: "Two schemas of a composition contradict each other, so that no value is valid.",
    hint: "let both allow a common value, or give one of the two members another name",
  },
  COMPOSE_UNSATISFIABLE: {
    exit: 0,
    summary: "No value can satisfy the composed schema here.",
    hint: "make both allow a common value, or rename one of the members",
  },
});
