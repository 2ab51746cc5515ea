/** The catalog over the wire: what the server makes of its answers and refusals (§4.4, §7). */

import { readFileSync } from "node:fs";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { createServer, type Handlers } from "../src/generated/server.js";
import { DATA } from "./data-of-test.js";

const PLATFORM = "https://agent.example/profile";
const profile = JSON.parse(
  readFileSync(new URL("../profile.json", import.meta.url), "utf8"),
) as Record<string, unknown>;

function elsewhere(): never {
  throw new Error("not of the catalog");
}

const handlers: Handlers = {
  ...createCatalog(DATA).handlers,
  createCart: elsewhere,
  getCart: elsewhere,
  updateCart: elsewhere,
  cancelCart: elsewhere,
  createCheckout: elsewhere,
  getCheckout: elsewhere,
  updateCheckout: elsewhere,
  completeCheckout: elsewhere,
  cancelCheckout: elsewhere,
};

async function post(path: string, body: string): Promise<[number, unknown]> {
  const platforms = approvedPlatforms({ [PLATFORM]: profile });
  const server = createServer(handlers, { profile, platforms });
  const headers = {
    "content-type": "application/json",
    "proto-agent": `profile="${PLATFORM}"`,
    "request-id": "request-1",
  };
  const url = `https://shop.example.com/proto/v1/catalog/${path}`;
  const response = await server.fetch(new Request(url, { method: "POST", headers, body }));
  return [response.status, await response.json()];
}

describe("over REST", () => {
  it("a search is answered in its envelope", async () => {
    const [status, answer] = await post("search", '{"query": "tripod"}');
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      proto: { version: "2026-11-27", status: "success" },
      products: [{ id: "prod_tabletop" }, { id: "prod_tripod" }],
      pagination: { has_next_page: false, total_count: 2 },
    });
  });

  it("a lookup is answered with what is known and what is not", async () => {
    const [status, answer] = await post("lookup", '{"ids": ["TRI-TT", "gone"]}');
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      products: [{ variants: [{ inputs: [{ id: "TRI-TT", match: "exact" }] }] }],
      messages: [{ type: "info", code: "not_found", content: "gone" }],
    });
  });

  it.each([
    ["search with an unknown filter", "search", { filters: { colour: "red" } }, "invalid_request"],
    [
      "search with a filter __proto__",
      "search",
      JSON.parse('{"filters": {"__proto__": 1}}') as object,
      "invalid_request",
    ],
    [
      "search with a forged cursor",
      "search",
      { pagination: { cursor: "forged" } },
      "invalid_request",
    ],
    [
      "lookup of 51",
      "lookup",
      { ids: Array.from({ length: 51 }, (_, at) => `id_${at}`) },
      "request_too_large",
    ],
  ])("a %s is 400", async (_, path, body, code) => {
    const [status, answer] = await post(path, JSON.stringify(body));
    expect([status, answer]).toMatchObject([400, { code }]);
  });
});
