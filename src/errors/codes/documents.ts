/** Codes of reading, fetching and finding documents. */

import { defineCodes } from "../code.js";

export const DOCUMENT_CODES = defineCodes({
  JSON_SYNTAX: {
    exit: 3,
    summary: "A document is not strict JSON (RFC 8259).",
    hint: "fix the syntax here; JSON has no comments or trailing commas",
  },
  JSON_DUPLICATE_KEY: {
    exit: 3,
    summary: "An object has the same key twice.",
    hint: "keep one of the two members",
  },
  JSON_ENCODING: {
    exit: 3,
    summary: "A document is not UTF-8, or starts with a byte-order mark (RFC 8259 §8.1).",
    hint: "save the file as UTF-8 without a byte-order mark",
  },
  PAYLOAD_NOT_JSON: {
    exit: 1,
    summary: "A payload to validate is not strict JSON (RFC 8259).",
    hint: "fix the syntax here; every reader must parse it as the same value",
  },
  LOAD_TOO_LARGE: {
    exit: 4,
    summary: "A document, or all documents together, exceed a limit.",
    hint: "split it, or remove what it does not need",
  },
  LOAD_EMPTY_RELEASE: {
    exit: 3,
    summary: "A directory to compare contains no JSON documents.",
    hint: "name the directory that contains the schemas of the release",
  },
  LOAD_STALE_MANIFEST: {
    exit: 3,
    summary: "The inputs of a manifest have changed since it was written.",
    hint: "generate again, or compare with the release in git: git:REF:path",
  },
  LOAD_LOCK_MISMATCH: {
    exit: 4,
    summary: "A fetched document does not match the lock file.",
    hint: "review the change, then fetch without --frozen and commit the lock file",
  },
  LOAD_LOCK_INVALID: {
    exit: 4,
    summary: "The lock file, or a document that it lists, is corrupt.",
    hint: "restore it from version control, or delete it and fetch again with --fetch",
  },
  LOAD_REFERENCE_NOT_ALLOWED: {
    exit: 4,
    summary:
      "A fetched document refers to, or claims as its $id, a URL that its author does not control.",
    hint: "refer only to your own origin, to what the capability extends, or to the protocol's schemas",
  },
  LOAD_FILE_SKIPPED: {
    exit: 0,
    summary: "A file in a schema directory is skipped: it is not a regular file of that directory.",
    hint: "replace it with the document itself, or remove it",
  },
  LOAD_SCHEMA_UNRESOLVED: {
    exit: 3,
    summary: "The schema that a declaration names is in no source.",
    hint: "provide it with --schemas DIR=URL-PREFIX, or fetch it with --fetch",
  },
  VALIDATE_OMITTED: {
    exit: 0,
    summary: "A payload has a member that the schema omits from this operation and direction.",
    hint: "leave it out, or validate against another operation",
  },
  LOAD_ID_MISMATCH: {
    exit: 3,
    summary: "A document's $id is almost, but not quite, the URL of its place.",
    hint: "correct the $id, or move the document",
  },
  LOAD_DUPLICATE_ID: {
    exit: 3,
    summary: "Two different schemas have one $id.",
    hint: "give each an $id of its own, or remove it",
  },
  LOAD_ID_OF_OTHER_HOST: {
    exit: 4,
    summary: "A schema has an $id at another host than its directory was given for.",
    hint: "remove the $id, or give it one below the URL prefix of its directory",
  },
  LOAD_DUPLICATE_ANCHOR: {
    exit: 3,
    summary: "Two schemas of one resource have one $anchor or $dynamicAnchor.",
    hint: "give each an anchor of its own",
  },
  LOAD_RELEASE_REPLACED: {
    exit: 0,
    summary: "A directory of --schemas stands in for a release of the package, as a whole.",
  },
  LOAD_REF_UNRESOLVED: {
    exit: 3,
    summary: "A $ref names a document, anchor or pointer that does not exist.",
    hint: "fix the reference, or add its target",
  },
  LOAD_REF_BY_PLACE: {
    exit: 0,
    summary: "A $ref resolves against the location of the file, but not against its $id.",
  },
  LOAD_HANDLER_UNRESOLVED: {
    exit: 0,
    summary: "The schema of a payment handler is in no source; its config accepts any object.",
  },
});
