/** Reading service documents (§2.1.1): what they offer, and what they may not say. */

import { describe, expect, it } from "vitest";
import type { DiagnosticReport } from "../../src/cli/report.js";
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
import { load } from "../support/load.js";

const SERVICE = "com.example.shop";
const VERSION = "2026-01-01";
const REST = "rest.json";

/** A profile with a checkout, and a service with this OpenAPI document. */
function withRest(
  paths: unknown,
  more: object = {},
  endpoint = "https://shop.test/v1",
): ReleaseFiles {
  const binding = { version: VERSION, transport: "rest", schema: `${SCHEMAS}/${REST}`, endpoint };
  return {
    profile: profileOf(capability(CHECKOUT), { services: { [SERVICE]: [binding] } }),
    schemas: { [REST]: { openapi: "3.1.0", paths, ...more } },
  };
}

function operation(operationId: string, schema: unknown = { $ref: "checkout.json" }): object {
  const content = { "application/json": { schema } };
  return { operationId, responses: { 200: { description: "It.", content } } };
}

async function run(files: ReleaseFiles): Promise<[number, readonly DiagnosticReport[]]> {
  const result = await runTool([...release(files).args, "--json"]);
  return [result.code, diagnosticsIn(result)];
}

async function refused(files: ReleaseFiles): Promise<unknown> {
  const [code, [diagnostic]] = await run(files);
  expect(code).toBeGreaterThan(2);
  return diagnostic;
}

describe("a service document that cannot be used", () => {
  it("names a schema that resolves nowhere", async () => {
    const get = operation("get_checkout", { $ref: "chekout.json" });
    expect(await refused(withRest({ "/c/{id}": { get } }))).toMatchObject({
      code: "SERVICE_SCHEMA_UNRESOLVED",
      file: expect.stringContaining(REST),
      line: expect.any(Number),
      pointer: "/paths/~1c~1{id}/get/responses/200/content/application~1json/schema/$ref",
      hint: `did you mean ${SCHEMAS}/checkout.json?`,
    });
  });

  it("has an operation whose name says nothing of what it does", async () => {
    const post = operation("creat_checkout");
    expect(await refused(withRest({ "/c": { post } }))).toMatchObject({
      code: "SERVICE_UNKNOWN_VERB",
      message: expect.stringContaining("creat_checkout"),
      pointer: "/paths/~1c/post/operationId",
      hint: "did you mean create?",
    });
  });

  it("has two operations on one path and method, whatever the parameter is called", async () => {
    const paths = {
      "/c/{id}": { get: operation("get_checkout") },
      "/c/{checkout}": { get: operation("read_checkout") },
    };
    expect(await refused(withRest(paths))).toMatchObject({
      code: "SERVICE_DUPLICATE_ROUTE",
      message: expect.stringMatching(
        /^read_checkout is GET \/c\/\{\}, and so is get_checkout \(.*rest\.json:\d+\)$/,
      ),
      pointer: "/paths/~1c~1{checkout}/get",
      hint: expect.any(String),
    });
  });

  it("has two operations of one name", async () => {
    const paths = {
      "/c/{id}": { get: operation("get_checkout"), put: operation("get_checkout") },
    };
    expect(await refused(withRest(paths))).toMatchObject({ code: "SERVICE_DUPLICATE_OPERATION" });
  });

  it.each(["http://shop.test/v1", "shop.test/v1", "/v1", "ftp://shop.test"])(
    "has the endpoint %s, which is not https",
    async (endpoint) => {
      expect(await refused(withRest({}, {}, endpoint))).toMatchObject({
        code: "PROFILE_ENDPOINT_INVALID",
        message: expect.stringContaining(endpoint),
        pointer: `/proto/services/${SERVICE}/0/endpoint`,
        hint: expect.stringContaining("https://"),
      });
    },
  );

  it.each<[string, object, string]>([
    ["another version of OpenAPI", { openapi: "3.0.3" }, "/openapi"],
    ["paths that are no object", { paths: [] }, "/paths"],
    [
      "an operation without a name",
      { paths: { "/c": { get: { responses: {} } } } },
      "/paths/~1c/get",
    ],
    [
      "a parameter in the body",
      { paths: { "/c": { parameters: [{ name: "a", in: "body" }] } } },
      "/paths/~1c/parameters/0/in",
    ],
    [
      "a $ref that leaves the document",
      { paths: { "/c": { parameters: [{ $ref: "https://elsewhere.test/a" }] } } },
      "/paths/~1c/parameters/0",
    ],
    [
      "a $ref that does not resolve",
      { paths: { "/c": { parameters: [{ $ref: "#/components/parameters/a" }] } } },
      "/paths/~1c/parameters/0",
    ],
    [
      "a $ref that refers back to itself",
      {
        paths: { "/c": { parameters: [{ $ref: "#/components/parameters/a" }] } },
        components: { parameters: { a: { $ref: "#/components/parameters/a" } } },
      },
      "/components/parameters/a",
    ],
  ])("has %s", async (_, document, pointer) => {
    expect(await refused(withRest({}, document))).toMatchObject({
      code: "SERVICE_INVALID",
      pointer,
    });
  });
});

