/** Projection: a response carries only fields of the capabilities active for that platform (DESIGN §9). */

import { describe, expect, it } from "vitest";
import { project } from "@proto-gen/runtime/server";
import { projector } from "../../../src/runtime/envelope/member-removals.js";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { subset } from "@proto-gen/runtime/schema";
import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import type { SurfaceView } from "../../../src/runtime/schema/surface.js";
import { viewText } from "../../../src/compose/view.js";
import type { GenerateOptions } from "../../../src/generate.js";
import { buildModel } from "../../../src/model/build.js";
import { createInstance } from "../../../src/model/instance/create-instance.js";
import type { SubsetView as ModelView } from "../../../src/model/model.js";
import { emitted } from "../../support/oracle/emitted.js";
import { deepFreeze } from "../../support/oracle/mutate.js";
import { instance, OWN_PROFILE, publishedRelease } from "../../support/oracle/releases.js";
import { subsetsOf } from "../../support/oracle/subset-verdicts.js";
import { extensionOf, vendorProfile, type VendorCapability } from "../../support/oracle/vendor.js";

interface Subject {
  readonly label: string;
  readonly view: SurfaceView;
  readonly type: ModelView["type"];
  readonly extensions: readonly string[];
}

/** Every root and view of a profile, as it is emitted. */
async function subjectsOf(name: string, options: GenerateOptions): Promise<readonly Subject[]> {
  const both = await emitted(name, options);
  const surface = await both.surface();
  return buildModel(both.composition).subsetChecks.flatMap(({ root, key, views }) =>
    views.map(({ view, type, contributions }) => ({
      label: `${root}${key} ${viewText(view)}`,
      view: surface[key === "" ? root : `${root}/${key}`]?.[viewText(view)] as SurfaceView,
      type,
      extensions: contributions.map(({ capability }) => capability as string),
    })),
  );
}

/** Pointers of the members that are of one of `capabilities`, by what the model says of the type. */
function membersOf(
  capabilities: ReadonlySet<string>,
  value: unknown,
  tree: string | Attribution | undefined,
  at = "",
): string[] {
  if (typeof value !== "object" || value === null || typeof tree !== "object") return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const entry = tree[Array.isArray(value) ? "*" : name] ?? tree["*"];
    const owner = typeof entry === "string" ? entry : entry?.[""];
    const here = owner !== undefined && capabilities.has(owner) ? [`${at}/${name}`] : [];
    return [...here, ...membersOf(capabilities, member, entry, `${at}/${name}`)];
  });
}

const CHECKOUT = "dev.proto.shopping.checkout";

/** Payloads with everything in them: those written by hand, and one that the model makes. */
function payloadsOf({ label, type }: Subject): readonly Json[] {
  const byHand = label === `${CHECKOUT} response` ? ["checkout", "checkout-completed"] : [];
  const made = createInstance(type.definition.node, { optional: "all" });
  return [...byHand.map(instance), ...(made === undefined ? [] : [made])].map(deepFreeze);
}

async function judge(
  name: string,
  options: GenerateOptions,
): Promise<{ subsets: number; projected: number }> {
  const counts = { subsets: 0, projected: 0 };
  for (const subject of await subjectsOf(name, options)) {
    const { view, type, extensions, label } = subject;
    const everything = new Set(extensions);
    for (const payload of payloadsOf(subject)) {
      expect(subset(view, everything).check(payload), label).toEqual([]);
      expect(project(view, everything, payload)).toBe(payload);
      for (const chosen of subsetsOf(extensions)) {
        const active = new Set(chosen);
        const projected = project(view, active, payload);
        const head = `${label} with [${chosen.join(", ")}]`;
        expect(subset(view, active).check(projected), head).toEqual([]);
        const inactive = new Set(extensions.filter((each) => !active.has(each)));
        expect(membersOf(inactive, projected, type.attribution), head).toEqual([]);
        counts.subsets++;
        if (projected !== payload) counts.projected++;
      }
    }
  }
  return counts;
}

