/** Signatures (§5.4) of a platform that signs: which calls carry them, over REST and MCP, and what they cover. */

import { describe, expect, it } from "vitest";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { clientSignatures, signAnswers } from "@proto-gen/runtime/signature";
import { ownProfile } from "../support/own-profile.js";
import { sampleServer } from "../support/sample-business.js";
import { connect, ORDERED, type SampleClient } from "../support/sample-client.js";
import {
  createCheckout,
  pair,
  refusal,
  signedOtherwise,
  signer,
  verified,
} from "../support/signed-request.js";

const PAYMENT = {
  payment: { instruments: [] },
  ap2: { checkout_mandate: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
};

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** A client that signs, of a business that signs what it recommends; and what went between them. */
async function signing(transport: "rest" | "mcp") {
  const exchanges: Exchange[] = [];
  const server = sampleServer(
    { created: [], entries: [] },
    {},
    {
      profile: { ...ownProfile(), signing_keys: [pair.publicKey] },
      signAnswers: signAnswers(signer),
    },
  );
  const client = await connect({
    ...(transport === "mcp" ? { transport: mcp as never } : {}),
    signatures: clientSignatures({ signer }),
    async fetch(url, init) {
      const request = new Request(url, init);
      const response = await server.fetch(request.clone());
      if (!url.endsWith("/.well-known/proto"))
        exchanges.push({ request, response: response.clone() });
      return response;
    },
  });
  return { client, exchanges };
}

/** What `sig1` of a message covers. */
function covered({ headers }: Request | Response): readonly string[] {
  const [, names = ""] = /^sig1=\(([^)]*)\)/.exec(headers.get("signature-input") ?? "") ?? [];
  return [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "");
}

async function buyAndRead(client: SampleClient): Promise<void> {
  await client.createCheckout(ORDERED);
  await client.getCheckout({ id: "checkout_1" });
  await client.completeCheckout({ id: "checkout_1", ...PAYMENT } as never);
  await client.cancelCheckout({ id: "checkout_1" });
  await client.getCart({ id: "cart_1" });
}

describe.each(["rest", "mcp"] as const)("a platform that signs, over %s", (transport) => {
  it("signs all of its requests, reads too (§5.4)", async () => {
    const { client, exchanges } = await signing(transport);
    await buyAndRead(client);
    expect(exchanges.length).toBeGreaterThanOrEqual(5);
    for (const { request } of exchanges) {
      expect(request.headers.get("signature")).toMatch(/^sig1=:[\w+/]+=*:$/);
      expect(covered(request)).toEqual(
        expect.arrayContaining(["@method", "@authority", "@path", "proto-agent"]),
      );
    }
  });

  it("signs the digest of each body (§5.4)", async () => {
    const { client, exchanges } = await signing(transport);
    await buyAndRead(client);
    const posted = exchanges.filter(({ request }) => request.headers.has("content-type"));
    expect(posted.length).toBeGreaterThanOrEqual(2);
    for (const { request } of posted) {
      expect(request.headers.get("content-digest")).toMatch(/^sha-256=:/);
      expect(covered(request)).toEqual(expect.arrayContaining(["content-digest", "content-type"]));
    }
  });

  it("signs the Idempotency-Key of completing and of canceling (§5.4)", async () => {
    const { client, exchanges } = await signing(transport);
    for (const call of [
      () => client.completeCheckout({ id: "checkout_1", ...PAYMENT } as never),
      () => client.cancelCheckout({ id: "checkout_1" }),
    ]) {
      await call();
      const { request } = exchanges.at(-1) as Exchange;
      expect(request.headers.get("idempotency-key")).toMatch(/^[\w-]{32,}$/);
      expect(covered(request)).toContain("idempotency-key");
    }
  });

  it("is answered with a signature when it completes a checkout (§5.4)", async () => {
    const { client, exchanges } = await signing(transport);
    await client.completeCheckout({ id: "checkout_1", ...PAYMENT } as never);
    const { response } = exchanges.at(-1) as Exchange;
    expect(covered(response)).toEqual(["@status", "content-digest", "content-type"]);
  });
});

it("verifies a signature that does not say when it was made (§5.4)", async () => {
  const parameters = (text: string): string => text.replace(/;created=\d+/, "");
  const request = await signedOtherwise(createCheckout, { parameters });
  expect(JSON.stringify(request.headers)).not.toContain("created=");
  expect(await refusal(verified(request))).toBeUndefined();
});
