/** `mcp-tools.json` before the official MCP client, and its schemas before ajv (§4.5). */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Operation } from "../../src/model/services/operation.js";
import { bundleOf, operationsOf, toolsOf, WHOLE_TOOLS, type Bundle } from "../support/bundle.js";
import { importEmitted, type EmittedModule } from "../support/emitted.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { compareVerdicts } from "../support/peers/compare-verdicts.js";
import {
  MCP_TRANSPORTS,
  withMcpClient,
  type CallToolResult,
  type McpTransport,
} from "../support/peers/mcp.js";
import { schemaProblems } from "../support/peers/self-contained-schema.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";
import { sized } from "../support/sizes.js";
import { vendorRelease } from "../support/vendor-service.js";

type Hints = readonly [readOnly: boolean, destructive: boolean, idempotent: boolean];

/** What a call does to what is there; a key makes the last two of checkout safe to repeat (§4.8). */
const HINTS: Readonly<Record<string, Hints>> = {
  create_checkout: [false, false, false],
  get_checkout: [true, false, true],
  update_checkout: [false, true, true],
  complete_checkout: [false, true, true],
  cancel_checkout: [false, true, true],
  create_cart: [false, false, false],
  get_cart: [true, false, true],
  update_cart: [false, true, true],
  cancel_cart: [false, true, true],
};
const OWN_TOOLS = Object.keys(HINTS);
const KEYED = ["complete_checkout", "cancel_checkout"];

const META = { "proto-agent": { profile: "https://platform.example/profile.json" } };
const KEY = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";

describe("the tools of the repository's profile", () => {
  let bundle: Bundle;
  let tools: ReadonlyMap<string, JsonObject>;
  let emitted: EmittedModule;

  beforeAll(async () => {
    bundle = await bundleFor(ownRelease);
    tools = toolsOf(bundle);
    emitted = await importEmitted(bundle.directory, "mcp-tools.ts");
  }, 60_000);

  const inputOf = (tool: string): Validator<unknown> => validatorOf(bundle, emitted, tool, "input");

  /** Valid arguments with every optional member. */
  const argumentsOf = (tool: string): JsonObject =>
    instances(bundle, tool, "input")[0] as JsonObject;

  it.each(OWN_TOOLS)("%s says what it does, by its hints (§4.5, §4.8)", (tool) => {
    const { annotations } = tools.get(tool) as JsonObject;
    const [readOnlyHint, destructiveHint, idempotentHint] = HINTS[tool] as Hints;
    expect(annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint });
  });

  it.each(OWN_TOOLS)("%s requires `meta` with the platform's profile (§4.5)", (tool) => {
    const { meta, ...rest } = argumentsOf(tool);
    expect(inputOf(tool).is({ meta, ...rest })).toBe(true);
    const wrong = [undefined, {}, { "proto-agent": {} }, { "proto-agent": { profile: 1 } }];
    for (const each of wrong)
      expect(inputOf(tool).is(each === undefined ? rest : { ...rest, meta: each })).toBe(false);
  });

  it.each(OWN_TOOLS)("%s requires an idempotency key where §4.5 does, a UUID", (tool) => {
    const { meta: _, ...rest } = argumentsOf(tool);
    const withMeta = (more: object): object => ({ ...rest, meta: { ...META, ...more } });
    const { properties } = (tools.get(tool) as JsonObject)["inputSchema"] as {
      properties: { meta: { required: string[] } };
    };
    expect(inputOf(tool).is(withMeta({}))).toBe(!KEYED.includes(tool));
    expect(inputOf(tool).is(withMeta({ "idempotency-key": KEY }))).toBe(true);
    expect(inputOf(tool).is(withMeta({ "idempotency-key": "once" }))).toBe(false);
    expect(properties.meta.required.includes("idempotency-key")).toBe(KEYED.includes(tool));
  });

  it.each(["update_checkout", "complete_checkout", "update_cart"])(
    "%s takes `id` beside its payload, and refuses it there (§4.5)",
    (tool) => {
      const { id, ...rest } = argumentsOf(tool);
      const key = tool.endsWith("cart") ? "cart" : "checkout";
      const payload = rest[key] as JsonObject;
      expect(typeof id).toBe("string");
      expect(inputOf(tool).is(rest)).toBe(false);
      expect(inputOf(tool).is({ ...rest, id, [key]: { ...payload, id } })).toBe(false);
      expect(inputOf(tool).is({ ...rest, id, [key]: payload })).toBe(true);
    },
  );

  it.each(["get_checkout", "cancel_checkout", "get_cart", "cancel_cart"])(
    "%s takes `id` and no payload (§4.5)",
    (tool) => {
      const { id, ...rest } = argumentsOf(tool);
      expect(inputOf(tool).is(rest)).toBe(false);
      expect(inputOf(tool).is({ ...rest, id })).toBe(true);
      for (const key of ["checkout", "cart"])
        expect(inputOf(tool).is({ ...rest, id, [key]: {} })).toBe(false);
    },
  );

  it.each(["create_checkout", "create_cart"])("%s takes no `id` (§4.5)", (tool) => {
    const given = argumentsOf(tool);
    expect(given).not.toHaveProperty("id");
    expect(inputOf(tool).is({ ...given, id: "1" })).toBe(false);
  });

  it("give the resource under its key, or an error envelope alone (§4.5, §7)", () => {
    for (const tool of OWN_TOOLS) {
      const output = validatorOf(bundle, emitted, tool, "output");
      const [given] = instances(bundle, tool, "output");
      const key = tool.endsWith("cart") ? "cart" : "checkout";
      expect(Object.keys(given as JsonObject)).toEqual([key]);
      expect(output.is((given as JsonObject)[key])).toBe(false);
      expect(output.is({})).toBe(false);
      expect(output.is(envelopeOf(bundle, tool))).toBe(true);
    }
  });
});