describe("a service document with a member that nothing reads", () => {
  it.each<[string, object, string, string]>([
    ["of the document", { components: {}, serves: [] }, "/serves", "servers"],
    [
      "of an operation",
      { paths: { "/c": { get: { operationId: "get_checkout", respones: {} } } } },
      "/paths/~1c/get/respones",
      "responses",
    ],
    [
      "of a body",
      {
        paths: {
          "/c": {
            post: {
              ...operation("create_checkout"),
              requestBody: { content: { "application/json": {} }, require: true },
            },
          },
        },
      },
      "/paths/~1c/post/requestBody/require",
      "required",
    ],
  ])("%s is refused, with the member that was meant", async (_, document, pointer, meant) => {
    const name = pointer.slice(pointer.lastIndexOf("/") + 1);
    expect(await refused(withRest({}, document))).toMatchObject({
      code: "SERVICE_INVALID",
      message: `"${name}" is not a member that is read`,
      pointer,
      hint: `did you mean ${meant}?`,
    });
  });

  it("is not read for its parameters where the path does not name them", async () => {
    const get = {
      ...operation("get_checkout"),
      parameters: [{ name: "idd", in: "path", required: true, schema: { type: "string" } }],
    };
    expect(await refused(withRest({ "/c/{id}": { get } }))).toMatchObject({
      code: "SERVICE_INVALID",
      message: 'the parameter "idd" is in the path, but /c/{id} has no {idd}',
      hint: "did you mean id?",
    });
  });
});

it("warns of an operation without responses", async () => {
  const { operationId } = operation("get_checkout") as { readonly operationId: string };
  const [code, diagnostics] = await run(withRest({ "/c": { get: { operationId } } }));
  expect(code).toBe(0);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      code: "SERVICE_NO_RESPONSE",
      message: "get_checkout has no responses",
      pointer: "/paths/~1c/get",
    }),
  );
});

it("warns of a path and parameters that do not name one another", async () => {
  const get = {
    ...operation("get_checkout"),
    parameters: [
      { name: "currency", in: "path", required: true, schema: { type: "string" } },
      { name: "verbose", in: "query", schema: { type: "boolean" } },
    ],
  };
  const [code, diagnostics] = await run(withRest({ "/c/{id}": { get } }));
  expect(code).toBe(0);
  expect(diagnostics).toMatchObject([
    {
      code: "SERVICE_PATH_MISMATCH",
      message: 'the parameter "currency" is in the path, but /c/{id} has no {currency}',
      pointer: "/paths/~1c~1{id}/get/parameters/0/name",
      hint: "add {currency} to the path, or remove the parameter",
    },
    {
      code: "SERVICE_PATH_MISMATCH",
      message: "/c/{id} has {id}, but get_checkout has no parameter of that name in the path",
      pointer: "/paths/~1c~1{id}/get",
    },
  ]);
});

it("is missing at its place in the profile", async () => {
  const { schemas, ...files } = withRest({});
  expect(Object.keys(schemas ?? {})).toEqual([REST]);
  expect(await refused(files)).toMatchObject({
    code: "LOAD_SCHEMA_UNRESOLVED",
    message: expect.stringContaining(`${SERVICE} (rest) names ${SCHEMAS}/${REST}`),
    pointer: `/proto/services/${SERVICE}/0/schema`,
  });
});

