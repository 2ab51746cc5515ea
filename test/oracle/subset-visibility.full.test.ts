/**
 * Annotations that reach from one branch into another (DESIGN §6: "Over the branches of one `allOf`, a
 * property without annotation takes the last one given for it"), in every subset of the extensions.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { instance } from "../support/oracle/releases.js";
import { judgeSubsets, type Labelled } from "../support/oracle/subset-verdicts.js";
import {
  extensionOf,
  schemaOf,
  vendorProfile,
  type VendorCapability,
} from "../support/oracle/vendor.js";

const BOOKING = "com.acme.booking";

/** A root whose `buyer` and `gift` are optional and without annotation. */
const booking: VendorCapability = {
  name: BOOKING,
  schema: {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", proto_request: { create: "optional", update: "required" } },
      buyer: { type: "object", properties: { first_name: { type: "string" } } },
      gift: { type: "object", properties: { note: { type: "string" } } },
    },
  },
};

function extension(name: string, addition: Json, parents = BOOKING): VendorCapability {
  return { name: `com.acme.${name}`, extends: parents, schema: extensionOf(BOOKING, addition) };
}

/** An extension that says only this of one member, in create requests. */
function says(
  name: string,
  visibility: string,
  member = "buyer",
  parents = BOOKING,
): VendorCapability {
  return extension(
    name,
    { properties: { [member]: { proto_request: { create: visibility } } } },
    parents,
  );
}

interface Case {
  readonly title: string;
  readonly extensions: readonly VendorCapability[];
  /** What a create request with all of them is, told from the text of DESIGN §6. */
  readonly accepts: readonly Json[];
  readonly refuses: readonly Json[];
}

const nickname = { properties: { nickname: { type: "string" } } };

const CASES: readonly Case[] = [
  {
    title: "an extension requires what the base leaves open",
    extensions: [says("must", "required")],
    accepts: [{ buyer: {} }],
    refuses: [{}, { buyer: 7 }],
  },
  {
    title:
      "an extension omits what the base has without annotation: the base's property is gone too",
    extensions: [says("hide", "omit")],
    accepts: [{}, { buyer: {} }, { buyer: 7 }],
    refuses: [{ id: 7 }],
  },
  {
    // `buyer` has two schemas here, but they are no branches of one `allOf`: nothing reaches across.
    title: "an annotation inside a member does not reach the base's schema of that member",
    extensions: [
      extension("hide", {
        properties: { buyer: { properties: { first_name: { proto_request: "omit" } } } },
      }),
    ],
    accepts: [{}, { buyer: {} }],
    refuses: [{ buyer: 7 }, { buyer: { first_name: 7 } }],
  },
  {
    title: "one omits, a later one makes it optional again",
    extensions: [says("a_hide", "omit"), says("b_give", "optional")],
    accepts: [{}, { buyer: {} }],
    refuses: [{ buyer: 7 }],
  },
  {
    title: "one requires, a later one omits",
    extensions: [says("a_must", "required"), says("b_hide", "omit")],
    accepts: [{}, { buyer: {} }, { buyer: 7 }],
    refuses: [{ id: 7 }],
  },
  {
    title: "one omits what another narrows",
    extensions: [
      says("a_hide", "omit"),
      extension("b_narrow", { properties: { buyer: { required: ["first_name"] } } }),
    ],
    accepts: [{}, { buyer: {} }, { buyer: 7 }],
    refuses: [{ id: 7 }],
  },
  {
    title: "one requires by `required` what another omits",
    extensions: [extension("a_requires", { required: ["buyer"] }), says("b_hide", "omit")],
    accepts: [{}],
    refuses: [{ id: 7 }],
  },
  {
    title: "one requires by `then` what another omits",
    extensions: [
      extension("a_then", { if: { required: ["gift"] }, then: { required: ["buyer"] } }),
      says("b_hide", "omit"),
    ],
    accepts: [{}, { gift: {} }],
    refuses: [{ gift: 7 }],
  },
  {
    title: "one adds a member, another requires it",
    extensions: [extension("a_adds", nickname), says("b_must", "required", "nickname")],
    accepts: [{ nickname: "x" }],
    refuses: [{}, { nickname: 7 }],
  },
  {
    title: "one adds a required member, another omits it",
    extensions: [
      extension("a_adds", { ...nickname, required: ["nickname"] }),
      says("b_hide", "omit", "nickname"),
    ],
    accepts: [{}, { nickname: 7 }],
    refuses: [{ id: 7 }],
  },
  {
    title: "an extension of an extension hides what its parent adds",
    extensions: [
      extension("a_adds", nickname),
      says("child", "omit", "nickname", "com.acme.a_adds"),
    ],
    accepts: [{}, { nickname: 7 }],
    refuses: [{ id: 7 }],
  },
  {
    title: "one closes a member that another widens",
    extensions: [
      extension("a_shut", {
        properties: { gift: { properties: { note: true }, additionalProperties: false } },
      }),
      extension("b_adds", {
        properties: { gift: { properties: { first_name: { type: "string" } } } },
      }),
    ],
    accepts: [{ gift: { note: "x" } }],
    refuses: [{ gift: { first_name: "x" } }],
  },
];

