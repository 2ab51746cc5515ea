/** Explanations of the codes of `release`, and of comparing releases with their manifests. */

import type { RELEASE_CODES } from "../../errors/codes/releases.js";
import type { Explanation } from "../../findings/explanation.js";

const RELEASED = "releases/2026-01-01/checkout.json";
const DRAFT = "releases/draft/checkout.json";
const LINT = "proto-gen lint ./releases";
const RELEASE = "proto-gen release 2026-03-01 --schemas ./releases";

/** The text of the released file with the given member. */
function releasedText(member: string): string {
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
    text: "lint, release and diff read a whole directory of schemas. This one cannot be read, has far more files than a release, or has none that ends in .json. Names that begin with a dot are skipped, and so are links that lead out of the directory.",
    run: LINT,
    wrong: { command: "proto-gen lint ./docs" },
    right: { command: LINT },
  },
  RELEASE_ALTERED: {
    text: "Others rely on a released schema, and both sides of a purchase must read the same one for the same date. manifest.json has the hash of each file at the time of the release; this file was changed, removed or added afterwards. Restore it, and make the change in draft.",
    source: "§9.1",
    run: LINT,
    wrong: { file: RELEASED, text: releasedText('"id": { "type": "integer" }') },
    right: { file: RELEASED, text: releasedText('"id": { "type": "string" }') },
  },
  RELEASE_MANIFEST_MISSING: {
    text: "A directory named after a date is a release, and its manifest.json has the hash of each of its files. Without the manifest, a change goes unnoticed. Releases made by other tools have none, which is not a mistake.",
    source: "§9.1",
    run: "proto-gen lint ./schemas",
    untested: "A file that is missing cannot be shown.",
  },
  RELEASE_DATE_INVALID: {
    text: "A release is named after the day on which it is made, which must be a date of the calendar. It must be later than all other releases, because the later date is the newer version, and no existing release is overwritten.",
    source: "§9.1",
    wrong: { command: "proto-gen release 2025-02-30 --schemas ./releases" },
    right: { command: RELEASE },
  },
  RELEASE_DRAFT_IDS: {
    text: "A release is made from the draft by replacing draft with its date, above all in the $id of each schema. Most of these $ids do not end in draft and the path of the file, so the tool cannot tell what to replace.",
    source: "§2.1.2",
    run: RELEASE,
    wrong: { file: DRAFT, at: "/$id", json: "https://example.com/schemas/next/checkout.json" },
    right: { file: DRAFT, at: "/$id", json: "https://example.com/schemas/draft/checkout.json" },
  },
  RELEASE_HAS_ERRORS: {
    text: "A release can never be corrected afterwards, so the draft is linted first. Its errors are printed before this one; warnings do not prevent a release. Nothing was written.",
    run: RELEASE,
    wrong: {
      file: DRAFT,
      at: "/properties/id",
      json: { type: "string", default: 1 },
    },
    right: { file: DRAFT, at: "/properties/id", json: { type: "string", default: "checkout_1" } },
  },
} satisfies Record<keyof typeof RELEASE_CODES, Explanation>;
