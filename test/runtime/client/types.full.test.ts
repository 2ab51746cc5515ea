/** The declarations of `./client` in the projects that use them, whatever globals these have. */

import { describe, expect, it } from "vitest";
import { problems, PROJECTS } from "../../support/user-project.js";

const IMPORTS = `
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { createClient, type ClientDefinition } from "@proto-gen/runtime/client";
interface Operations {
  get_cart: {
    request: undefined;
    response: { id: string };
    outcome: { messages: unknown[] };
    identifiers: "id";
    transports: "rest" | "mcp";
  };
  search_catalog: {
    request: { query?: string };
    response: { products: unknown[] };
    outcome: { messages: unknown[] };
    identifiers: never;
    transports: "rest";
  };
}
export type Outcome = BusinessOutcome;
declare const definition: ClientDefinition;
const business = "https://shop.example";
const profile = "https://agent.example/.well-known/proto";
`;

const WITH_FETCH = `${IMPORTS}
export async function use(signal: AbortSignal): Promise<string> {
  const shop = await createClient<Operations>(definition, { business, profile, fetch });
  await shop.searchCatalog();
  const cart = await shop.getCart({ id: "1" }, { signal });
  return cart instanceof BusinessOutcome ? String(cart.body?.messages.length) : cart.id;
}
export async function own(): Promise<void> {
  await createClient<Operations>(definition, {
    business,
    profile,
    fetch: (url, init) => globalThis.fetch(url, init),
  });
}
`;

const OVER_MCP = `${IMPORTS}
import { mcp } from "@proto-gen/runtime/client/mcp";
export async function use(): Promise<void> {
  const shop = await createClient<Operations, "mcp">(definition, { business, profile, transport: mcp });
  await shop.getCart({ id: "1" });
  // @ts-expect-error: the catalog is not there over MCP
  await shop.searchCatalog();
  await shop.$close();
  // @ts-expect-error: another transport than the type says
  await createClient<Operations>(definition, { business, profile, transport: mcp });
}
`;

const WITHOUT = `${IMPORTS}
export async function use(): Promise<void> {
  const shop = await createClient<Operations>(definition, { business, profile });
  await shop.searchCatalog({ query: "shoes" });
}
// @ts-expect-error: importing the runtime declares no globals
export type Global = Request;
`;

describe("the types of ./client", () => {
  it.each(PROJECTS)("take fetch and signals of a project with %s globals", (name, globals) => {
    expect(problems(`client ${name}`, WITH_FETCH, globals)).toEqual([]);
  });

  it.each(PROJECTS)("are those of a transport, with %s globals", (name, globals) => {
    expect(problems(`client over MCP ${name}`, OVER_MCP, globals)).toEqual([]);
  });

  it("need no globals, and declare none", () => {
    expect(problems("client none", WITHOUT, { lib: ["es2023"], types: [] })).toEqual([]);
  });
});
