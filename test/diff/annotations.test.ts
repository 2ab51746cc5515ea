/** A member that several schemas of one object declare: an annotation counts in whichever of them it stands. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { cartRelease, compare, type MemoryRelease } from "./memory-release.js";

const TEXT = { type: "string" };
const NONE: JsonObject = {};
const OMIT: JsonObject = { proto_request: "omit" };
const REQUIRED: JsonObject = { proto_request: "required" };
const OPTIONAL: JsonObject = { proto_request: "optional" };
const ANNOUNCED: JsonObject = { proto_request: { transition: { from: "optional", to: "omit" } } };

/** The annotations of `note` in the two schemas that declare it. */
type Annotations = readonly [JsonObject, JsonObject];

function release(annotations: Annotations): MemoryRelease {
  return cartRelease({
    properties: { id: TEXT },
    allOf: annotations.map((each) => ({ properties: { note: { ...TEXT, ...each } } })),
  });
}

/** Rule, level, direction and message of every change. */
async function told(before: Annotations, after: Annotations): Promise<readonly string[]> {
  const { changes } = await compare(release(before), release(after));
  return changes.map(
    ({ rule, level, direction, message }) => `${rule} ${level} ${direction}: ${message}`,
  );
}

describe.each([
  ["first", (one: JsonObject, other: JsonObject): Annotations => [one, other]],
  ["second", (one: JsonObject, other: JsonObject): Annotations => [other, one]],
])("an annotation in the %s of two declarations", (_, declared) => {
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      "hides the member",
      NONE,
      OMIT,
      "visibility-changed breaking request: note was optional and is omitted here",
    ],
    [
      "no longer hides the member",
      OMIT,
      NONE,
      "visibility-changed safe request: note was omitted and is optional here",
    ],
    [
      "requires the member",
      NONE,
      REQUIRED,
      "visibility-changed breaking request: note was optional and is required here",
    ],
    [
      "no longer requires the member",
      REQUIRED,
      OPTIONAL,
      "visibility-changed breaking request: note was required and is optional here",
    ],
    [
      "announces what it will be",
      NONE,
      ANNOUNCED,
      "transition-announced safe request: note is optional and will be omit",
    ],
    [
      "carries out what it announced",
      ANNOUNCED,
      OMIT,
      "transition-carried-out breaking request: note was optional and is omitted, as announced",
    ],
  ])("%s", async (__, before, after, expected) => {
    expect(await told(declared(before, NONE), declared(after, NONE))).toEqual([expected]);
  });
});
