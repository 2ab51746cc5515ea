/** Text is cut between characters: half of one is no Unicode, and no strict reader takes it (RFC 8259 §8.2). */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceStrings } from "../../src/text/edit-json.js";
import { cutText } from "@proto-gen/runtime/json";
import { isHalfOfPair } from "@proto-gen/runtime/codegen/generator";
import { parseJson } from "@proto-gen/runtime/json";

const FACE = "\u{1f600}";

describe("a text that is cut", () => {
  it.each([
    ["aa", 2, "aa"],
    ["aaa", 2, "aa"],
    [`a${FACE}`, 3, `a${FACE}`],
    [`a${FACE}`, 2, "a"],
    [`a${FACE}`, 1, "a"],
    [`${FACE}${FACE}`, 2, FACE],
    [`${FACE}`, 1, ""],
    ["", 0, ""],
    ["a", 0, ""],
  ])("%j at %i is %j", (text, length, cut) => {
    expect(cutText(text, length)).toBe(cut);
  });

  it("has its mark only where something was left out", () => {
    expect([cutText("aaa", 3, "…"), cutText("aaa", 2, "…")]).toEqual(["aaa", "aa…"]);
  });

  it("is Unicode where the text was, at any length, and its beginning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, length) => {
        const cut = cutText(text, length);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeGreaterThan(Math.min(text.length, length) - 2);
      }),
    );
  });

  it("knows the middle of a character from its ends", () => {
    expect([0, 1, 2].map((at) => isHalfOfPair(FACE, at))).toEqual([false, true, false]);
  });
});

it("keeps whole the characters of a string that is edited in part", () => {
  // The two faces share their first surrogate; U+1F600 and U+1FA00 share the second one.
  for (const next of ["\u{1f601}", "\u{1fa00}"]) {
    const edited = replaceStrings(`{"a":"x${FACE}y"}`, [{ pointer: "/a", value: `x${next}y` }]);
    expect(edited).toBe(`{"a":"x${next}y"}`);
  }
});

it("quotes a repeated key in Unicode", () => {
  const key = "a".repeat(59) + FACE;
  expect(() => parseJson(`{"${key}":1,"${key}":2}`)).toThrow(`the key "${"a".repeat(59)}…" is on`);
});
