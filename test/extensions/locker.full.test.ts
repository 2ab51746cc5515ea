/**
 * A delivery method that an extension adds (§2.6): the four enums of the release that are open to it, the role of its
 * parent, and what a release without open enums says.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { subset } from "@proto-gen/runtime/schema";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { generate, type GenerateOptions } from "../../src/generate.js";
import { lint } from "../../src/lint/lint.js";
import { releaseDirectories } from "../../src/cli/commands/lint/release-directories.js";
import type { ComposedShape } from "../../src/compose/compose.js";
import { viewText, type View } from "../../src/compose/view.js";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { jsonFiles } from "../support/compose-release.js";
import { codeBlocks, readPage } from "../support/documentation.js";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { instance } from "../support/oracle/releases.js";
import { judgeSubsets, type Labelled } from "../support/oracle/subset-verdicts.js";
import { outDirectory, repository } from "../support/published.js";
import { sampled } from "../support/sizes.js";

const LOCKER = "com.example.locker";
const FULFILLMENT = "dev.proto.shopping.fulfillment";
const HERE = path.join(repository, "test/extensions/locker");

const SCHEMAS = {
  directory: path.join(HERE, "schemas"),
  prefix: "https://example.com/schemas",
  label: "locker",
};

const OPTIONS: GenerateOptions = { profile: path.join(HERE, "profile.json"), schemas: [SCHEMAS] };

const TYPES = ["shipping", "pickup", "locker", "digital", "drone"];

function ofRelease<Value extends Json>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll("2026-11-20", "2026-11-23")) as Value;
}

/** A payload whose first method, available method or expectation is of a type. */
function withType(payload: JsonObject, list: string, member: string, type: string): JsonObject {
  const copy = structuredClone(payload) as { fulfillment?: Record<string, Record<string, Json>[]> };
  const [first] = copy.fulfillment?.[list] ?? [];
  if (first !== undefined) first[member] = type;
  return copy as JsonObject;
}

const LOCKER_DESTINATIONS: readonly Json[] = [
  [{ id: "locker_1", name: "Station hall" }],
  [{ id: "locker_1" }],
  [{ id: "locker_1", name: 1 }],
];

function checkoutsOf(payload: JsonObject): Labelled[] {
  const typed = TYPES.flatMap((type) => [
    { label: `a method of type ${type}`, value: withType(payload, "methods", "type", type) },
    {
      label: `an available method of type ${type}`,
      value: withType(payload, "available_methods", "type", type),
    },
  ]);
  const lockers = LOCKER_DESTINATIONS.map((destinations) => {
    const value = withType(payload, "methods", "type", "locker") as {
      fulfillment?: { methods?: Record<string, Json>[] };
    };
    const [method] = value.fulfillment?.methods ?? [];
    if (method !== undefined) method["destinations"] = destinations;
    return { label: `lockers ${JSON.stringify(destinations)}`, value: value as Json };
  });
  const mutants = sampled("SUBSETS", [...mutantsOf(payload)], 30).map(({ kind, at, value }) => ({
    label: `${kind} at ${at}`,
    value,
  }));
  return [{ label: "the instance", value: payload }, ...typed, ...lockers, ...mutants];
}

function valuesOf({ root, key }: ComposedShape, view: View): readonly Labelled[] {
  if (!root.endsWith(".checkout") || key !== "") return [];
  if (view.direction === "response") return checkoutsOf(ofRelease(instance("checkout")));
  const requests = instance("requests") as Readonly<Record<string, JsonObject>>;
  const request = requests[`checkout.${view.operation ?? ""}`];
  return request === undefined ? [] : checkoutsOf(ofRelease(request));
}

/** What one writes with the extension. */
const USES = `
  import type { Checkout, Order } from "./index.js";
  import type { BusinessSchema, FulfillmentMethodType, Locker } from "./capabilities/com/example/locker.js";
  import type { Checkout as Plain } from "./capabilities/dev/proto/shopping/fulfillment.js";

  type Method = NonNullable<NonNullable<Checkout["fulfillment"]>["methods"]>[number];
  type PlainMethod = NonNullable<NonNullable<Plain["fulfillment"]>["methods"]>[number];
  type Available = NonNullable<NonNullable<Checkout["fulfillment"]>["available_methods"]>[number];
  type Expectation = NonNullable<Order["fulfillment"]["expectations"]>[number];

  export const types: Method["type"][] = ["shipping", "pickup", "locker"];
  export const available: Available["type"] = "locker";
  export const expected: Expectation["method_type"][] = ["shipping", "pickup", "digital", "locker"];
  export const named: FulfillmentMethodType = "locker";
  export const config: BusinessSchema["config"] = {
    allows_multi_destination: { shipping: true, locker: false },
    allows_method_combinations: [["locker"]],
  };
  export const place: Locker = { id: "locker_1", name: "Station hall" };
  // @ts-expect-error without the extension there is no such type
  export const plain: PlainMethod["type"] = "locker";
  // @ts-expect-error nobody has added this one
  export const drone: Method["type"] = "drone";
`;

