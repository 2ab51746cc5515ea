/** The payment handler that `proto-gen mock` advertises is one that it serves (§2.5, §4.6). */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "../../templates/storefront/src/generated/client.js";
import { httpsFetch } from "../support/https-fetch.js";
import { openMock, type OpenMock } from "../support/mock-process.js";
import { payment, shippedCheckout } from "../support/mock-purchase.js";
import { CARD } from "../support/sample-tokenizer.js";

interface Config {
  readonly base_url: string;
  readonly provider_key_id: string;
}

let mock: OpenMock;
let shop: Client;
let config: Config;

beforeAll(async () => {
  mock = await openMock("--profile", "./profile.json");
  const { url: business, platform: profile } = mock.opened;
  shop = (await createClient({ business, profile, development: true })) as Client;
}, 240_000);
afterAll(async () => {
  await shop.$close();
  await mock.stop();
});

/** Its certificate is made at its start. */
async function post(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const fetch = httpsFetch(readFileSync(mock.opened.certificate, "utf8"));
  const headers = { "Content-Type": "application/json" };
  const { signal } = new AbortController();
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
  return (await new Response(answer.body as never).json()) as Readonly<Record<string, unknown>>;
}

async function tokenFor(checkout_id: string): Promise<string> {
  const binding = { checkout_id, identity: { access_token: config.provider_key_id } };
  const answer = await post(`${config.base_url}/tokenize`, { credential: CARD, binding });
  expect(answer).toEqual({ type: "token", token: expect.stringMatching(/^tok_[\w-]{43}$/) });
  return answer["token"] as string;
}

async function pay(id: string, token: string) {
  const answer = await shop.completeCheckout({ id, payment: payment(token) });
  return answer as { readonly status?: string; readonly messages?: readonly { code: string }[] };
}

describe("the handler that a mock advertises", () => {
  it("is at its base URL, in the profile and in answers", async () => {
    const profile = (await (await fetch(mock.opened.discovery)).json()) as {
      proto: { payment_handlers: Record<string, { config: Config }[]> };
    };
    config = profile.proto.payment_handlers["dev.proto.tokenization"]![0]!.config;
    expect(config.base_url).toBe(mock.opened.tokenizer);
    expect(config.base_url).toBe(`${mock.opened.site}/tokenizer`);
    const checkout = await shippedCheckout(shop, "film_bw_1");
    expect(JSON.stringify(checkout.proto)).toContain(config.base_url);
  });

  it("lets a page of any origin ask for a token, as the mock lets it buy", async () => {
    const fetch = httpsFetch(readFileSync(mock.opened.certificate, "utf8"));
    const { status, headers } = await fetch(`${config.base_url}/tokenize`, {
      method: "OPTIONS",
      headers: { Origin: "https://page.example", "Access-Control-Request-Method": "POST" },
      redirect: "manual",
      signal: new AbortController().signal,
    });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  it("gives a token that pays for its checkout, once", async () => {
    const [first, second] = [
      await shippedCheckout(shop, "film_bw_1"),
      await shippedCheckout(shop, "film_bw_1"),
    ];
    const token = await tokenFor(first.id);
    expect((await pay(second.id, token)).status).not.toBe("completed");
    expect((await pay(first.id, token)).status).toBe("completed");
    expect((await pay(second.id, token)).status).not.toBe("completed");
    expect((await pay(second.id, await tokenFor(second.id))).status).toBe("completed");
  });

  it("is in the log, without a card and without a token", async () => {
    await mock.printed(/"path":"\/tokenizer\/tokenize".*"operation":"tokenize"/);
    expect(mock.out()).not.toContain(CARD.number);
    expect(mock.out()).not.toMatch(/tok_[\w-]{43}/);
  });
});
