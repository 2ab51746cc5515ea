/** Enums that a root leaves open, in every form, and several extensions that add to one of them. */

import { beforeAll, describe, expect, it } from "vitest";
import { subset } from "@proto-gen/runtime/schema";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { interpret } from "../../src/interpret.js";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { judgeSubsets, type Labelled } from "../support/oracle/subset-verdicts.js";
import { vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";

const ROOT = "com.acme.thing";
const ANCHORED = { $dynamicAnchor: "colour", enum: ["red", "blue"] };

/** Ways to leave the enum of a member open. */
const FORMS: Readonly<Record<string, { readonly member: Json; readonly $defs?: JsonObject }>> = {
  "a choice beside the enum": { member: { anyOf: [ANCHORED, { $dynamicRef: "#colour" }] } },
  "a reference to the enum": { member: { $dynamicRef: "#colour" }, $defs: { colour: ANCHORED } },
  "a reference with a type beside it": {
    member: { type: "string", $dynamicRef: "#colour", description: "Of the whole thing." },
    $defs: { colour: ANCHORED },
  },
  "a type that refers to it": {
    member: { $ref: "#/$defs/paint" },
    $defs: { colour: ANCHORED, paint: { $dynamicRef: "#colour" } },
  },
  "items, an alternative and a condition": {
    member: {
      oneOf: [{ type: "array", items: { $dynamicRef: "#colour" } }, { $dynamicRef: "#colour" }],
    },
    $defs: { colour: ANCHORED },
  },
};

function root({ member, $defs = {} }: (typeof FORMS)[string]): VendorCapability {
  const properties = { colour: member, size: { type: "integer", proto_request: "omit" } };
  return { name: ROOT, schema: { type: "object", required: ["colour"], properties, $defs } };
}

function extension(name: string, anchored: JsonObject, more: JsonObject = {}): VendorCapability {
  const entry = { allOf: [{ $ref: "thing.json" }, { type: "object", properties: more }] };
  const $defs = { colour: { $dynamicAnchor: "colour", ...anchored }, [ROOT]: entry };
  return { name, extends: ROOT, schema: { $defs } };
}

/** One has values of its own, one has one of them, too, and one spells out what there is already. */
const EXTENSIONS = [
  extension("com.acme.green", { enum: ["green", "lime"] }, { gloss: { type: "boolean" } }),
  extension("com.acme.lime", { const: "lime" }),
  extension("com.acme.all", { anyOf: [{ enum: ["red", "blue"] }, { const: "gold" }] }),
];

const COLOURS = ["red", "blue", "green", "lime", "gold", "black", 1, null];

const VALUES: readonly Labelled[] = [
  ...COLOURS.map((colour) => ({ label: `the colour ${colour}`, value: { colour } })),
  ...COLOURS.map((colour) => ({
    label: `a list of ${colour}`,
    value: { colour: ["red", colour] },
  })),
  ...[true, 1].map((gloss) => ({ label: `gloss ${gloss}`, value: { colour: "green", gloss } })),
  { label: "no colour", value: {} },
];

describe.each(Object.entries(FORMS))("%s", (form, base) => {
  let thing: Emitted;

  beforeAll(async () => {
    const options = vendorProfile([], [root(base), ...EXTENSIONS]);
    thing = await emitted(`open-enums-${form.replaceAll(" ", "-")}`, options);
  });

  it("gives each subset the verdicts of the subset composed alone", async () => {
    const result = await judgeSubsets(thing, () => VALUES);
    expect(result.subsets).toBe(2 ** EXTENSIONS.length * thing.composition.shapes[0]!.views.length);
    expect(result.accepted).toBeGreaterThan(50);
    expect(result.differences).toEqual([]);
  });

  it("gives all of them in the surface, and the root's alone without them", async () => {
    const whole = await thing.validator("index", "Thing");
    const plain = await thing.validator("capabilities/com/acme/thing", "Thing");
    const allowed = (is: (value: unknown) => boolean): unknown[] =>
      COLOURS.filter((colour) => is({ colour }));
    expect(allowed(whole.is)).toEqual(["red", "blue", "green", "lime", "gold"]);
    expect(allowed(plain.is)).toEqual(["red", "blue"]);
    const green = await thing.validator("capabilities/com/acme/green", "Thing");
    expect(allowed(green.is)).toEqual(["red", "blue", "green", "lime"]);
  });
});

it("says of a value that is not allowed which ones are, for the active set", async () => {
  const options = vendorProfile([], [root(FORMS["a reference to the enum"]!), ...EXTENSIONS]);
  const surface = await (await emitted("open-enums-message", options)).surface();
  const view = surface[ROOT]?.["response"];
  const check = (active: readonly string[]): string[] =>
    subset(view!, new Set(active))
      .check({ colour: "black" })
      .map(({ message }) => message);
  expect(check([])).toEqual([expect.stringContaining('"red", "blue"')]);
  expect(check(["com.acme.lime"])).toEqual([expect.stringContaining('"red", "blue", "lime"')]);
});

it("refuses values under a name that the root does not know, and suggests the one it knows", async () => {
  const misspelt = {
    ...EXTENSIONS[0]!,
    schema: { $defs: { colour: { $dynamicAnchor: "color", enum: ["green"] } } },
  };
  const options = vendorProfile([], [root(FORMS["a reference to the enum"]!), misspelt]);
  await expect(interpret(options)).rejects.toMatchObject({
    diagnostics: [
      { code: "COMPOSE_CLOSED_ENUM", hint: expect.stringContaining("colour") as string },
    ],
  });
});

it("refuses an addition that lists no values", async () => {
  const open = extension("com.acme.any", { type: "string", pattern: "^x-" });
  const options = vendorProfile([], [root(FORMS["a reference to the enum"]!), open]);
  await expect(interpret(options)).rejects.toMatchObject({
    diagnostics: [
      {
        code: "COMPOSE_CLOSED_ENUM",
        message: expect.stringContaining("lists no values") as string,
        place: { pointer: "/$defs/colour" },
      },
    ],
  });
});

it("leaves anchors that are no lists of values as JSON Schema has them", async () => {
  const tree = {
    name: ROOT,
    schema: {
      $dynamicAnchor: "node",
      type: "object",
      properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
    },
  };
  const strict = {
    name: "com.acme.strict",
    extends: ROOT,
    schema: { $defs: { [ROOT]: { $ref: "thing.json" } } },
  };
  const result = await interpret(vendorProfile([], [tree, strict]));
  expect(result.notices.map(({ code }) => code)).toEqual([]);
});
