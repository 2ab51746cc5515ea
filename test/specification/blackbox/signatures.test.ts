/** Signatures of a platform's calls (§5.4): the address that they are for, and new keys; signed answers, and the keys of the business. */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateSigningKey } from "@proto-gen/runtime/signature";
import type { Purchase } from "../../blackbox/fixture.js";
import { business } from "../../blackbox/opening.js";
import { metaOf, toolRequest } from "../../blackbox/speak-mcp.js";
import { overRest as speakRest, restHeaders } from "../../blackbox/speak.js";
import { SIGNED_TRANSPORTS } from "../../blackbox/speak-signed.js";
import { basket, pay, readyDownload, shopper } from "../../blackbox/steps.js";
import { verifiedAnswer, type Jwk } from "../../blackbox/verification.js";

describe.each(SIGNED_TRANSPORTS)("a call that is signed, over %s", (_, create) => {
  it("§5.4: is taken by the business that it is signed for", async () => {
    const open = await business();
    expect(await create(open, { keys: open.agentKeys })).toBeUndefined();
  });

  it("§5.4: is refused where it is signed for another business", async () => {
    const open = await business();
    const refused = await create(open, { keys: open.agentKeys, host: "other-shop.example" });
    expect(refused).toBe("signature_invalid");
  });

  it("§5.4: is refused where its body is not the one that was signed", async () => {
    const open = await business();
    const refused = await create(open, { keys: open.agentKeys, appended: " " });
    expect(refused).toBe("digest_mismatch");
  });

  it("§5.4: is taken with a key that the platform has published since its profile was fetched", async () => {
    const open = await business();
    const next = await generateSigningKey();
    expect(await create(open, { keys: open.agentKeys })).toBeUndefined();
    open.publish({ keys: [open.agentKeys.publicKey, next.publicKey] });
    expect(await create(open, { keys: next })).toBeUndefined();
  });

  it("§5.4: is refused with a key that the platform has not published", async () => {
    const open = await business();
    expect(await create(open, { keys: await generateSigningKey() })).toBe("key_not_found");
  });
});

function overRest(open: Purchase, id: string): Promise<Response> {
  const headers = restHeaders(open.platform);
  const url = `${open.rest}/checkout-sessions/${id}/complete`;
  return fetch(url, { method: "POST", headers, body: JSON.stringify(pay()) });
}

function overMcp(open: Purchase, id: string): Promise<Response> {
  const args = { meta: metaOf(open.platform, randomUUID()), id, checkout: pay() };
  return fetch(open.mcp, toolRequest("complete_checkout", args));
}

describe.each([
  ["REST", overRest],
  ["MCP", overMcp],
])("the answer to a completion over %s", (_, complete) => {
  it("§5.4: is signed by the business, over its status and its body", async () => {
    const open = await business();
    const { id } = await readyDownload(shopper(open, speakRest));
    const answer = await complete(open, id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString("utf8")).toContain("permalink_url");
    const input = answer.headers.get("signature-input");
    expect(input).toMatch(/^sig1=\("@status" "content-digest" "content-type"\)/);
    const keys = open.profile["signing_keys"] as unknown as readonly Jwk[];
    expect(await verifiedAnswer(answer, bytes, keys)).toBe(true);
    const other = Buffer.concat([bytes, Buffer.from(" ")]);
    expect(await verifiedAnswer(answer, other, keys)).toBe(false);
  });
});

const ASKED = 'asked=("@status" "@method";req "@path";req "content-digest");created;nonce="n-1"';

function createOverRest(open: Purchase, accept: string): Promise<Response> {
  const headers = { ...restHeaders(open.platform), "accept-signature": accept };
  const body = JSON.stringify(basket("presets"));
  return fetch(`${open.rest}/checkout-sessions`, { method: "POST", headers, body });
}

function createOverMcp(open: Purchase, accept: string): Promise<Response> {
  const args = { meta: metaOf(open.platform, randomUUID()), checkout: basket("presets") };
  const request = toolRequest("create_checkout", args);
  return fetch(open.mcp, {
    ...request,
    headers: { ...request.headers, "accept-signature": accept },
  });
}

describe.each([
  ["REST", createOverRest, (open: Purchase) => `${open.rest}/checkout-sessions`],
  ["MCP", createOverMcp, (open: Purchase) => open.mcp],
])("the answer to a call over %s whose platform asks for a signature", (_, create, urlOf) => {
  it("RFC 9421 §5: is signed over what is asked for, and bound to its request", async () => {
    const open = await business();
    const answer = await create(open, ASKED);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get("signature-input")).toContain('nonce="n-1"');
    const keys = open.profile["signing_keys"] as unknown as readonly Jwk[];
    const request = { method: "POST", url: urlOf(open) };
    expect(await verifiedAnswer(answer, bytes, keys, request)).toBe(true);
    const other = { ...request, url: `${request.url}/other` };
    expect(await verifiedAnswer(answer, bytes, keys, other)).toBe(false);
  });

  it.each([
    ["malformed", "asked=("],
    ["for another key", 'asked=("@status");keyid="other"'],
    ["for what the answer lacks", 'asked=("x-none")'],
  ])("RFC 9421 §5: is sent without one where the field is %s", async (_what, accept) => {
    const answer = await create(await business(), accept);
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get("signature")).toBeNull();
  });
});

describe("the keys of a business", () => {
  it("§5.4: are two in its profile, so that the next one is known before it signs", async () => {
    const { profile } = await business();
    const keys = profile["signing_keys"] as unknown as readonly { readonly kid: string }[];
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
  });
});