describe("the tools of the repository's profile, by their schemas", () =>
  describeSchemas(ownRelease));

describe("the tools of a vendor's profile, by their schemas", () =>
  describeSchemas(vendorRelease()));

// Every mutant of every result is judged three times.
describe
  .skipIf(published === undefined)
  .each(sized({ quick: publishedReleases.slice(-1), full: publishedReleases }))(
  "the tools of release $name, by their schemas",
  describeSchemas,
);

function describeSchemas(release: Release): void {
  let bundle: Bundle;
  let tools: ReadonlyMap<string, JsonObject>;
  let emitted: EmittedModule;

  beforeAll(async () => {
    bundle = await bundleFor(release);
    tools = toolsOf(bundle);
    emitted = await importEmitted(bundle.directory, "mcp-tools.ts");
  }, 60_000);

  it("are JSON Schema 2020-12, without any reference (§8)", () => {
    expect(tools.size).toBeGreaterThan(4);
    const problems = [...tools].flatMap(([name, { inputSchema, outputSchema }]) =>
      [inputSchema, outputSchema].map((each) => [name, schemaProblems(each as object)] as const),
    );
    expect(problems.filter(([, found]) => found?.length !== 0)).toEqual([]);
  });

  it("refuse the arguments that the emitted validators refuse, and no others (§8)", () => {
    for (const [name, { inputSchema }] of tools) {
      const validator = validatorOf(bundle, emitted, name, "input");
      const report = compareVerdicts(
        inputSchema as object,
        validator,
        instances(bundle, name, "input"),
      );
      expect([name, report.differences]).toEqual([name, []]);
      expect(report.accepted).toBeGreaterThan(1);
      expect(report.rejected).toBeGreaterThan(5);
    }
  });

  it("refuse the results that the emitted validators refuse, and no others (§8)", () => {
    // Those of one resource are one schema.
    const distinct = new Map(
      [...tools].map(([name, { outputSchema }]) => [JSON.stringify(outputSchema), name]),
    );
    for (const [schema, name] of distinct) {
      const validator = validatorOf(bundle, emitted, name, "output");
      const [given] = instances(bundle, name, "output");
      const report = compareVerdicts(JSON.parse(schema) as object, validator, [
        given as Json,
        envelopeOf(bundle, name),
      ]);
      expect([name, report.differences]).toEqual([name, []]);
      expect(report.accepted).toBeGreaterThan(1);
      expect(report.rejected).toBeGreaterThan(50);
    }
  });
}

const transports = sized<readonly McpTransport[]>({
  quick: ["in memory"],
  full: MCP_TRANSPORTS,
});

