/** Explanations of the codes of reading, fetching and finding documents. */

import type { DOCUMENT_CODES } from "../../errors/codes/documents.js";
import type { Explanation } from "../../findings/explanation.js";

const CHECKOUT = "schemas/checkout.json";

export const DOCUMENTS = {
  JSON_SYNTAX: {
    text: "Profiles and schemas are read by many programs, so only what all of them read alike is accepted: JSON without comments, trailing commas, NaN or unquoted names. Numbers outside the range of a double, lone surrogates, and more than 512 levels are refused, too. The place is the first character that is not allowed; the mistake is often just before it.",
    source: "RFC 8259 §2, RFC 7493 §2",
    wrong: { file: CHECKOUT, text: '{\n  "type": "object",\n  "properties": {},\n}\n' },
    right: { file: CHECKOUT, text: '{\n  "type": "object",\n  "properties": {}\n}\n' },
  },
  JSON_DUPLICATE_KEY: {
    text: "An object has two members of the same name. Some readers use the first and most use the last, so the two sides of a purchase may see different documents. It is unclear which was meant: keep one.",
    source: "RFC 8259 §4, RFC 7493 §2.3",
    wrong: { file: CHECKOUT, text: '{\n  "type": "object",\n  "type": "array"\n}\n' },
    right: { file: CHECKOUT, text: '{\n  "type": "object"\n}\n' },
  },
  JSON_ENCODING: {
    text: "JSON that systems exchange is UTF-8 without a byte-order mark. This file has bytes that are not UTF-8, or begins with the mark, which some editors add silently.",
    source: "RFC 8259 §8.1",
    untested: "A byte-order mark cannot be seen in print.",
  },
  PAYLOAD_NOT_JSON: {
    text: "A payload that is not JSON satisfies no schema, so it is invalid like any other, and the exit code is that of a finding. The rules are those for schemas: no comments, no trailing commas, no duplicate members, UTF-8 without a byte-order mark.",
    source: "RFC 8259 §2, RFC 7493 §2",
    run: "proto-gen validate ./payload.json --schema ./schemas/checkout.json",
    wrong: { file: "payload.json", text: '{ "id": "c1", "total": 100, }\n' },
    right: { file: "payload.json", text: '{ "id": "c1", "total": 100 }\n' },
  },
  LOAD_TOO_LARGE: {
    text: "A profile may have up to 256 KiB, a schema or service document up to 4 MiB. Documents of other parties are read as well, and an endless one would use up all memory. Real documents are far smaller: larger ones contain data or whole copies of other schemas. The number of schemas, list entries and values and the length of strings are limited, too; docs/budgets.md of this package lists all limits.",
    untested: "A file of that size is too long to show.",
  },
  LOAD_EMPTY_RELEASE: {
    text: "A side of `diff` is a directory without a single JSON document below it. A comparison with it would report every schema of the other side as added or removed. Name the directory that contains the schemas and services of the release.",
    untested: "A directory without files cannot be shown.",
  },
  LOAD_STALE_MANIFEST: {
    text: "The manifest of generated code lists the documents that it was generated from by their hashes, but does not contain them. They are read again from where they were, and one of them has changed or is gone, so the original input is lost. A release in git is still available: `git:REF:path`.",
    run: "proto-gen diff generated/manifest.json 2026-11-20",
    untested: "It needs a generated tree, and a schema that was changed later.",
  },
  LOAD_LOCK_MISMATCH: {
    text: "With --frozen and --check, every fetched document must have the SHA-256 that proto-gen.lock.json records for its URL. The overlays that were applied to it must be the recorded ones, too. A document or an overlay has changed, or is there for the first time. What your code is generated from may have changed, so that is not accepted silently. Fetch without --frozen, review the difference in version control, and commit it.",
    run: "proto-gen --profile profile.json --fetch --frozen",
    untested: "It needs a document on the network that changes.",
  },
  LOAD_LOCK_INVALID: {
    text: "proto-gen.lock.json lists the fetched documents with their SHA-256, and the directory proto-gen.lock next to it contains each document, named by that hash. The file is not such a list, or a document's bytes do not match its name. Only --fetch writes them: restore them from version control, or remove them and fetch again.",
    wrong: {
      file: "proto-gen.lock.json",
      text: '{ "documents": ["https://example.com/schemas/gift.json"] }\n',
    },
    right: { file: "proto-gen.lock.json", text: '{ "documents": {} }\n' },
  },
  LOAD_REFERENCE_NOT_ALLOWED: {
    text: "A fetched document may refer to the protocol's own schemas, to its own origin, and to the origins of the capabilities that those of its origin extend. Any other URL could make the tool fetch or read what the author of the document has no access to. For the same reason its $ids must be URLs of its own origin: with another's URL it could replace that document.",
    source: "§1.9",
    untested: "It needs a document on the network.",
  },
  LOAD_FILE_SKIPPED: {
    text: "Below a directory of --schemas, only regular files are read, and links to such files in the same directory. Reading a pipe, a socket or a device may never end, and a link out of the directory would expose a file that nobody meant to share. Linked directories are not entered, because links may form a cycle. Files above the size limit of documents are not searched for an $id. The rest of the directory is read.",
    untested: "A pipe or a link cannot be shown in a file.",
  },
  LOAD_SCHEMA_UNRESOLVED: {
    text: "The profile names a capability's schema or a service's document by a URL that is neither in the package, nor in a directory of --schemas, nor among the documents fetched before. Nothing is fetched from the network without --fetch. Without this document, the payloads of the capability are unknown. The URL may be misspelt, or a directory's prefix may differ from that of the URL.",
    source: "§2.1.1, §2.1.2",
    wrong: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.checkout/0/schema",
      json: "https://example.com/schemas/chekout.json",
    },
    right: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.checkout/0/schema",
      json: "https://example.com/schemas/checkout.json",
    },
  },
  VALIDATE_OMITTED: {
    text: "A visibility annotation omits this member from the operation and direction that the payload is validated for. Where the schema is open, the payload is valid all the same, but the receiver takes no notice of the value: whoever wrote it expects an effect that it cannot have.",
    source: "§2.4",
    wrong: {
      command:
        "proto-gen validate ./payload.json --schema ./schemas/checkout.json --request --op create",
    },
    right: { command: "proto-gen validate ./payload.json --schema ./schemas/checkout.json" },
  },
  LOAD_ID_MISMATCH: {
    text: "A schema is found under the URL that its $id gives it, or at its place below the URL prefix of its directory. Here the two differ by one or two letters, so a reference to one of them finds nothing, or another document. Make the $id the URL of the place.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: { file: CHECKOUT, at: "/$id", json: "https://example.com/schemas/chekout.json" },
    right: { file: CHECKOUT, at: "/$id", json: "https://example.com/schemas/checkout.json" },
  },
  LOAD_DUPLICATE_ID: {
    text: "An $id is the URL of one schema. Two schemas have this one, and they differ, so that a reference to it would lead to whichever was read first. An $id counts wherever it stands, also in an entry of $defs that nobody refers to. A directory of --schemas without a URL prefix may contain what nobody else has; where it should speak for a URL, give the prefix that the hint shows. Copies of a whole document are no mistake.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: {
      file: "schemas/gift.json",
      at: "/$id",
      json: "https://example.com/schemas/checkout.json",
    },
    right: { file: "schemas/gift.json", at: "/$id", json: "https://example.com/schemas/gift.json" },
  },
  LOAD_ID_OF_OTHER_HOST: {
    text: "With --schemas DIR=URL-PREFIX, a directory speaks for the URLs below that prefix. Its schemas may also have other URLs of the same host as $ids, which then count among the documents of this directory only. An $id at any other host would replace the schema of somebody else, and is refused wherever it stands.",
    source: "§1.9",
    wrong: { file: CHECKOUT, at: "/$id", json: "https://example.org/schemas/checkout.json" },
    right: { file: CHECKOUT, at: "/$id", json: "https://example.com/schemas/checkout.json" },
  },
  LOAD_DUPLICATE_ANCHOR: {
    text: "An $anchor or a $dynamicAnchor names one schema of a resource, and both kinds share their names. Two schemas have this one, so that a reference to it has no meaning. Schemas with an $id of their own are resources of their own, and may repeat it.",
    source: "JSON Schema 2020-12 Core §8.2.2",
    wrong: {
      file: CHECKOUT,
      at: "/$defs/amount",
      json: { $anchor: "amount", $dynamicAnchor: "amount", type: "integer" },
    },
    right: { file: CHECKOUT, at: "/$defs/amount", json: { $anchor: "amount", type: "integer" } },
  },
  LOAD_RELEASE_REPLACED: {
    text: "A directory of --schemas was given for the URL of a release that the package brings, or for a URL below one. Every document below that URL then comes from the directory: one that is missing there is missing, and one that cannot be read is an error. The package's own document is never used in its place.",
    run: "proto-gen --profile profile.json --schemas ./release=https://proto.dev/schemas/2026-11-20",
    untested: "It needs a whole release.",
  },
  LOAD_REF_UNRESOLVED: {
    text: "A $ref is a URL, relative to the $id of its document, with a JSON pointer or the name of an anchor after #. No source has that document, or the document has nothing at that place. Nobody can tell what a schema with a missing part accepts, so nothing is generated.",
    source: "JSON Schema 2020-12 Core §8.2.3",
    wrong: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amuont" } },
    right: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amount" } },
  },
  LOAD_REF_BY_PLACE: {
    text: "A $ref is resolved against the $id of its document. Nothing is found there, but resolving it against the location of the file succeeds, and that target is used. Other tools will not find it: correct the $id or the reference. The warning is reported once for each document.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: {
      file: "schemas/gift.json",
      at: "/$id",
      json: "https://example.com/schemas/v2/gift.json",
    },
    right: { file: "schemas/gift.json", at: "/$id", json: "https://example.com/schemas/gift.json" },
  },
  LOAD_HANDLER_UNRESOLVED: {
    text: "A payment handler belongs to another party, and its schema only describes its config. If no source has it, everything else is still generated, and the config accepts any object. With the schema, the config is typed and checked.",
    source: "§2.1.3",
    wrong: {
      file: "profile.json",
      at: "/proto/payment_handlers/com.example.pay/0/schema",
      json: "https://example.com/schemas/payment.json",
    },
    right: {
      file: "profile.json",
      at: "/proto/payment_handlers/com.example.pay/0/schema",
      json: "https://example.com/schemas/pay.json",
    },
  },
} satisfies Record<keyof typeof DOCUMENT_CODES, Explanation>;