let locker: Emitted;

beforeAll(async () => {
  locker = await emitted("locker", OPTIONS);
});

describe("the locker extension", () => {
  it("has nothing that lint finds", async () => {
    const directories = releaseDirectories([SCHEMAS.directory]);
    const { findings } = await lint({ directories });
    expect(findings).toEqual([]);
  });

  it("gives each subset of extensions the verdicts of the subset composed alone", async () => {
    const result = await judgeSubsets(locker, valuesOf);
    expect(result.differences).toEqual([]);
    expect(result.accepted).toBeGreaterThan(200);
    expect(result.verdicts - result.accepted).toBeGreaterThan(200);
  });

  it.each([
    [[], ["shipping", "pickup", "digital"]],
    [[FULFILLMENT], ["shipping", "pickup", "digital"]],
    [
      [FULFILLMENT, LOCKER],
      ["shipping", "pickup", "locker", "digital"],
    ],
  ])("gives an order's expectation its types with %j", async (active, allowed) => {
    const surface = await locker.surface();
    const view = surface["dev.proto.shopping.order"]?.["response"];
    const { is } = subset(view!, new Set(active));
    const order = ofRelease(instance("order"));
    const types = TYPES.filter((type) => is(withType(order, "expectations", "method_type", type)));
    expect(types.sort()).toEqual([...allowed].sort());
  });

  it("adds to the configuration of fulfillment in a business's profile", async () => {
    const entry = (config: Json): Json => ({
      version: "2026-11-23",
      spec: "https://proto.dev/specification/fulfillment",
      schema: "https://proto.dev/schemas/2026-11-23/shopping/fulfillment.json",
      config,
    });
    const plain = await locker.validator(
      "capabilities/dev/proto/shopping/fulfillment",
      "BusinessSchema",
    );
    const own = await locker.validator("capabilities/com/example/locker", "BusinessSchema");
    const combined = entry({ allows_method_combinations: [["shipping", "locker"]] });
    expect([plain.is(combined), own.is(combined)]).toEqual([false, true]);
    const several = entry({ allows_multi_destination: { locker: "yes" } });
    expect([plain.is(several), own.is(several)]).toEqual([true, false]);
    expect(own.check(several).map(String)).toEqual([
      expect.stringContaining("allows_multi_destination.locker"),
    ]);
    const profile = JSON.parse(readFileSync(OPTIONS.profile, "utf8")) as {
      proto: { capabilities: Record<string, Json[]> };
    };
    expect(own.check(profile.proto.capabilities[FULFILLMENT]![0])).toEqual([]);
  });

  it("has types with the new value, where it is active", () => {
    const file = path.join(outDirectory, "locker/uses.ts");
    writeFileSync(file, USES);
    const problems = compileProblems({ files: [file], options: HAND_WRITTEN });
    expect(problems).toEqual([]);
  });

  it("has the values in OpenAPI, OpenRPC and the tools", async () => {
    const { files } = await generate(OPTIONS);
    for (const file of ["openapi.json", "openrpc.json", "mcp-tools.json"]) {
      const content = files.find((each) => each.path === file)?.content ?? "";
      expect(content).toContain('"locker"');
      expect(content).not.toContain("$dynamic");
    }
  });
});

describe("the page on delivery methods", () => {
  const page = readPage("docs/guide/new-delivery-method.md");
  const codeIn = (language: string): readonly string[] =>
    codeBlocks(page).flatMap((block) => (block.language === language ? [block.code] : []));
  let written: Emitted;

  beforeAll(async () => {
    const blocks = codeIn("json").map((text) => JSON.parse(text) as JsonObject);
    const [schema = {}, ...entries] = blocks;
    const $defs = Object.assign({}, schema["$defs"], ...entries) as JsonObject;
    const directory = path.join(outDirectory, "locker-page-schemas");
    mkdirSync(path.join(directory, "schemas"), { recursive: true });
    writeFileSync(
      path.join(directory, "schemas/locker.json"),
      JSON.stringify({ ...schema, $defs }),
    );
    const schemas = [{ ...SCHEMAS, directory: path.join(directory, "schemas") }];
    written = await emitted("locker-page", { ...OPTIONS, schemas });
  });

  it("has an extension that generates, and takes the new type", async () => {
    const { is } = await written.validator("index", "Checkout");
    const checkout = ofRelease(instance("checkout"));
    const allowed = TYPES.filter((type) =>
      is(withType(checkout, "available_methods", "type", type)),
    );
    expect(allowed).toEqual(["shipping", "pickup", "locker"]);
  });

  it("has code for a business that compiles with what is generated", () => {
    const files = codeIn("ts").map((code, index) => {
      const file = path.join(
        outDirectory,
        "locker-page",
        index === 0 ? "method-types.ts" : "use.ts",
      );
      writeFileSync(file, code.replaceAll("./generated/", "./"));
      return file;
    });
    expect(files).toHaveLength(2);
    expect(compileProblems({ files, options: HAND_WRITTEN })).toEqual([]);
  });
});

