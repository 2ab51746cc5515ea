/** Entries that are not used: what another's profile has wrong, and what the manifest and `list` say of it (§2.1). */

import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/errors.js";
import { readDocument } from "../../src/load/document.js";
import { describeLeftOut, leaveOut, leftOutNotices, openSide } from "../../src/load/side.js";
import type { Side } from "../../src/load/side.js";

const VERSION = "2026-01-01";
const GIFT = "com.example.gift";
const WRAP = "com.example.wrap";
const GIFTS_FILE = "gift.json";

/** By default, with two entries of no version, and a sound one. */
function side(file: string, odd: object = { [WRAP]: [{}], [GIFT]: [{}] }): Side {
  const capabilities = { ...odd, "com.example.shop": [{ version: VERSION }] };
  const text = JSON.stringify({ proto: { version: VERSION, capabilities } });
  const document = readDocument(file, file, new TextEncoder().encode(text));
  return openSide(document, { whose: "another" });
}

const pointerOf = (name: string): string => `/proto/capabilities/${name}/0`;

describe("what is left out", () => {
  it("is listed of the profile before the platform's, each by its pointer", () => {
    const both = { profile: side("a.json"), platform: side("b.json") };
    expect(describeLeftOut(both).map(({ profile, pointer }) => [profile, pointer])).toEqual([
      ["profile", pointerOf(GIFT)],
      ["profile", pointerOf(WRAP)],
      ["platform", pointerOf(GIFT)],
      ["platform", pointerOf(WRAP)],
    ]);
    expect(describeLeftOut({ ...both, platform: undefined })).toMatchObject([
      { name: GIFT, reason: expect.stringMatching(/^PROFILE_INVALID: .*version/) },
      { name: WRAP },
    ]);
  });

  it("is told at its place in the profile", () => {
    const [notice] = leftOutNotices(side("a.json"));
    expect(notice).toMatchObject({
      code: "PROFILE_LEFT_OUT",
      message: expect.stringContaining(`${WRAP} is left out: `),
      place: { file: "a.json", pointer: `${pointerOf(WRAP)}/version` },
    });
    expect(notice).not.toHaveProperty("related");
  });

  it("is told with the place of the reason, where that is in another file", () => {
    const place = { file: GIFTS_FILE, pointer: "/allOf", line: 3 };
    const related = [{ message: "the other", place: { file: "other.json" } }];
    const reason = { ...diagnostic("SCHEMA_INVALID", "it is wrong", { place }), related };
    const pointer = "/proto/capabilities/com.example.shop/0";
    const shop = { name: "com.example.shop", pointer, diagnostics: [reason] };
    expect(leftOutNotices(leaveOut(side("a.json", {}), [shop]))).toMatchObject([
      {
        message: "com.example.shop is left out: it is wrong",
        place: { file: "a.json", pointer },
        related: [{ message: "SCHEMA_INVALID is here", place }, ...related],
      },
    ]);
  });
});