describe.each(transports)("the official client, %s", (transport) => {
  let bundle: Bundle;
  let tools: readonly JsonObject[];

  beforeAll(async () => {
    bundle = await bundleFor(ownRelease);
    tools = [...toolsOf(bundle).values()];
  }, 60_000);

  /** Calls each tool with what answers it, on one connection; the messages of the failures. */
  async function answers(given: readonly (readonly [string, Json])[]): Promise<string[]> {
    const queue = given.map(([, structured]) => structured);
    const next = (): CallToolResult => {
      const structuredContent = queue.shift() as Record<string, unknown>;
      const text = JSON.stringify(structuredContent);
      return { content: [{ type: "text", text }], structuredContent };
    };
    return withMcpClient(transport, tools, next, async (client) => {
      await client.listTools();
      const failures: string[] = [];
      for (const [name] of given) {
        const failure = await client.callTool({ name, arguments: {} }).then(
          () => "accepted",
          (error: unknown) => (error as Error).message,
        );
        failures.push(failure);
      }
      return failures;
    });
  }

  it("lists every tool as mcp-tools.json has it (§4.5)", async () => {
    const { tools: listed } = await withMcpClient(
      transport,
      tools,
      () => ({ content: [] }),
      (client) => client.listTools(),
    );
    expect(listed).toEqual(tools);
    expect(listed.map(({ name }) => name)).toEqual(OWN_TOOLS);
  });

  it("accepts the resource of each tool, and an error envelope (§4.5, §7)", async () => {
    const given = OWN_TOOLS.flatMap((name) => [
      [name, instances(bundle, name, "output")[0] as Json] as const,
      [name, envelopeOf(bundle, name)] as const,
    ]);
    expect(await answers(given)).toEqual(given.map(() => "accepted"));
  });

  it("refuses results that are damaged (§4.5)", async () => {
    const emitted = await importEmitted(bundle.directory, "mcp-tools.ts");
    const given = ["get_checkout", "get_cart"].flatMap((name) => {
      const validator = validatorOf(bundle, emitted, name, "output");
      const result = instances(bundle, name, "output")[0] as Json;
      const damaged = [...mutantsOf(result)].filter(
        ({ value }) => isRecord(value) && !validator.is(value),
      );
      // A few of some hundreds.
      return damaged
        .filter((_, index) => index % 25 === 0)
        .map(({ value }) => [name, value] as const);
    });
    expect(given.length).toBeGreaterThan(20);
    const messages = await answers(given);
    expect(messages.filter((message) => !/output schema/.test(message))).toEqual([]);
  });
});

const bundles = new Map<string, Promise<Bundle>>();

/** Emitted once for all tests of this file. */
function bundleFor(release: Release): Promise<Bundle> {
  const bundle =
    bundles.get(release.name) ?? bundleOf(release, `services-tools-${release.name}`, WHOLE_TOOLS);
  bundles.set(release.name, bundle);
  return bundle;
}

function isRecord(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function operationOf(bundle: Bundle, tool: string): Operation {
  return operationsOf(bundle).find(({ mcp }) => mcp?.tool === tool) as Operation;
}

/** One with all optional members, one with some, one with none. */
function instances(bundle: Bundle, tool: string, side: "input" | "output"): Json[] {
  const { mcp } = operationOf(bundle, tool);
  const node = mcp?.[side].node;
  if (node === undefined) throw new Error(`there is no tool ${tool}`);
  return (["all", "some", "none"] as const).map((optional) => {
    const value = createInstance(node, { optional });
    if (value === undefined) throw new Error(`nothing is an ${side} of ${tool}`);
    return value;
  });
}

function envelopeOf(bundle: Bundle, tool: string): Json {
  const value = createInstance(operationOf(bundle, tool).outcome.node, { optional: "all" });
  if (value === undefined) throw new Error(`${tool} has no error envelope`);
  return value;
}

/** `CreateCartArguments` of `create_cart`, and `CartResult`, which tools of one resource share. */
function validatorOf(
  bundle: Bundle,
  emitted: EmittedModule,
  tool: string,
  side: "input" | "output",
): Validator<unknown> {
  const { mcp } = operationOf(bundle, tool);
  const type = mcp && bundle.model.typeOf(mcp[side]);
  const found = emitted[type?.name ?? ""];
  if (found === undefined) throw new Error(`${tool} has no validator of its ${side}`);
  return found;
}
