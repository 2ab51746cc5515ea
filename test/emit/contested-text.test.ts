/** What a check reads as whose members the active extensions decide: a function that makes the check for a set of them. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { emit } from "../../src/emit/emit.js";
import { modelRelease } from "../support/compose-release.js";
import { inlineRelease } from "../support/inline-release.js";

const ROOT = "com.example.booking";
const MODULE = "capabilities/com/example/booking.ts";
const BASE = "https://example.com/booking.json";

const REQUIRING = "https://acme.com/requiring.json";
const OMITTING = "https://acme.com/omitting.json";

/** What an extension says of the member `a`. */
function extension($id: string, annotation: JsonObject): object {
  const addition = { type: "object", properties: { a: annotation } };
  return { $id, $defs: { [ROOT]: { allOf: [{ $ref: BASE }, addition] } } };
}

/** The functions that make the checks of a root's parts in its module, each in one line. */
async function functionsOf(root: JsonObject): Promise<readonly string[]> {
  const release = inlineRelease({
    documents: {
      [BASE]: { $id: BASE, type: "object", ...root },
      [REQUIRING]: extension(REQUIRING, { proto_response: "required" }),
      [OMITTING]: extension(OMITTING, { proto_response: "omit" }),
    },
    capabilities: {
      [ROOT]: { schema: BASE },
      "com.acme.requiring": { schema: REQUIRING, extends: ROOT },
      "com.acme.omitting": { schema: OMITTING, extends: ROOT },
    },
  });
  const files = await emit(await modelRelease(release), ["validators"]);
  const { content = "" } = files.find(({ path }) => path === MODULE) ?? {};
  return content
    .split(/\n\n(?=\S)/)
    .filter((each) => each.includes("isibilities: Visibilities"))
    .map((each) => each.replace(/\s+/g, " ").trim());
}

const text: JsonObject = { type: "string" };

/** What is checked of the root once it is an object. */
const CASES: readonly (readonly [title: string, root: JsonObject, source: string])[] = [
  [
    "of one type",
    { properties: { a: text } },
    'const a = object["a"]; if (a === undefined) { if (visibilities.get("a") === "required" && failed(issues, "/a", requiredRule)) return true; } else if (visibilities.get("a") !== "omit") { if (stringStops(issues, "/a", a)) return true; } return false;',
  ],
  [
    "with several rules",
    { properties: { a: { type: "string", minLength: 1 } } },
    'const a = object["a"]; if (a === undefined) { if (visibilities.get("a") === "required" && failed(issues, "/a", requiredRule)) return true; } else if (visibilities.get("a") !== "omit") { if (typeof a !== "string") { if (typeFailed(issues, "/a", a, "string")) return true; } else if (a === "") { if (failed(issues, "/a", minLengthRule, 1)) return true; } } return false;',
  ],
  [
    "of any value",
    { properties: { a: {} } },
    'const a = object["a"]; return ( a === undefined && visibilities.get("a") === "required" && failed(issues, "/a", requiredRule) );',
  ],
  [
    "of a closed object",
    { properties: { a: text }, additionalProperties: false },
    'const a = object["a"]; if (a === undefined) { if (visibilities.get("a") === "required" && failed(issues, "/a", requiredRule)) return true; } else if (visibilities.get("a") !== "omit") { if (stringStops(issues, "/a", a)) return true; } else { if (failed(issues, "/a", neverRule)) return true; } for (const key of names(object)) { switch (key) { case "a": break; default: { if (failed(issues, below("", key), additionalPropertiesRule)) return true; } } } return false;',
  ],
  [
    "of a map",
    { properties: { a: text }, additionalProperties: { type: "integer" } },
    'const a = object["a"]; if (a === undefined) { if (visibilities.get("a") === "required" && failed(issues, "/a", requiredRule)) return true; } else if (visibilities.get("a") !== "omit") { if (stringStops(issues, "/a", a)) return true; } else { if (integerStops(issues, "/a", a)) return true; } for (const key of names(object)) { switch (key) { case "a": break; default: { const memberMember = object[key]; if ( !isInteger(memberMember) && typeFailed(issues, below("", key), memberMember, "integer") ) return true; } } } return false;',
  ],
  [
    "that another one depends on",
    { properties: { a: text, b: text }, dependentRequired: { b: ["a"] } },
    'const a = object["a"]; if (a === undefined) { if (visibilities.get("a") === "required" && failed(issues, "/a", requiredRule)) return true; } else if (visibilities.get("a") !== "omit") { if (stringStops(issues, "/a", a)) return true; } return ( optionalStringStops(issues, "/b", object["b"]) || (object["b"] !== undefined && visibilities.get("a") !== "omit" && object["a"] === undefined && failed(issues, "/a", dependentRequiredRule, "b")) );',
  ],
];

const START =
  '/** @internal */ export function bookingBaseStopsFor(visibilities: Visibilities): Check { return (value, issues) => { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); ';
const END = " }; }";

describe("the check of a member that the active extensions decide", () => {
  it.each(CASES)("%s", async (_, root, source) => {
    expect(await functionsOf(root)).toEqual([`${START}${source}${END}`]);
  });
});
