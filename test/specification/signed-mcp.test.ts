/** Signed calls over MCP (§5.4): the headers that a client sends with each tool, and without which a business refuses a call. */

import { describe, expect, it } from "vitest";
import { signed } from "@proto-gen/runtime/auth";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { clientSignatures, signRequest, verifyRequests } from "@proto-gen/runtime/signature";
import { MCP_ENDPOINT, ORDERED, profile, sampleServer, WHOLE } from "../support/sample-business.js";
import { SAMPLE_CALLS } from "../support/sample-calls.js";
import { connect } from "../support/sample-client.js";
import { AGENT, pair, signer } from "../support/signed-request.js";

const KEY = "4be2c0a7-6d0c-4a4e-9e0f-2f6f0c5d1a11";
const PAYMENT = {
  payment: { instruments: [] },
  ap2: { checkout_mandate: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
};

/** The names that `sig1` covers. */
function covered(input: string | null): readonly string[] {
  const [, names = ""] = /^sig1=\(([^)]*)\)/.exec(input ?? "") ?? [];
  return names.split(" ").map((name) => name.replaceAll('"', ""));
}

interface SentCall {
  readonly tool: string;
  readonly headers: Headers;
  /** Among the arguments. */
  readonly key: string | undefined;
}

/** What a client that signs sends for each tool. */
async function sentCalls(): Promise<readonly SentCall[]> {
  const calls: SentCall[] = [];
  const server = sampleServer({ created: [], entries: [] });
  const client = await connect({
    transport: mcp as never,
    signatures: clientSignatures({ signer }),
    async fetch(url, init) {
      const request = new Request(url, init);
      const { method, params } = (await request
        .clone()
        .json()
        .catch(() => ({}))) as {
        readonly method?: string;
        readonly params?: {
          readonly name: string;
          readonly arguments?: { readonly meta?: Readonly<Record<string, string>> };
        };
      };
      if (method === "tools/call" && params !== undefined) {
        const key = params.arguments?.meta?.["idempotency-key"];
        calls.push({ tool: params.name, headers: request.headers, key });
      }
      return (await server.fetch(request)) as unknown as Response;
    },
  });
  for (const call of SAMPLE_CALLS) await call(client as never);
  return calls;
}

describe("a client that signs, over MCP", () => {
  it("sends the digest and the agent header with each tool, and signs them (§5.4)", async () => {
    const calls = await sentCalls();
    expect(new Set(calls.map(({ tool }) => tool)).size).toBe(9);
    for (const { headers } of calls) {
      expect(headers.get("signature")).toMatch(/^sig1=:[\w+/]+=*:$/);
      expect(headers.get("content-digest")).toMatch(/^sha-256=:[\w+/]+=*:$/);
      expect(headers.get("proto-agent")).toMatch(/^profile="https:\/\/[^"]+"$/);
      expect(covered(headers.get("signature-input"))).toEqual(
        expect.arrayContaining(["content-digest", "content-type", "proto-agent"]),
      );
    }
  });

  it("sends the key of completing and of canceling as a header, too, and signs it (§5.4)", async () => {
    const calls = await sentCalls();
    const keyed = calls.filter(({ tool }) => /^(complete|cancel)_checkout$/.test(tool));
    expect(keyed).toHaveLength(2);
    for (const { headers, key } of keyed) {
      expect(headers.get("idempotency-key")).toBe(key);
      expect(key).toMatch(/^[\da-f-]{36}$/);
      expect(covered(headers.get("signature-input"))).toContain("idempotency-key");
    }
  });
});

const ARGUMENTS = {
  create_checkout: { checkout: ORDERED },
  get_cart: { id: "cart_1" },
  complete_checkout: { id: "checkout_1", checkout: PAYMENT },
  cancel_checkout: { id: "checkout_1" },
};

interface Without {
  /** A header that the call has neither signed nor sent. */
  readonly never?: string;
  /** A header that is lost after the call was signed. */
  readonly lost?: string;
}

/** The code of the refusal of a signed call; undefined where it is answered. */
async function refusalOf(
  tool: keyof typeof ARGUMENTS,
  { never, lost }: Without,
): Promise<string | undefined> {
  const platforms = approvedPlatforms({ [WHOLE]: { ...profile, signing_keys: [pair.publicKey] } });
  const authentication = signed(verifyRequests({ name: "proto", platforms }));
  const server = sampleServer({ created: [], entries: [] }, {}, { authentication, platforms });
  const meta = { "proto-agent": { profile: WHOLE }, "idempotency-key": KEY };
  const params = { name: tool, arguments: { meta, ...ARGUMENTS[tool] } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { host, pathname: target } = new URL(MCP_ENDPOINT);
  const sent = new Headers({
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
    "Proto-Agent": `profile="${WHOLE}"`,
    "Idempotency-Key": KEY,
  });
  if (never !== undefined) sent.delete(never);
  const headers = ["Host", host, ...[...sent].flat()];
  const bytes = new TextEncoder().encode(body);
  const message = { method: "POST", target, scheme: "https", headers, body: bytes } as const;
  for (const [name, value] of await signRequest(message, signer, AGENT)) sent.set(name, value);
  if (lost !== undefined) sent.delete(lost);
  const request = new Request(MCP_ENDPOINT, { method: "POST", headers: sent, body });
  const answer = (await server.fetch(request)) as unknown as Response;
  const text = await answer.text();
  const [, code] = /"data":\{"code":"(\w+)"/.exec(text) ?? [];
  if (code === undefined) expect(text).toContain('"structuredContent"');
  return code;
}

describe("a business that asks for signatures, over MCP", () => {
  it.each(Object.keys(ARGUMENTS) as (keyof typeof ARGUMENTS)[])(
    "takes a signed call of %s with all headers (§5.4)",
    async (tool) => {
      expect(await refusalOf(tool, {})).toBeUndefined();
    },
  );

  it.each<[keyof typeof ARGUMENTS, Without]>([
    ["create_checkout", { lost: "Signature" }],
    ["create_checkout", { lost: "Signature-Input" }],
    ["create_checkout", { lost: "Content-Digest" }],
    ["create_checkout", { never: "Proto-Agent" }],
    ["get_cart", { never: "Proto-Agent" }],
    ["complete_checkout", { lost: "Proto-Agent" }],
  ])("refuses a call of %s without one of them (§5.4): %o", async (tool, without) => {
    expect(await refusalOf(tool, without)).toBe("signature_missing");
  });

  it.each(["complete_checkout", "cancel_checkout"] as const)(
    "refuses a call of %s without Idempotency-Key, though `meta` has the key (§5.4)",
    async (tool) => {
      expect(await refusalOf(tool, { never: "Idempotency-Key" })).toBe("signature_missing");
      expect(await refusalOf(tool, { lost: "Idempotency-Key" })).toBe("signature_missing");
    },
  );

  it("takes a call of another tool without Idempotency-Key (§5.4)", async () => {
    expect(await refusalOf("get_cart", { never: "Idempotency-Key" })).toBeUndefined();
  });
});
