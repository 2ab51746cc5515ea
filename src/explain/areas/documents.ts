/** Codes of reading: text that is no JSON, documents that are not there. */

import type { DOCUMENT_CODES } from "../../errors/codes/documents.js";
import type { Explanation } from "../../findings/explanation.js";

const CHECKOUT = "schemas/checkout.json";

export const DOCUMENTS = {
  JSON_SYNTAX: {
    text: "Profiles and schemas are read by many programs, so that only what all of them read alike is taken: JSON without comments, trailing commas, NaN or unquoted names. Numbers beyond the range of a double, halves of a character, and more than 512 levels are refused as well. The place is the first character that cannot stand there, and the mistake is often just before it.",
    source: "RFC 8259 §2, RFC 7493 §2",
    wrong: { file: CHECKOUT, text: '{\n  "type": "object",\n  "required": ["id"],\n}\n' },
    right: { file: CHECKOUT, text: '{\n  "type": "object",\n  "required": ["id"]\n}\n' },
  },
  JSON_DUPLICATE_KEY: {
    text: "An object has two members of one name. Some readers take the first, most the last, and so the two sides of a purchase may see different documents. Nothing says which was meant: keep one.",
    source: "RFC 8259 §4, RFC 7493 §2.3",
    wrong: { file: CHECKOUT, text: '{\n  "type": "object",\n  "type": "array"\n}\n' },
    right: { file: CHECKOUT, text: '{\n  "type": "object"\n}\n' },
  },
  JSON_ENCODING: {
    text: "JSON that is exchanged between systems is UTF-8, and begins with no byte-order mark. This file has bytes that are not UTF-8, or has the mark, which some editors add without a word.",
    source: "RFC 8259 §8.1",
    untested: "A byte-order mark cannot be seen in print.",
  },
  PAYLOAD_JSON: {
    text: "A payload that is no JSON satisfies no schema, so that it is invalid like any other, and the exit code is that of a finding. The same is asked as of schemas: no comments, no trailing commas, no member twice, UTF-8 without a byte-order mark.",
    source: "RFC 8259 §2, RFC 7493 §2",
    run: "proto-gen validate ./payload.json --schema ./schemas/checkout.json",
    wrong: { file: "payload.json", text: '{ "id": "c1", "total": 100, }\n' },
    right: { file: "payload.json", text: '{ "id": "c1", "total": 100 }\n' },
  },
  LOAD_TOO_LARGE: {
    text: "A profile may have 256 KiB, a schema or service document 4 MiB. Documents of others are read as well, and one without end would take all memory. Real ones are far below: what is larger holds data or whole copies of other schemas. What stands in the documents is counted, too: schemas, entries of a list, values and the characters of a text. docs/budgets.md has all numbers.",
    untested: "A file of that size is too long to show.",
  },
  LOAD_EMPTY_RELEASE: {
    text: "A side of `diff` is a directory without any JSON document below it. Nothing can be compared with nothing: every schema of the other side would be new, or gone. The directory of a release is the one that its schemas and services stand below.",
    untested: "A directory without files cannot be shown.",
  },
  LOAD_STALE_MANIFEST: {
    text: "A generated tree's manifest names the documents that it was generated from by their hashes, and holds none of them. They are read again where they were, and one of them has changed or is gone, so that what was generated is not known any more. A release that is kept in git is still there: `git:REF:path`.",
    run: "proto-gen diff generated/manifest.json 2026-11-20",
    untested: "It takes a generated tree, and a schema that was changed after it.",
  },
  LOAD_LOCK_CHANGED: {
    text: "With --frozen, and with --check, what is fetched must be what proto-gen.lock.json recorded: the SHA-256 of each document by its URL. Now a document is another one, or is fetched for the first time. Whoever serves it may have changed what your code is made of, so that it is not taken without a word. Fetch it without --frozen, look at the difference in version control, and commit it.",
    run: "proto-gen --profile profile.json --fetch --frozen",
    untested: "It takes a document on the network that changes.",
  },
  LOAD_LOCK_INVALID: {
    text: "proto-gen.lock.json lists the documents that were fetched, each with its SHA-256, and the directory proto-gen.lock beside it holds them under that name. The file is not such a list, or a document has other bytes than its name says. Both are written by --fetch alone: take them from version control, or remove them and fetch again.",
    wrong: {
      file: "proto-gen.lock.json",
      text: '{ "documents": ["https://example.com/schemas/gift.json"] }\n',
    },
    right: { file: "proto-gen.lock.json", text: '{ "documents": {} }\n' },
  },
  LOAD_REACH_REFUSED: {
    text: "A document that was fetched may lead to the protocol's own schemas, to its own origin, and to the origins of what the capabilities of its origin extend. Another URL in it could have the tool fetch, or read, what its author has no business with. For the same reason its $id, and those of its parts, are URLs of its own origin: by another's it would stand in for that document.",
    source: "§1.9",
    untested: "It takes a document on the network.",
  },
  LOAD_SKIPPED: {
    text: "Below a directory of --schemas only regular files are read, and links to such files in the same directory. Reading from a pipe, a socket or a device may never end, and a link that leads out of the directory would make a file readable that nobody meant to give. Linked directories are not entered, so that links in a circle end. What is larger than a document may be is not searched for its $id. The rest of the directory is read.",
    untested: "A pipe or a link cannot be shown in a file.",
  },
  LOAD_SCHEMA_UNRESOLVED: {
    text: "The profile names the schema of a capability or the document of a service by its URL, and that is found neither in the package, nor in a directory of --schemas, nor among what was fetched before. Nothing is fetched from the network without --fetch. Without it nothing is known of what the capability's payloads look like. The URL may be misspelt, or a directory's prefix not be that of the URL.",
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
  LOAD_REF_UNRESOLVED: {
    text: "A $ref is a URL, relative to the $id of its document, with a pointer or the name of an anchor after #. No source holds that document, or the document has nothing at that place. A schema whose part is missing accepts nobody knows what, so that nothing is generated.",
    source: "JSON Schema 2020-12 Core §8.2.3",
    wrong: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amuont" } },
    right: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amount" } },
  },
  LOAD_REF_BY_PLACE: {
    text: "A $ref counts from the $id of its document. From there nothing is found, but from the place of the file it is, and that is what was taken. Other tools will not find it: correct the $id or the reference. It is said once a document.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: {
      file: "schemas/gift.json",
      at: "/$id",
      json: "https://example.com/schemas/v2/gift.json",
    },
    right: { file: "schemas/gift.json", at: "/$id", json: "https://example.com/schemas/gift.json" },
  },
  LOAD_HANDLER_UNRESOLVED: {
    text: "A payment handler belongs to someone else, and its schema is only about its config. Where no source holds it, everything else is generated all the same, and the config takes any object. With the schema it is typed and checked.",
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
