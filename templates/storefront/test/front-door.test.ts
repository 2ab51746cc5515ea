/** Whatever is asked of the shop passes one rate limit and one log: pages, permalinks, the protocol, and what is at no path. */

import { afterEach, describe, expect, it } from "vitest";
import { permalinkOf } from "@proto-gen/runtime/commerce";
import type { LogEntry } from "@proto-gen/runtime/server";
import { platformPage } from "../src/sample-platform.js";
import { shopRateLimit } from "../src/rates.js";
import { openTestShop, type TestShop } from "./shop-of-test.js";

let test: TestShop | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

const { pathname, search } = new URL(
  permalinkOf("https://shop.example/checkout", {
    currency: "USD",
    items: [{ id: "presets", quantity: 1 }],
  }),
);
const PERMALINK = pathname + search;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** What can be asked of it, and its page's name in the log; undefined for what is the protocol's. */
const ASKED: readonly (readonly [method: string, path: string, page: string | undefined])[] = [
  ["GET", "/", "status"],
  ["HEAD", "/", "status"],
  ["HEAD", "/events", "events"],
  ["GET", "/style.css", "style.css"],
  ["GET", "/live.js", "live.js"],
  ["GET", PERMALINK, "permalink"],
  ["HEAD", PERMALINK, "permalink"],
  ["DELETE", PERMALINK, "permalink"],
  ["GET", "/checkout", "permalink"],
  ["GET", "/checkout-sessions/none", "checkout"],
  ["POST", "/checkout-sessions/none", "checkout"],
  ["PUT", "/checkout-sessions/none", "checkout"],
  ["GET", "/orders/none", "order"],
  ["POST", "/orders/none", "order"],
  ["GET", "/carts/none", "cart"],
  ["POST", "/carts/none", "cart"],
  ["GET", "/platform.json", "platform"],
  ["GET", "/.well-known/proto", "discovery"],
  ["OPTIONS", "/.well-known/proto", "discovery"],
  ["GET", "/proto/v1/checkout-sessions/none", undefined],
  ["OPTIONS", "/proto/v1/checkout-sessions", undefined],
  ["DELETE", "/proto/v1/checkout-sessions", undefined],
  ["POST", "/proto/mcp", undefined],
  ["GET", "/proto/mcp", undefined],
  ["GET", "/robots.txt", undefined],
  ["GET", "/favicon.ico", undefined],
  ["POST", "/nothing", undefined],
];

describe.each(ASKED)("%s %s", (method, path, page) => {
  it("has one log entry, counts once, and is told to wait where the limit is used up", async () => {
    const entries: LogEntry[] = [];
    let asked = 0;
    let wait: number | undefined;
    test = await openTestShop(
      {},
      {
        log: (entry) => entries.push(entry),
        pages: platformPage({ proto: {} }),
        rateLimit: () => {
          asked += 1;
          return wait;
        },
      },
    );
    const { url } = test.shop;
    const ask = async (): Promise<Response> => {
      entries.length = 0;
      asked = 0;
      const answer = await fetch(url + path, { method, headers: FORM, redirect: "manual" });
      await answer.arrayBuffer();
      return answer;
    };
    expect((await ask()).status).toBeLessThan(500);
    expect([entries.map((entry) => entry.page), asked]).toEqual([[page], 1]);
    wait = 7;
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
    expect([entries.map((entry) => entry.code), asked]).toEqual([["rate_limited"], 1]);
  });
});

it("a permalink creates no more checkouts than the rate of its address allows", async () => {
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry): void => void entries.push(entry);
  test = await openTestShop({}, { rateLimit: shopRateLimit(false), log });
  const { url } = test.shop;
  entries.length = 0;
  const statuses: number[] = [];
  for (let count = 0; count < 600; count++) {
    const answer = await fetch(url + PERMALINK, { redirect: "manual" });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(new Set(statuses)).toEqual(new Set([303, 429]));
  expect(entries.map(({ status }) => status)).toEqual(statuses);
});

it("another name that leads here is refused, counted and logged as all else", async () => {
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry): void => void entries.push(entry);
  test = await openTestShop({}, { log });
  const { port } = new URL(test.shop.url);
  entries.length = 0;
  const { get } = await import("node:http");
  for (const path of ["/", "/.well-known/proto", "/proto/v1/carts", "/nothing"]) {
    const status = await new Promise((resolve) => {
      const options = { host: "127.0.0.1", port, path, headers: { host: "evil.example" } };
      get(options, (answer) => resolve(answer.resume().statusCode));
    });
    expect([path, status]).toEqual([path, 403]);
  }
  expect(entries.map(({ page, code }) => [page, code])).toEqual(
    Array(4).fill(["other-host", "forbidden"]),
  );
});

it("the page of what happens shows no requests for itself, which would have no end", async () => {
  test = await openTestShop();
  const { url } = test.shop;
  for (const path of ["/style.css", "/live.js", "/", "/nothing", PERMALINK])
    await (await fetch(url + path, { redirect: "manual" })).text();
  const text = await (await fetch(url)).text();
  expect(text).toContain("/nothing");
  expect(text).toContain("/checkout");
  expect(text).not.toContain("<code>/live.js");
});
