/** Codes of composing extensions with their roots. */

import { defineCodes } from "../code.js";

export const COMPOSITION_CODES = defineCodes({
  COMPOSE_UNKNOWN_PARENT: {
    exit: 3,
    summary: "A capability extends one that no capability declares.",
  },
  COMPOSE_WEAKENS_BASE: {
    exit: 3,
    summary: "An extension removes or relaxes a member that its base requires.",
    hint: "leave the member as the base has it; an extension may only add or narrow",
  },
  COMPOSE_NO_SHAPE: {
    exit: 3,
    summary: "An extension of a container mirrors none of its shapes.",
    hint: "name its $defs like the container's: {operation}_{direction}",
  },
  COMPOSE_CLOSED_ENUM: {
    exit: 3,
    summary: "An extension adds values to an enum that its release does not leave open.",
  },
  COMPOSE_NOTHING: { exit: 0, summary: "An extension adds nothing to any active root." },
  COMPOSE_CONFLICT: {
    exit: 0,
    summary: "Two schemas for one member do not merge; their intersection is used.",
    hint: "name the members one by one, or say it in one of the two schemas",
  },
  COMPOSE_UNSATISFIABLE: {
    exit: 0,
    summary: "No value can satisfy the composition at this place.",
    hint: "let both allow a common value, or give one of the two members another name",
  },
});
