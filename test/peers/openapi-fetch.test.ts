import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { callErrors } from "../support/peers/openapi-fetch.js";
import { sampleOpenapi } from "../support/peers/sample-openapi.js";

let declarations = "";

beforeAll(async () => {
  const source = JSON.stringify(sampleOpenapi());
  declarations = astToString(await openapiTS(source as unknown as OpenAPI3));
});

const CLIENT = `import createClient from "openapi-fetch";
import type { paths } from "./openapi.js";
export const client = createClient<paths>({ baseUrl: "https://business.test" });
const params = { path: { id: "cart_1" } };
`;

function errorsOf(name: string, calls: string): string[] {
  return callErrors(`peers-fetch-${name}`, declarations, CLIENT + calls);
}

describe("openapi-fetch", () => {
  it("knows a path, its body, its response and its errors", () => {
    const calls = `
const { data, error } = await client.PUT("/carts/{id}", { params, body: { items: [{ sku: "a" }] } });
export const id: string | undefined = data?.id;
export const code: "invalid" | "unknown" | undefined = error?.code;
if (error === undefined) data.items satisfies { sku: string }[];
`;
    expect(errorsOf("right", calls)).toEqual([]);
  });

  it.each([
    ["path", `client.PUT("/cart/{id}", { params, body: { items: [] } });`],
    ["method", `client.GET("/carts/{id}", { params });`],
    ["missing body", `client.PUT("/carts/{id}", { params });`],
    ["missing member", `client.PUT("/carts/{id}", { params, body: {} });`],
    ["missing parameter", `client.PUT("/carts/{id}", { body: { items: [] } });`],
    ["type of a member", `client.PUT("/carts/{id}", { params, body: { items: [{ sku: 1 }] } });`],
    [
      "use of a response",
      `(await client.PUT("/carts/{id}", { params, body: { items: [] } })).data?.total;`,
    ],
    [
      "use of an error",
      `(await client.PUT("/carts/{id}", { params, body: { items: [] } })).error?.message;`,
    ],
  ])("refuses a wrong %s", (name, call) => {
    const errors = errorsOf(
      `wrong-${name.replaceAll(" ", "-")}`,
      `await ${call.startsWith("(") ? `Promise.resolve(${call.slice(0, -1)})` : call}\n`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^calls\.ts:5 /);
  });

  it("finds an expectation of an error that does not come", () => {
    const calls = `
// @ts-expect-error
await client.PUT("/carts/{id}", { params, body: { items: [] } });
`;
    expect(errorsOf("expected", calls)).toEqual([
      "calls.ts:6 Unused '@ts-expect-error' directive.",
    ]);
  });

  it("finds declarations that do not compile", () => {
    const broken = `${declarations}\nexport type Broken = Missing;\n`;
    expect(callErrors("peers-fetch-broken", broken, CLIENT)).toHaveLength(1);
  });
});
