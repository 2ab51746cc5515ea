/** Codes of overlays, which correct the documents of others, and of findings that a project accepts. */

import { defineCodes } from "../code.js";

export const OVERLAY_CODES = defineCodes({
  OVERLAY_INVALID: {
    exit: 3,
    summary: "An overlay is not an Overlay 1.0 document, or one of its actions cannot be applied.",
  },
  OVERLAY_NO_MATCH: {
    exit: 3,
    summary: "The target of an action of an overlay selects nothing in its document.",
  },
  OVERLAY_UNUSED: {
    exit: 3,
    summary: "An overlay changes a document that the run does not read.",
    hint: "correct `extends`, or leave out the overlay",
  },
  OVERLAY_NOT_NEEDED: {
    exit: 0,
    summary:
      "An overlay changes a document that a run of a part does not read, or neither side of diff.",
  },
  ACCEPT_INVALID: {
    exit: 2,
    summary: "The file of accepted findings is not what it must be.",
  },
  ACCEPT_OWN: {
    exit: 0,
    summary: "An accepted finding is about a document of your own.",
    hint: "correct the document, and remove the entry",
  },
  ACCEPT_EXPIRED: {
    exit: 0,
    summary: "The last day of an accepted finding is over, and the finding is still there.",
    hint: "look again whether it was corrected upstream; if not, give the entry a later day",
  },
  ACCEPT_UNUSED: {
    exit: 0,
    summary: "An entry accepts nothing: no finding has its code at its place.",
    hint: "remove the entry",
  },
});