describe("what is projected for a subset of the extensions", () => {
  it("is accepted by every subset of the repository's profile", async () => {
    const counts = await judge("project-own", { profile: OWN_PROFILE });
    console.info(`${counts.subsets} subsets and payloads, ${counts.projected} projected`);
    expect(counts.subsets).toBeGreaterThan(100);
    expect(counts.projected).toBeGreaterThan(80);
  });

  for (const date of ["2026-01-11", "2026-01-23"]) {
    const release = publishedRelease(date);
    it.skipIf(release === undefined)(`is accepted by every subset of release ${date}`, async () => {
      const counts = await judge(`project-${date}`, release as GenerateOptions);
      console.info(`${counts.subsets} subsets and payloads, ${counts.projected} projected`);
      expect(counts.projected).toBeGreaterThan(20);
    });
  }
});

describe("a projection without an extension", () => {
  const points: Json = { properties: { points: { type: "integer" } } };
  const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
  const text: Json = { type: "string" };
  const BOOKING = "com.acme.booking";

  const booking: VendorCapability = {
    name: BOOKING,
    schema: {
      ...object({
        id: text,
        note: text,
        buyer: object({ name: text }),
        guests: { type: "array", items: object({ name: text }) },
        rooms: { type: "object", additionalProperties: object({ beds: { type: "integer" } }) },
        meta: { type: "object" },
        list: { type: "array" },
        choice: { oneOf: [object({ a: text }), { type: "integer" }] },
      }),
      required: ["promised"],
    },
  };
  const adding = (name: string, properties: JsonObject, parents = BOOKING): VendorCapability => ({
    name: `com.acme.${name}`,
    extends: parents,
    schema: extensionOf(BOOKING, { properties }),
  });

  interface Case {
    readonly title: string;
    readonly extensions: readonly VendorCapability[];
    readonly active?: readonly string[];
    readonly value: Json;
    readonly projected: Json;
  }

  const CASES: readonly Case[] = [
    {
      title: "a member of every item",
      extensions: [adding("loyalty", { guests: { items: points } })],
      value: { guests: [{ name: "Ada", points: 1 }, { name: "Bob" }, null] },
      projected: { guests: [{ name: "Ada" }, { name: "Bob" }, null] },
    },
    {
      title: "a member of every member of a map",
      extensions: [adding("loyalty", { rooms: { additionalProperties: points } })],
      value: { rooms: { a: { beds: 1, points: 1 }, ["__proto__"]: { points: 1 } } },
      projected: { rooms: { a: { beds: 1 }, ["__proto__"]: {} } },
    },
    {
      title: "not what an active one gives a member of a map by name",
      extensions: [
        adding("one", { rooms: { additionalProperties: points } }),
        adding("two", { rooms: { properties: { suite: points } } }),
      ],
      active: ["com.acme.two"],
      value: { rooms: { suite: { beds: 1, points: 1 }, other: { points: 1 } } },
      projected: { rooms: { suite: { beds: 1, points: 1 }, other: {} } },
    },
    {
      title: "what stands in a list whose items the base leaves open",
      extensions: [adding("loyalty", { list: { items: points } })],
      value: { list: [{ points: 1, other: 1 }, 7] },
      projected: { list: [{ other: 1 }, 7] },
    },
    {
      title: "what it adds to a branch of a union",
      extensions: [adding("loyalty", { choice: { anyOf: [points, { type: "integer" }] } })],
      value: { choice: { a: "x", points: 1 } },
      projected: { choice: { a: "x" } },
    },
    {
      title: "nothing that the base declares or requires too",
      extensions: [
        adding("narrow", { id: { minLength: 1 }, note: text, buyer: object({ name: text }) }),
        adding("promise", { promised: text }),
      ],
      value: { id: "x", note: "x", buyer: { name: "x" }, promised: "x" },
      projected: { id: "x", note: "x", buyer: { name: "x" }, promised: "x" },
    },
    {
      title: "nothing that no schema declares",
      extensions: [adding("loyalty", { meta: points })],
      value: { meta: { points: 1, other: { points: 1 } }, points: 1, unknown: { meta: {} } },
      projected: { meta: { other: { points: 1 } }, points: 1, unknown: { meta: {} } },
    },
    {
      title: "a member of two extensions, with neither",
      extensions: [adding("one", { gift: points }), adding("two", { gift: object({ by: text }) })],
      value: { gift: { points: 1, by: "x" } },
      projected: {},
    },
    {
      title: "of a member of two extensions, what the inactive one brings",
      extensions: [adding("one", { gift: points }), adding("two", { gift: object({ by: text }) })],
      active: ["com.acme.two"],
      value: { gift: { points: 1, by: "x" } },
      projected: { gift: { by: "x" } },
    },
    {
      title: "of an extension of an extension, its own",
      extensions: [
        adding("one", { gift: points }),
        adding("two", { gift: object({ by: text }) }, "com.acme.one"),
      ],
      active: ["com.acme.one"],
      value: { gift: { points: 1, by: "x" } },
      projected: { gift: { points: 1 } },
    },
    {
      title: "members with names that objects have",
      extensions: [
        adding("names", Object.fromEntries(["__proto__", "toString"].map((name) => [name, text]))),
      ],
      value: JSON.parse('{"__proto__": "x", "toString": "x", "id": "x"}') as Json,
      projected: { id: "x" },
    },
  ];

  it.each(CASES)("removes $title", async ({ title, extensions, active = [], value, projected }) => {
    const name = `project-${title.replaceAll(/\W+/g, "-")}`;
    const subjects = await subjectsOf(name, vendorProfile([], [booking, ...extensions]));
    const { view } = subjects.find(({ label }) => label.endsWith("response")) as Subject;
    const frozen = deepFreeze(value);
    const result = project(view, new Set(active), frozen);
    expect(JSON.stringify(result)).toBe(JSON.stringify(projected));
    if (JSON.stringify(value) === JSON.stringify(projected)) expect(result).toBe(value);
    expect(project(view, new Set(extensions.map((each) => each.name)), frozen)).toBe(value);
  });

  it("ends where an extension's types lead back to themselves", async () => {
    const tree: JsonObject = {
      $defs: {
        [BOOKING]: { $ref: "#/$defs/branch" },
        branch: object({ meta: { $ref: "#/$defs/branch" }, leaf: text }),
      },
    };
    const deep = { name: "com.acme.tree", extends: BOOKING, schema: tree };
    const [subject] = await subjectsOf("project-tree", vendorProfile([], [booking, deep]));
    const view = subject?.view as SurfaceView;
    const projected = project(view, new Set(), { leaf: 1, meta: { leaf: 1, meta: { leaf: 1 } } });
    expect(projected).toEqual({ meta: {} });
  });
});

