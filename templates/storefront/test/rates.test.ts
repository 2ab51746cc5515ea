/** The rates at which the shop may be called (§7), which `src/rates.ts` sets. */

import { afterEach, expect, it } from "vitest";
import { shopRateLimit } from "../src/rates.js";
import { openTestShop, type TestShop } from "./shop-of-test.js";

let test: TestShop | undefined;
afterEach(() => test?.close());

it("tells a caller that does not sign, and calls without a pause, when to come again", async () => {
  test = await openTestShop({}, { rateLimit: shopRateLimit(false) });
  const { url } = test.shop;
  const headers = {
    "Proto-Agent": 'profile="https://agent.example/profile.json"',
    "Request-Id": "request_1",
  };
  const get = (): Promise<Response> => fetch(`${url}/proto/v1/checkout-sessions/none`, { headers });
  expect((await get()).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 300 }, get));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  for (const answer of answers) await answer.text();
});
