/** Codes of releases: what `release` makes, and `lint` compares. */

import type { RELEASE_CODES } from "../../errors/codes/releases.js";
import type { Explanation } from "../../findings/explanation.js";

const RELEASED = "releases/2026-01-01/checkout.json";
const DRAFT = "releases/draft/checkout.json";
const LINT = "proto-gen lint ./releases";
const RELEASE = "proto-gen release 2026-03-01 --schemas ./releases";

/** The released file, with one of its members. */
function released(member: string): string {
  return `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.com/schemas/2026-01-01/checkout.json",
  "name": "com.example.shop.checkout",
  "version": "2026-01-01",
  "type": "object",
  "properties": {
    ${member}
  }
}
`;
}

export const RELEASES = {
  RELEASE_UNREADABLE: {
    text: "lint, release and diff read a whole directory of schemas. This one may not be read, has far more files than a release, or has none that ends in .json. Names that begin with a dot are passed over, and so are links that lead out of it.",
    run: LINT,
    wrong: { command: "proto-gen lint ./docs" },
    right: { command: LINT },
  },
  RELEASE_ALTERED: {
    text: "Others have built on a released schema, and both sides of a purchase have to read the same one under one date. manifest.json has the hash of each file as it was released; this one was changed, is missing, or was added afterwards. Bring it back as it was, and make the change in draft.",
    source: "§9.1",
    run: LINT,
    wrong: { file: RELEASED, text: released('"id": { "type": "integer" }') },
    right: { file: RELEASED, text: released('"id": { "type": "string" }') },
  },
  RELEASE_UNSEALED: {
    text: "A directory that is named after a date holds a release, and manifest.json in it has the hash of each of its files. Without one a change goes unnoticed. Releases that were made by other tools have none, which does them no harm.",
    source: "§9.1",
    run: "proto-gen lint ./schemas",
    untested: "A file that is missing cannot be shown.",
  },
  RELEASE_DATE: {
    text: "A release is called by the day that it is made: a date that the calendar has. It has to come after all others, since the higher of two dates is the newer version, and it cannot be one that is there already, since nothing is written over.",
    source: "§9.1",
    wrong: { command: "proto-gen release 2025-02-30 --schemas ./releases" },
    right: { command: RELEASE },
  },
  RELEASE_DRAFT: {
    text: "A release is made of the draft by writing its date where draft stands, first of all in the $id of each schema. Most of these do not end in draft and the path of the file, so that nobody can tell what would have to be written.",
    source: "§2.1.2",
    run: RELEASE,
    wrong: { file: DRAFT, at: "/$id", json: "https://example.com/schemas/next/checkout.json" },
    right: { file: DRAFT, at: "/$id", json: "https://example.com/schemas/draft/checkout.json" },
  },
  RELEASE_FINDINGS: {
    text: "What is released cannot be mended any more, so that the draft is linted first. Its errors are printed in front of this one; warnings do not hold a release up. Nothing was written.",
    run: RELEASE,
    wrong: {
      file: DRAFT,
      at: "/properties/id",
      json: { type: "string", default: 1 },
    },
    right: { file: DRAFT, at: "/properties/id", json: { type: "string", default: "checkout_1" } },
  },
} satisfies Record<keyof typeof RELEASE_CODES, Explanation>;