/** The options of a run of the example, after a change of its files' text. */
function changedLocker(name: string, change: (text: string) => string): GenerateOptions {
  const directory = path.join(outDirectory, name);
  mkdirSync(directory, { recursive: true });
  cpSync(HERE, directory, { recursive: true });
  for (const file of jsonFiles(directory)) {
    const at = path.join(directory, file);
    writeFileSync(at, change(readFileSync(at, "utf8")));
  }
  return {
    profile: path.join(directory, "profile.json"),
    schemas: [
      {
        directory: path.join(directory, "schemas"),
        prefix: "https://example.com/schemas",
        label: "locker",
      },
    ],
  };
}

it("warns of a type without its configuration, and of no type that has it", async () => {
  const options = changedLocker("locker-unconfigured", (text) =>
    text.includes('"$defs"') ? text.replaceAll("allows_multi_destination", "others") : text,
  );
  const incomplete = async (from: GenerateOptions) =>
    (await generate(from)).notices.filter(({ code }) => code === "COMPOSE_METHOD_TYPE_INCOMPLETE");
  expect(await incomplete(options)).toMatchObject([
    {
      message:
        "locker is in the type enum of fulfillment methods, but not in allows_multi_destination",
      place: { pointer: "/$defs/method_type/enum/0" },
    },
  ]);
  expect(await incomplete(OPTIONS)).toEqual([]);
});

describe("a release whose enums are closed", () => {
  it("refuses the extension, and names the enum", async () => {
    const options = changedLocker("locker-closed", (text) =>
      text.replaceAll("2026-11-23", "2026-11-20"),
    );
    await expect(generate(options)).rejects.toMatchObject({
      diagnostics: [
        {
          code: "COMPOSE_CLOSED_ENUM",
          message: expect.stringMatching(
            /^com\.example\.locker adds "locker" to fulfillment_method_type, but the enum at .*fulfillment_\w*method\.json#\/properties\/type is closed$/,
          ) as string,
          related: [
            { place: { pointer: "/properties/type" } },
            { place: { pointer: "/properties/type" } },
          ],
        },
      ],
    });
  });
});

describe("the open enums in ajv", () => {
  const release = path.join(repository, "schemas/2026-11-23");
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  for (const file of jsonFiles(release)) {
    const schema = JSON.parse(readFileSync(path.join(release, file), "utf8")) as JsonObject;
    if (typeof schema["$id"] === "string") ajv.addSchema(schema);
  }
  const types = "https://proto.dev/schemas/2026-11-23/shopping/types";
  const method = { id: "method_1", line_item_ids: [] };

  it("are closed by themselves", () => {
    const isMethod = ajv.getSchema(`${types}/fulfillment_method.json`)!;
    const isExpectation = ajv.getSchema(`${types}/expectation.json`)!;
    const expectation = { id: "expectation_1", line_items: [], destination: {} };
    expect(TYPES.filter((type) => isMethod({ ...method, type }))).toEqual(["shipping", "pickup"]);
    expect(TYPES.filter((type) => isExpectation({ ...expectation, method_type: type }))).toEqual([
      "shipping",
      "pickup",
      "digital",
    ]);
  });

  it("take what the root of a composition has under the anchor", () => {
    // Ajv knows an anchor once it has evaluated it: the choice beside it holds for every object.
    const anchor = { $dynamicAnchor: "fulfillment_method_type", enum: ["locker"] };
    const isMethod = ajv.compile({
      allOf: [
        { anyOf: [anchor, { type: "object" }] },
        { $ref: `${types}/fulfillment_method.json` },
      ],
    });
    expect(TYPES.filter((type) => isMethod({ ...method, type }))).toEqual([
      "shipping",
      "pickup",
      "locker",
    ]);
  });
});

it("the views of the extension's checkout are those of the release's", () => {
  const [checkout] = locker.composition.shapes.filter(({ root }) => root.endsWith(".checkout"));
  expect(checkout?.views.map(viewText)).toEqual([
    "response",
    "request.create",
    "request.update",
    "request.complete",
  ]);
});