/** Every combination of a few values for each member. */
function payloads(): JsonObject[] {
  const pools: readonly (readonly [string, readonly (Json | undefined)[]])[] = [
    ["id", [undefined, "x", 7]],
    ["buyer", [undefined, {}, { first_name: "Ada" }, { first_name: 7 }, 7]],
    ["nickname", [undefined, "x", 7]],
    ["gift", [undefined, {}, { note: "x" }, { note: 7 }, { first_name: "x" }, 7]],
  ];
  return pools.reduce<JsonObject[]>(
    (all, [name, values]) =>
      all.flatMap((each) =>
        values.map((value) => (value === undefined ? each : { ...each, [name]: value })),
      ),
    [{}],
  );
}

function labelled(values: readonly Json[]): readonly Labelled[] {
  return values.map((value) => ({ label: JSON.stringify(value), value }));
}

describe("a vendor's root whose members have no annotation", () => {
  const known = new Map<string, Promise<Emitted>>();
  function caseEmitted({ title, extensions }: Case): Promise<Emitted> {
    const name = `visibility-${title.replaceAll(/\W+/g, "-").slice(0, 60)}`;
    const both = known.get(title) ?? emitted(name, vendorProfile([], [booking, ...extensions]));
    known.set(title, both);
    return both;
  }

  it.each(CASES)("$title", async (each) => {
    const { accepts, refuses } = each;
    const both = await caseEmitted(each);
    const validator = await both.validator("index", "BookingCreateRequest");
    expect([...accepts, ...refuses].filter((value) => validator.is(value))).toEqual(accepts);
    const create = { direction: "request", operation: "create" } as const;
    const names = each.extensions.map(({ name }) => name);
    const isValid = both.reference.composed({ root: BOOKING, key: "" }, create, names);
    expect([...accepts, ...refuses].filter((value) => isValid(value))).toEqual(accepts);
    expect(payloads().filter((value) => isValid(value) !== validator.is(value))).toEqual([]);
  });

  it.each(CASES)("in parts: $title", async (each) => {
    const both = await caseEmitted(each);
    const result = await judgeSubsets(both, () => labelled(payloads()));
    expect(result.accepted).toBeGreaterThan(0);
    expect(result.verdicts).toBeGreaterThan(result.accepted);
    expect(result.differences).toEqual([]);
  });
});

describe("the protocol's checkout, whose buyer is annotated for every request", () => {
  const CHECKOUT = "dev.proto.shopping.checkout";
  const { buyer, ...rest } = instance("requests")["checkout.create"] as JsonObject;
  const values = labelled([
    { ...rest, buyer: buyer as Json },
    rest,
    { ...rest, buyer: {} },
    { ...rest, buyer: 7 },
  ]);

  it.each(["required", "omit", "optional"])("an extension says %s of it", async (visibility) => {
    const addition = { properties: { buyer: { proto_request: { create: visibility } } } };
    const schema = extensionOf(CHECKOUT, addition);
    const vendor = { name: "com.acme.says", extends: CHECKOUT, schema };
    expect(JSON.stringify(schema)).toContain(schemaOf(CHECKOUT));
    const both = await emitted(
      `visibility-checkout-${visibility}`,
      vendorProfile(["checkout", "buyer_consent"], [vendor]),
    );
    const { differences } = await judgeSubsets(both, () => values);
    expect(differences).toEqual([]);
  });

  const narrows = { properties: { buyer: { required: ["email"] } } };
  it.each([
    ["with the base in its `allOf`", extensionOf(CHECKOUT, narrows)],
    ["without the base", { $defs: { [CHECKOUT]: narrows } }],
  ])("an extension %s narrows it: the base's annotation holds for both", async (form, schema) => {
    const complete = instance("requests")["checkout.complete"] as JsonObject;
    const vendor = { name: "com.acme.narrows", extends: CHECKOUT, schema };
    const name = `visibility-checkout-narrows-${form.length}`;
    const both = await emitted(name, vendorProfile(["checkout"], [vendor]));
    const { differences } = await judgeSubsets(both, () => [
      ...values,
      ...labelled([complete, { ...complete, buyer: {} }]),
    ]);
    expect(differences).toEqual([]);
  });
});
