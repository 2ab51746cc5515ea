/** The client of a published release against a store over MCP whose answers are as stores in the field have them. */

import { beforeAll, describe, expect, it } from "vitest";
import type { CallingOptions } from "../../../src/runtime/client/definition.js";
import type { ClientError } from "@proto-gen/runtime/client";
import type { ProtocolError } from "@proto-gen/runtime/error";
import { mcp } from "@proto-gen/runtime/client/mcp";
import type { Issue } from "@proto-gen/runtime/schema";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { answersOverMcp } from "../../support/mcp-answers.js";
import { published, publishedRelease } from "../../support/published.js";
import { scripted } from "../../support/sample-client.js";

const RELEASE = "2026-04-08";
const ucp = { version: RELEASE, status: "success", capabilities: {}, payment_handlers: {} };
const price = { amount: 1000, currency: "USD" };
const variant = { id: "v1", title: "M", description: { plain: "Medium" }, price };
const { description: _, ...undescribed } = variant;
const totals = [
  { type: "subtotal", amount: 1000 },
  { type: "total", amount: 1000 },
];
const item = { id: "v1", title: "Shirt", price: 1000 };
/** It was created; one of its messages has neither a code nor words. */
const created = {
  ucp,
  id: "c1",
  status: "requires_escalation",
  currency: "USD",
  line_items: [{ id: "l1", item, quantity: 1, totals }],
  totals,
  links: [],
  messages: [{ type: "error", severity: "requires_buyer_input" }],
  continue_url: "https://store.example.com/c/c1",
};

function found(...variants: readonly object[]): object {
  const price_range = { min: price, max: price };
  const description = { plain: "A shirt" };
  return { ucp, products: [{ id: "p1", title: "Shirt", description, price_range, variants }] };
}

function result(structuredContent: object): object {
  const text = JSON.stringify(structuredContent);
  return { result: { structuredContent, content: [{ type: "text", text }] } };
}

interface Shop {
  searchCatalog(request: object): Promise<object>;
  createCheckout(request: object): Promise<object>;
}

const search = (shop: Shop): Promise<object> => shop.searchCatalog({ query: "shirt" });
const create = (shop: Shop): Promise<object> =>
  shop.createCheckout({ line_items: [{ item: { id: "v1" }, quantity: 1 }] });

describe.skipIf(published === undefined)("answers in the field", () => {
  let createClient: (options: object) => Promise<Shop>;
  beforeAll(async () => {
    const { directory } = await bundleOf(publishedRelease(RELEASE), "field-answers");
    ({ createClient } = (await importEmitted(directory, "client.ts")) as never);
  });

  function shop(answer: object, options: Partial<CallingOptions> = {}): Promise<Shop> {
    const { fetch } = scripted(answersOverMcp(answer));
    const endpoints = { mcp: "https://store.example.com/mcp" };
    const profile = "https://agent.example/.well-known/ucp";
    return createClient({ endpoints, profile, transport: mcp, fetch, ...options });
  }

  const thrownBy = (call: Promise<unknown>): Promise<ClientError | ProtocolError> =>
    call.then(
      () => expect.unreachable("it gave an answer"),
      (error: unknown) => error as ClientError | ProtocolError,
    );

  it("pass where they are sound", async () => {
    expect(await search(await shop(result(found(variant))))).toEqual(found(variant));
  });

  it("are refused with the first place, and carried: a variant without its description", async () => {
    const error = await thrownBy(search(await shop(result(found(undescribed)))));
    expect(error.code).toBe("ANSWER_INVALID");
    expect(error.content).toContain("/products/0/variants/0/description is required");
    expect(error.answer).toEqual(found(undescribed));
  });

  it("are refused with the first place, and carried: a checkout that was created", async () => {
    const error = await thrownBy(create(await shop(result(created))));
    expect(error.content).toMatch(/\/messages\/0\b/);
    expect(error.answer).toMatchObject({ id: "c1", continue_url: created.continue_url });
  });

  it.each([
    ["a variant without its description", found(undescribed), search],
    ["a checkout that was created", created, create],
  ] as const)("are returned where they are reported: %s", async (_what, answer, use) => {
    const reported: Issue[] = [];
    const onInvalidAnswer = (issues: readonly Issue[]): unknown => reported.push(...issues);
    const client = await shop(result(answer), { validate: "report", onInvalidAnswer });
    expect(await use(client)).toEqual(answer);
    expect(reported.length).toBeGreaterThan(0);
  });

  it("keep the words of a rate limit", async () => {
    const data = "Rate limit exceeded";
    const limited = { error: { code: -32600, message: "Invalid Request", data } };
    expect(await thrownBy(search(await shop(limited)))).toMatchObject({ content: data });
  });
});