describe("what a projection shares", () => {
  const view: SurfaceView = {
    base: { check: () => false },
    contributions: [
      {
        capability: "com.acme.loyalty",
        check: () => false,
        members: [["loyalty"], ["lines", "*", "points"]],
      },
    ],
  };
  const everything = new Set(["com.acme.loyalty"]);

  it("is all of it where nothing goes", () => {
    const value = deepFreeze({ id: "x", lines: [{ id: 1 }], ["__proto__"]: {} });
    expect(project(view, new Set(), value)).toBe(value);
    expect(projector(view, everything)(value)).toBe(value);
  });

  it("is what stands beside what goes", () => {
    const value = deepFreeze({ lines: [{ id: 1, points: 1 }, { id: 2 }], buyer: {}, loyalty: 1 });
    const projected = project<object>(view, new Set(), value) as typeof value;
    expect(Object.keys(projected)).toEqual(["lines", "buyer"]);
    expect(projected.lines).toEqual([{ id: 1 }, { id: 2 }]);
    expect(projected.lines[1]).toBe(value.lines[1]);
    expect(projected.buyer).toBe(value.buyer);
  });

  it("includes members named __proto__, as members", () => {
    const value = deepFreeze(JSON.parse('{"loyalty": 1, "__proto__": {"a": 1}}') as object);
    const projected = project(view, new Set(), value);
    expect(JSON.stringify(projected)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(projected)).toBe(Object.prototype);
  });

  it.each([null, 7, "x", undefined, []])("leaves %j alone", (value) => {
    expect(project(view, new Set(), value)).toBe(value);
  });
});
