/**
 * Roots of many extensions that annotate each other's members: every subset has the verdict of the reference composer
 * (DESIGN §6), and what is generated grows with the number of annotators, not with the number of their sets.
 * `MANY_RUNS` counts subsets of each root.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { subset } from "@proto-gen/runtime/schema";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { viewText, type View } from "../../src/compose/view.js";
import { compileProblems } from "../support/compile.js";
import { emitted } from "../support/oracle/emitted.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { schemaOf, vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";
import { runs, seed, sized } from "../support/sizes.js";

const ROOT = "com.acme.thing";
const VISIBILITIES = ["omit", "required", "optional"] as const;
const SEED = seed("MANY");
const COUNT = runs("MANY", { quick: 5, full: 500 });
const CREATE: View = { direction: "request", operation: "create" };

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `com.acme.e${String(index).padStart(3, "0")}`);

/** Members that the base has without an annotation. */
const SHARED = ["a", "b", "c"] as const;

function base(beside: JsonObject = {}): VendorCapability {
  const members = Object.fromEntries(SHARED.map((name) => [name, { type: "string" }]));
  const id = { type: "string", proto_request: { create: "omit", update: "required" } };
  return { name: ROOT, schema: { type: "object", properties: { id, ...members }, ...beside } };
}

function extension(
  name: string,
  addition: JsonObject,
  parents: string | readonly string[] = ROOT,
): VendorCapability {
  const [parent = ROOT] = [parents].flat();
  const $ref = parent === ROOT ? schemaOf(ROOT) : `${schemaOf(parent)}#/$defs/${ROOT}`;
  return {
    name,
    extends: parents,
    schema: { $defs: { [ROOT]: { allOf: [{ $ref }, addition] } } },
  };
}

const says = (visibility: string): JsonObject => ({ proto_request: { create: visibility } });

/** Each has a member of its own, and annotates one that the base has. */
function annotators(count: number, member: (index: number) => string): VendorCapability[] {
  return names(count).map((name, index) =>
    extension(name, {
      properties: {
        [`m${index}`]: { type: "string", ...says(VISIBILITIES[(index + 1) % 3] as string) },
        [member(index)]: says(VISIBILITIES[index % 3] as string),
      },
    }),
  );
}

const RULES: JsonObject = {
  if: { required: ["m0"] },
  then: { required: ["a", "b"] },
  dependentRequired: { m1: ["a", "c"] },
  anyOf: [{ required: ["a", "b", "c"] }, { required: ["m2"] }, { minProperties: 0 }],
};

function chain(length: number): VendorCapability[] {
  return names(length).map((name, index, all) =>
    extension(
      name,
      {
        properties: {
          [`m${index}`]: { type: "string" },
          // One may not weaken what it extends requires.
          a: says(index === 0 ? "omit" : "required"),
          [`m${index - 1}`]: says("required"),
        },
      },
      index === 0 ? ROOT : all[index - 1],
    ),
  );
}

interface Case {
  readonly title: string;
  readonly capabilities: readonly VendorCapability[];
}

const twelveMembers = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`n${index}`, { type: "string" }]),
);

const CASES: readonly Case[] = [
  ...[1, 8, 9, 30, 100].map((count) => ({
    title: `${count} extensions, each with an annotated member`,
    capabilities: [base(), ...annotators(count, (index) => SHARED[index % 3] as string)],
  })),
  {
    title: "twelve that annotate one member of the base",
    capabilities: [base(), ...annotators(12, () => "a")],
  },
  {
    title: "twelve that annotate twelve members of the base",
    capabilities: [
      base({ properties: { id: says("omit"), ...twelveMembers } }),
      ...annotators(12, (index) => `n${index}`),
    ],
  },
  {
    title: "rules that name three annotated members",
    capabilities: [
      base(),
      ...annotators(9, (index) => SHARED[index % 3] as string),
      extension("com.acme.rules", RULES),
    ],
  },
  {
    title: "a closed base",
    capabilities: [
      base({
        additionalProperties: false,
        patternProperties: { "^m": {} },
        minProperties: 1,
        propertyNames: { maxLength: 4 },
      }),
      ...annotators(9, (index) => SHARED[index % 3] as string),
    ],
  },
  {
    title: "a base that closes what nothing evaluates",
    capabilities: [
      base({ unevaluatedProperties: false }),
      ...annotators(9, (index) => SHARED[index % 3] as string),
    ],
  },
  { title: "a chain of 50", capabilities: [base(), ...chain(50)] },
  {
    title: "extensions of two parents",
    capabilities: [
      base(),
      ...annotators(4, (index) => SHARED[index % 3] as string),
      extension("com.acme.d0", { properties: { a: says("required"), m0: { minLength: 2 } } }, [
        "com.acme.e000",
        "com.acme.e001",
      ]),
      extension("com.acme.d1", { properties: { c: says("omit"), m1: { minLength: 2 } } }, [
        "com.acme.e003",
        ROOT,
      ]),
    ],
  },
];

