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
  COMPOSE_NO_SHAPE: {
    exit: 3,
    summary: "An extension of a container extends none of its shapes.",
    hint: "name the extension's $defs like those of the container: {operation}_{direction}",
  },
  COMPOSE_CLOSED_ENUM: {
    exit: 3,
    summary: "An extension adds values to an enum that is not open.",
  },
  COMPOSE_NOTHING: { exit: 0, summary: "An extension adds nothing to any active root." },
  COMPOSE_CONFLICT: {
    exit: 0,
    summary: "Two schemas for one member cannot be merged; their intersection is used.",
    hint: "list the members explicitly, or put the constraint in only one of the schemas",
  },
  COMPOSE_UNSATISFIABLE: {
    exit: 0,
    summary: "No value can satisfy the composed schema here.",
    hint: "make both allow a common value, or rename one of the members",
  },
});