it("is told of a method without a name, with the member that was meant", async () => {
  const binding = { version: VERSION, transport: "mcp", schema: `${SCHEMAS}/mcp.json` };
  const endpoint = "https://shop.test/v1";
  const found = await refused({
    profile: profileOf(capability(CHECKOUT), {
      services: { [SERVICE]: [{ ...binding, endpoint }] },
    }),
    schemas: { "mcp.json": { openrpc: "1.3.2", methods: [{ nmae: "get_checkout", params: [] }] } },
  });
  expect(found).toMatchObject({
    code: "SERVICE_INVALID",
    message: "name is missing",
    pointer: "/methods/0",
    hint: expect.stringContaining("name"),
  });
});

it("is of the version of its methods, whatever other bindings it has", async () => {
  const binding = (version: string, transport: string): object => ({
    ...{ version, transport, schema: `${SCHEMAS}/${transport}.json` },
    endpoint: "https://shop.test/v1",
  });
  const given = release({
    profile: profileOf(capability(CHECKOUT), {
      services: { [SERVICE]: [binding("2026-01-01", "mcp"), binding("2026-02-02", "embedded")] },
    }),
    schemas: {
      "mcp.json": { openrpc: "1.3.2", methods: [{ name: "get_checkout", params: [] }] },
      "embedded.json": { openrpc: "1.3.2", methods: [{ name: "ec.ready", params: [] }] },
    },
  });
  const { services } = await load({ profile: given.profile, schemas: [rootOf(given)] });
  expect(services.map(({ name, version }) => [name, version])).toEqual([[SERVICE, "2026-01-01"]]);
});

describe("a service document that is not thin (§2.1.1)", () => {
  it("is warned of without a count where it is one schema", async () => {
    const post = {
      ...operation("create_checkout"),
      requestBody: {
        content: { "application/json": { schema: { properties: { a: { type: "string" } } } } },
      },
    };
    const [, diagnostics] = await run(withRest({ "/c": { post } }));
    expect(diagnostics).toMatchObject([
      { message: `this schema of ${SERVICE} defines fields inline` },
    ]);
  });

  it("is warned of, once a document", async () => {
    const inline = { type: "object", properties: { a: { type: "string" } } };
    const post = {
      ...operation("create_checkout"),
      requestBody: { content: { "application/json": { schema: inline } } },
    };
    const put = {
      ...operation("update_checkout"),
      requestBody: { content: { "application/json": { schema: { allOf: [inline] } } } },
    };
    const [code, diagnostics] = await run(withRest({ "/c": { post, put } }));
    expect(code).toBe(0);
    expect(diagnostics).toMatchObject([
      {
        code: "SERVICE_INLINE_FIELDS",
        message: expect.stringMatching(/and so do 1 more$/),
        pointer: "/paths/~1c/put/requestBody/content/application~1json/schema",
      },
    ]);
  });
});

it("warns of bodies that are not JSON, which are left out (§4.2)", async () => {
  const post = {
    ...operation("create_checkout"),
    requestBody: { content: { "application/octet-stream": {} } },
  };
  const get = operation("get_checkout");
  const put = { ...operation("update_checkout"), responses: { 204: { description: "None." } } };
  const [code, diagnostics] = await run(withRest({ "/c": { post, get, put } }));
  expect(code).toBe(0);
  expect(diagnostics).toMatchObject([
    {
      code: "SERVICE_BODY_NOT_JSON",
      message: expect.stringContaining("create_checkout"),
      pointer: "/paths/~1c/post/requestBody",
      line: expect.any(Number),
    },
    // It has no type that belongs to a capability.
    { code: "SERVICE_NO_CAPABILITY", pointer: "/paths/~1c/put" },
  ]);
});

it("warns of an endpoint that ends in a slash", async () => {
  const [code, diagnostics] = await run(withRest({}, {}, "https://shop.test/v1/"));
  expect(code).toBe(0);
  expect(diagnostics).toMatchObject([{ code: "PROFILE_ENDPOINT_SLASH" }]);
});