/** Any active set that negotiation can lead to: what none of its parents is left of goes. */
function activeSet(random: Random, capabilities: readonly VendorCapability[]): readonly string[] {
  let kept = random.some(capabilities);
  for (;;) {
    const active = new Set([ROOT, ...kept.map(({ name }) => name)]);
    const left = kept.filter((each) =>
      [each.extends ?? []].flat().some((name) => active.has(name)),
    );
    if (left.length === kept.length) return kept.map(({ name }) => name);
    kept = left;
  }
}

/** An extension and all that it extends. */
function familyOf(name: string, extensions: readonly VendorCapability[]): readonly string[] {
  const own = extensions.find((each) => each.name === name);
  const parents = [own?.extends ?? []].flat().filter((parent) => parent !== ROOT);
  return [...new Set([...parents.flatMap((parent) => familyOf(parent, extensions)), name])];
}

function payloads(random: Random, count: number): Json[] {
  const members = [
    ...SHARED,
    "id",
    "z",
    ...Array.from({ length: 12 }, (_, index) => `m${index}`),
    "n0",
    "n1",
  ];
  return Array.from({ length: count }, (_, index) => {
    const some = index === 0 ? [] : index === 1 ? members : random.some(members);
    return Object.fromEntries(some.map((name) => [name, random.chance(0.85) ? "xy" : 7]));
  });
}

function sourceOf(name: string, file: string): string {
  return fileURLToPath(new URL(`../.out/${name}/${file}.ts`, import.meta.url));
}

describe("a root of many extensions", () => {
  it.each(CASES)(
    "$title: every subset's verdicts are the reference's",
    async ({ title, capabilities }) => {
      const name = `many-${title.replaceAll(/\W+/g, "-")}`;
      const both = await emitted(name, vendorProfile([], capabilities));
      const all = capabilities.slice(1).map((each) => each.name);
      const surface = (await both.surface())[ROOT]?.[viewText(CREATE)];
      if (surface === undefined) throw new Error("the surface has no create request");
      const random = createRandom(SEED);
      const values = payloads(random, sized({ quick: 12, full: 30 }));
      const wrong: string[] = [];
      let [accepted, verdicts] = [0, 0];
      for (let number = 0; number < COUNT; number++) {
        const active =
          number === 0 ? all : number === 1 ? [] : activeSet(random, capabilities.slice(1));
        const { is } = subset(surface, new Set(active));
        const isValid = both.reference.composed({ root: ROOT, key: "" }, CREATE, active);
        for (const value of values) {
          verdicts++;
          if (isValid(value)) accepted++;
          if (is(value) !== isValid(value))
            wrong.push(`[${active.join(", ")}] ${JSON.stringify(value)}: ${isValid(value)}`);
        }
      }
      expect(wrong.slice(0, 3), `${wrong.length} of ${verdicts} verdicts`).toEqual([]);
      expect(accepted).toBeLessThan(verdicts);
    },
  );

  it.each(CASES)("$title: each extension's own types are the reference's", async (one) => {
    const { title, capabilities } = one;
    const name = `many-own-${title.replaceAll(/\W+/g, "-")}`;
    const both = await emitted(name, vendorProfile([], capabilities));
    const random = createRandom(SEED);
    const values = payloads(random, sized({ quick: 12, full: 60 }));
    const extensions = capabilities.slice(1);
    const wrong: string[] = [];
    for (const capability of extensions.slice(0, sized({ quick: 12, full: 100 }))) {
      const family = familyOf(capability.name, extensions);
      const module = `capabilities/${capability.name.replaceAll(".", "/")}`;
      const { is } = await both.validator(module, "ThingCreateRequest");
      const isValid = both.reference.composed({ root: ROOT, key: "" }, CREATE, family);
      for (const value of values)
        if (is(value) !== isValid(value))
          wrong.push(`${capability.name} ${JSON.stringify(value)}: ${isValid(value)}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("compiles, where its parts are open", async () => {
    const titles = ["rules that name", "a base that closes", "extensions of two parents"];
    const open = CASES.filter(({ title }) => titles.some((each) => title.startsWith(each)));
    const files: string[] = [];
    for (const { capabilities } of open) {
      const name = `many-compiled-${files.length}`;
      await emitted(name, vendorProfile([], capabilities));
      const surface = sourceOf(name, "surface");
      expect(readFileSync(surface, "utf8")).toContain("checkFor:");
      files.push(surface);
    }
    expect(files).toHaveLength(titles.length);
    expect(compileProblems({ files })).toEqual([]);
  });

  it("grows by no more than its extensions", async () => {
    const bytesOf = async (count: number, member: (index: number) => string): Promise<number> => {
      const name = `many-bytes-${count}-${member(1)}`;
      await emitted(name, vendorProfile([], [base(), ...annotators(count, member)]));
      const surface = sourceOf(name, "surface");
      const folder = dirname(surface);
      const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /^(?:capabilities|index)\b.*\.ts$/.test(file))
        .map((file) => join(folder, file));
      return [surface, ...modules].reduce((sum, file) => sum + readFileSync(file).length, 0);
    };
    for (const member of [() => "a", (index: number) => SHARED[index % 3] as string]) {
      const [few, more, many] = [
        await bytesOf(10, member),
        await bytesOf(20, member),
        await bytesOf(40, member),
      ];
      // As much for each of the last twenty as for each of the ten before them, within a tenth.
      expect((many - more) / 2 / (more - few)).toBeLessThan(1.1);
    }
  });
});
