import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { callErrors } from "../support/peers/openapi-fetch.js";
import { sampleOpenapi } from "../support/peers/sample-openapi.js";

const SETUP = [
  'import createClient from "openapi-fetch";',
  'import type { paths } from "./openapi.js";',
  'export const client = createClient<paths>({ baseUrl: "https://business.test" });',
  'const params = { path: { id: "cart_1" } };',
  'const right = { params, body: { items: [{ sku: "a" }] } };',
  'const { data, error } = await client.PUT("/carts/{id}", right);',
];

const RIGHT = [
  "export const id: string | undefined = data?.id;",
  'export const code: "invalid" | "unknown" | undefined = error?.code;',
  "if (error === undefined) data.items satisfies { sku: string }[];",
];

const WRONG = {
  path: 'await client.PUT("/cart/{id}", right);',
  method: 'await client.GET("/carts/{id}", { params });',
  "missing body": 'await client.PUT("/carts/{id}", { params });',
  "missing member": 'await client.PUT("/carts/{id}", { params, body: {} });',
  "missing parameter": 'await client.PUT("/carts/{id}", { body: right.body });',
  "member type": 'await client.PUT("/carts/{id}", { params, body: { items: [{ sku: 1 }] } });',
  response: "export const total = data?.total;",
  error: "export const message = error?.message;",
};

let declarations = "";
let errors: readonly string[] = [];

beforeAll(async () => {
  const source = JSON.stringify(sampleOpenapi());
  declarations = astToString(await openapiTS(source as unknown as OpenAPI3));
  const calls = [...SETUP, ...RIGHT, ...Object.values(WRONG)].join("\n");
  errors = callErrors("peers-fetch", declarations, calls);
});

describe("openapi-fetch", () => {
  it("knows a path, its body, its response and its errors", () => {
    const lines = errors.map((error) => Number(/^calls\.ts:(\d+) /.exec(error)?.[1]));
    expect(lines.filter((line) => !(line > SETUP.length + RIGHT.length))).toEqual([]);
  });

  it.each(Object.keys(WRONG).map((name, index) => [name, index] as const))(
    "refuses a wrong %s",
    (_, index) => {
      const line = SETUP.length + RIGHT.length + index + 1;
      expect(errors.filter((error) => error.startsWith(`calls.ts:${line} `))).toHaveLength(1);
    },
  );

  it("finds an expected error that does not come, and declarations that do not compile", () => {
    const calls = [...SETUP, "// @ts-expect-error", "export const id = data?.id;"].join("\n");
    const broken = `${declarations}\nexport type Broken = Missing;\n`;
    expect(callErrors("peers-fetch-broken", broken, calls)).toEqual([
      "calls.ts:7 Unused '@ts-expect-error' directive.",
      expect.stringMatching(/^openapi\.ts:\d+ Cannot find name 'Missing'/),
    ]);
  });
});
