/**
 * Ids between a business and a platform, over REST (§4.2): with any characters, an id either comes back in the path of the next call,
 * as it was, or is refused when the answer is made. Parsers of URLs take `.`, `..` and their encodings for something else.
 */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { serveNode } from "@proto-gen/runtime/node";
import { createCarts, createCheckouts } from "../../../generated/commerce.js";
import { estimate } from "../../support/cart-keeper.js";
import { DECLINED, evaluate } from "../../support/checkout-keeper.js";
import { BUSINESS, connect, ORDERED, type SampleClient } from "../../support/sample-client.js";
import {
  checkout,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
} from "../../support/sample-business.js";

let id: string;
const asked: string[] = [];

const handlers = {
  createCheckout: () => ({ ...checkout, id }),
  getCheckout: (request: { readonly id: string }) => {
    asked.push(request.id);
    return { ...checkout, id: request.id };
  },
} as unknown as Partial<BusinessHandlers>;
const server = sampleServer({ created: [], entries: [] }, handlers);

/** @returns whether the id was accepted */
async function roundTrips(client: SampleClient, given: string): Promise<boolean> {
  id = given;
  const made = await client.createCheckout(ORDERED).catch((error: unknown) => error);
  if (made instanceof Error) {
    expect(made).toMatchObject({ code: "internal_error" });
    return false;
  }
  asked.length = 0;
  expect(made).toMatchObject({ id: given });
  expect(await client.getCheckout({ id: given })).toMatchObject({ id: given });
  expect(asked).toEqual([given]);
  return true;
}

const FETCHES: readonly [
  string,
  () => Promise<[fetch: typeof fetch, close: () => Promise<void>]>,
][] = [
  [
    "a Request, whose URL is parsed",
    () =>
      Promise.resolve([
        (url, init) => server.fetch(new Request(url, init)) as never,
        () => Promise.resolve(),
      ]),
  ],
  [
    "a socket, which has the target as it was sent",
    async () => {
      const open = await serveNode(server, { port: 0, development: true });
      return [
        (url, init) => fetch(String(url).replace(BUSINESS, open.url), init),
        () => open.close(),
      ];
    },
  ],
];

describe.each(FETCHES)("over %s", (_what, start) => {
  let client: SampleClient;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const [call, end] = await start();
    close = end;
    client = await connect({ fetch: call as never, profile: WHOLE, retries: 0 });
  });
  afterAll(() => close());

  it.each([
    ...["gid://shop/Checkout/1", "shop://checkout/1?a=b#c", "a/b", "/a", "a/", "//", "\\", "a\\b"],
    ...[
      "%",
      "%2F",
      "%2f..%2F",
      "%2e",
      "%2E%2e",
      "100%",
      "...",
      ".a",
      "a.",
      "~",
      "a b",
      " ",
      "+",
      ";x=1",
    ],
    ...[
      "é",
      "日本",
      "\u{1f600}",
      "e\u0301",
      "\u00a0",
      "\ufeff",
      "\u202e",
      "constructor",
      "__proto__",
    ],
  ])("keeps the id %j in a round trip", async (given) => {
    expect(await roundTrips(client, given)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    "a/..",
    "../a",
    "./",
    "a/./b",
    "..\\a",
    "\0",
    "\n",
    "\x7f",
    "\ud800",
    "a".repeat(9_000),
  ])("refuses the id %j when the response is made", async (given) => {
    expect(await roundTrips(client, given)).toBe(false);
  });

  it("keeps any other id in a round trip, or refuses it", async () => {
    const part = fc.constantFrom(
      "/",
      ".",
      "..",
      "%",
      "2e",
      "2F",
      "\\",
      "?",
      "#",
      ":",
      "a",
      "é",
      " ",
    );
    const ids = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(ids, async (given) => {
        await roundTrips(client, given);
      }),
    );
  });
});

it.each([
  ["c1", 1],
  ["", 0],
  ["..", 0],
  ["a/../b", 0],
] as const)("keeps, of checkouts and carts with the id %j, %i each", async (given, kept) => {
  const store = createMemoryStorage();
  const options = { store, newId: () => given, continueUrl: () => "https://shop.example/bag" };
  const { handlers: checkouts } = createCheckouts({
    ...{ ...options, evaluate, complete: () => DECLINED, release: () => {} },
    trustedUi: () => true,
  });
  const { handlers: carts } = createCarts({ ...options, evaluate: estimate });
  const shop = sampleServer({ created: [], entries: [] }, { ...checkouts, ...carts } as never);
  const call = (url: string, init: RequestInit) => shop.fetch(new Request(url, init));
  const client = await connect({ fetch: call as never, profile: WHOLE, retries: 0 });
  for (const made of [client.createCheckout(ORDERED), client.createCart(ORDERED as never)])
    await made.catch((error: unknown) => expect(error).toMatchObject({ code: "internal_error" }));
  expect(await store.scan("checkout", { newest: true, limit: 9 })).toHaveLength(kept);
  expect(await store.scan("cart", { newest: true, limit: 9 })).toHaveLength(kept);
});
