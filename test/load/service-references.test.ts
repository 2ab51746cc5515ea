/** Service documents of a profile that have parts in other documents, or of which there are several for one transport. */

import { describe, expect, it } from "vitest";
import type { DiagnosticReport } from "../../src/cli/report.js";
import { interpret } from "../../src/interpret.js";
import type { Model } from "../../src/model/model.js";
import {
  capability,
  CHECKOUT,
  diagnosticsIn,
  profileOf,
  release,
  rootOf,
  runTool,
  SCHEMAS,
  type ReleaseFiles,
} from "../support/release.js";

const SERVICE = "com.example.shop";
const FOOD = "com.example.food";

interface Entry {
  readonly transport: string;
  readonly file: string;
  readonly version?: string;
}

function binding({ transport, file, version = "2026-01-01" }: Entry): object {
  return { version, transport, schema: `${SCHEMAS}/${file}`, endpoint: "https://shop.test/v1" };
}

function files(
  services: Readonly<Record<string, readonly Entry[]>>,
  schemas: Readonly<Record<string, object>>,
): ReleaseFiles {
  const declared = Object.entries(services).map(([name, all]) => [name, all.map(binding)]);
  return {
    profile: profileOf(capability(CHECKOUT), { services: Object.fromEntries(declared) as object }),
    schemas,
  };
}

async function model(given: ReleaseFiles): Promise<Model> {
  const made = release(given);
  const { model } = await interpret({ profile: made.profile, schemas: [rootOf(made)] });
  return model;
}

async function diagnostics(given: ReleaseFiles): Promise<readonly DiagnosticReport[]> {
  return diagnosticsIn(await runTool([...release(given).args, "--json"]));
}

function operation(operationId: string, more: object = {}): object {
  const content = { "application/json": { schema: { $ref: `${SCHEMAS}/checkout.json` } } };
  return { operationId, responses: { 200: { description: "It.", content } }, ...more };
}

function openapi(paths: object, more: object = {}): object {
  return { openapi: "3.1.0", paths, ...more };
}

function idsOf({ services }: Model): unknown {
  return services.map(({ name, operations }) => [name, operations.map(({ id }) => id)]);
}

const REST = { [SERVICE]: [{ transport: "rest", file: "rest.json" }] };

describe("a reference into another document", () => {
  it("may stand for a path, a parameter, a body and an answer", async () => {
    const json = { "application/json": { schema: { $ref: "../checkout.json" } } };
    const made = await model(
      files(REST, {
        "rest.json": openapi({
          "/c": { $ref: "parts/paths.json#/checkouts" },
          "/c/{id}": { $ref: "parts/checkout.json" },
        }),
        "parts/paths.json": {
          checkouts: {
            post: {
              operationId: "create_checkout",
              requestBody: { $ref: "bodies.json#/checkout" },
              responses: { 201: { $ref: "bodies.json#/made" } },
            },
          },
        },
        "parts/checkout.json": {
          parameters: [{ $ref: "bodies.json#/id" }],
          get: operation("get_checkout"),
        },
        "parts/bodies.json": {
          checkout: { content: json },
          made: {
            description: "Made.",
            content: json,
            headers: { Left: { $ref: "headers.json#/left" } },
          },
          id: { name: "id", in: "path", required: true, schema: { type: "string" } },
        },
        "parts/headers.json": { left: { schema: { type: "integer" } } },
      }),
    );
    expect(idsOf(made)).toEqual([[SERVICE, ["create_checkout", "get_checkout"]]]);
    const [create, get] = made.services[0]?.operations ?? [];
    expect(create?.capability).toBe(CHECKOUT);
    expect(create?.rest?.responses[0]?.headers.map(({ name }) => name)).toEqual(["Left"]);
    expect(get?.rest?.parameters.map(({ name }) => name)).toEqual(["id"]);
  });

  it("may stand for a method, whose schemas count from where it stands", async () => {
    const schema = { $ref: "../checkout.json" };
    const made = await model(
      files(
        { [SERVICE]: [{ transport: "mcp", file: "mcp.json" }] },
        {
          "mcp.json": { openrpc: "1.3.2", methods: [{ $ref: "deep/tools.json#/get" }] },
          "deep/tools.json": {
            get: {
              name: "get_checkout",
              params: [{ name: "id", required: true, schema: { type: "string" } }],
              result: { name: "checkout", schema },
            },
          },
        },
      ),
    );
    expect(idsOf(made)).toEqual([[SERVICE, ["get_checkout"]]]);
    expect(made.services[0]?.operations[0]?.capability).toBe(CHECKOUT);
  });

  it("is an error at its place where a schema there resolves nowhere", async () => {
    const [found] = await diagnostics(
      files(REST, {
        "rest.json": openapi({ "/c": { $ref: "paths.json#/c" } }),
        "paths.json": {
          c: {
            parameters: [{ name: "a", in: "header", schema: { $ref: "no.json" } }],
            get: operation("get_checkout"),
          },
        },
      }),
    );
    expect(found).toMatchObject({
      code: "SERVICE_SCHEMA_UNRESOLVED",
      file: expect.stringContaining("paths.json") as string,
      pointer: "/c/parameters/0/schema/$ref",
    });
  });

  it("is an error at its place where no source contains the document", async () => {
    const [found] = await diagnostics(
      files(REST, { "rest.json": openapi({ "/c": { $ref: "nowhere.json" } }) }),
    );
    expect(found).toMatchObject({
      code: "SERVICE_INVALID",
      file: expect.stringContaining("rest.json") as string,
      pointer: "/paths/~1c",
      message: expect.stringContaining(`no source contains ${SCHEMAS}/nowhere.json`) as string,
    });
  });
});

describe("several documents", () => {
  const carts = openapi({ "/a": { post: operation("create_checkout") } });
  const others = openapi({ "/b": { get: operation("get_checkout") } });

  it("of one transport are one service", async () => {
    const made = await model(
      files(
        {
          [SERVICE]: [
            { transport: "rest", file: "rest.json" },
            { transport: "rest", file: "more.json" },
          ],
        },
        { "rest.json": carts, "more.json": others },
      ),
    );
    expect(idsOf(made)).toEqual([[SERVICE, ["create_checkout", "get_checkout"]]]);
  });

  it("of another version give way to those of the highest (§9.3)", async () => {
    const made = await model(
      files(
        {
          [SERVICE]: [
            { transport: "rest", file: "rest.json", version: "2025-01-01" },
            { transport: "rest", file: "more.json" },
          ],
        },
        { "rest.json": carts, "more.json": others },
      ),
    );
    expect(idsOf(made)).toEqual([[SERVICE, ["get_checkout"]]]);
  });

  it("keep the security that each states", async () => {
    const secured = { ...others, security: [{ key: [] }] };
    const made = await model(
      files(
        {
          [SERVICE]: [
            { transport: "rest", file: "rest.json" },
            { transport: "rest", file: "more.json" },
          ],
        },
        { "rest.json": carts, "more.json": secured },
      ),
    );
    expect(made.services[0]?.operations.map(({ rest }) => rest?.security)).toEqual([
      undefined,
      [{ key: [] }],
    ]);
  });

  it("are of several services", async () => {
    const made = await model(
      files(
        { ...REST, [FOOD]: [{ transport: "rest", file: "food.json" }] },
        { "rest.json": carts, "food.json": others },
      ),
    );
    expect(idsOf(made)).toEqual([
      [FOOD, ["get_checkout"]],
      [SERVICE, ["create_checkout"]],
    ]);
  });
});
