/** Codes of reading, fetching and finding documents. */

import { defineCodes } from "../code.js";

export const DOCUMENT_CODES = defineCodes({
  JSON_SYNTAX: {
    exit: 3,
    summary: "A document is not strict JSON (RFC 8259).",
    hint: "correct the text at this place; comments and trailing commas are not JSON",
  },
  JSON_DUPLICATE_KEY: {
    exit: 3,
    summary: "An object has the same key twice.",
    hint: "keep one of the two members",
  },
  JSON_ENCODING: {
    exit: 3,
    summary: "A document is not UTF-8 without a byte-order mark (RFC 8259 §8.1).",
    hint: "save the file as UTF-8 without a byte-order mark",
  },
  PAYLOAD_JSON: {
    exit: 1,
    summary: "A payload to validate is not strict JSON (RFC 8259).",
    hint: "correct the text at this place; every reader must take it for the same value",
  },
  LOAD_TOO_LARGE: {
    exit: 4,
    summary: "A document, or what stands in the documents of a run, exceeds a budget.",
    hint: "split it, or remove what it does not need",
  },
  LOAD_EMPTY_RELEASE: {
    exit: 3,
    summary: "A side of a comparison holds no JSON document.",
    hint: "name the directory of a release: the one that its schemas stand below",
  },
  LOAD_STALE_MANIFEST: {
    exit: 3,
    summary: "A manifest's inputs are not what they were when it was written.",
    hint: "generate again, or compare with the release as it was: git:REF:path",
  },
  LOAD_LOCK_CHANGED: {
    exit: 4,
    summary: "A fetched document is not what the lock file says.",
    hint: "look at what changed, then fetch it without --frozen and commit the lock file",
  },
  LOAD_LOCK_INVALID: {
    exit: 4,
    summary: "The lock file, or a document that it names, is not as it was written.",
    hint: "take it from version control, or remove it and fetch again with --fetch",
  },
  LOAD_REACH_REFUSED: {
    exit: 4,
    summary: "A document from elsewhere leads to, or calls itself, what is not its author's.",
    hint: "refer to your own origin, to what the capability extends, or to the protocol's schemas",
  },
  LOAD_SKIPPED: {
    exit: 0,
    summary:
      "A file below a schema directory is not read: it is no regular file of that directory.",
    hint: "put the document itself there, or remove it",
  },
  LOAD_SCHEMA_UNRESOLVED: {
    exit: 3,
    summary: "No source holds the schema that a declaration names.",
    hint: "bring it with --schemas DIR=URL-PREFIX, or fetch it with --fetch",
  },
  LOAD_REF_UNRESOLVED: {
    exit: 3,
    summary: "A $ref names a document, anchor or pointer that does not exist.",
    hint: "correct the reference, or add what it names",
  },
  LOAD_REF_BY_PLACE: {
    exit: 0,
    summary: "A $ref resolves only against the place of the file, not against its $id.",
  },
  LOAD_HANDLER_UNRESOLVED: {
    exit: 0,
    summary: "No source holds a payment handler's schema; its config stays open.",
  },
});
