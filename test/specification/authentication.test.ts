/** Part 5 of the specification, authentication: statements that no other test of a module shows as a whole. */

import { describe, expect, it } from "vitest";
import { signed as signedCheck } from "@proto-gen/runtime/auth";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { serveNode } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { signRequest, verifyRequests } from "@proto-gen/runtime/signature";
import { createServer } from "../../generated/server.js";
import {
  MCP_ENDPOINT,
  profile as businessProfile,
  REST_ENDPOINT,
  sampleHandlers,
  WHOLE,
} from "../support/sample-business.js";
import { clock, pair, signer } from "../support/signed-request.js";

const PLATFORM = { ...businessProfile, signing_keys: [pair.publicKey] };
const OTHER_SHOP = "https://other-shop.example";

/** The business of the sample profile, which is at https://business.example.com. */
function shop(origins?: readonly string[]) {
  const platforms = approvedPlatforms({ [WHOLE]: PLATFORM });
  const given = origins === undefined ? {} : { origins };
  return createServer(sampleHandlers({ created: [] }), {
    profile: businessProfile,
    platforms,
    // Over MCP a server refuses requests to hosts that it does not know: against pages that call this machine (§4.5).
    allowedHosts: ["10.0.0.7:3000", "localhost", new URL(OTHER_SHOP).host],
    authentication: signedCheck(verifyRequests({ name: "proto", platforms, clock, ...given })),
  });
}

interface Sent {
  /** The URL that the platform calls and signs. */
  readonly signedUrl: string;
  /** The Host field that arrives. */
  readonly host: string;
  /** The request target that arrives, where it is another one than that of the URL. */
  readonly target?: string;
}

/** A request as it comes to the business: over plain http from its proxy, say. */
async function statusOf(server: ReturnType<typeof shop>, sent: Sent): Promise<number> {
  const { host: signedHost, pathname } = new URL(sent.signedUrl);
  const isMcp = pathname.endsWith("/mcp");
  const text = JSON.stringify({
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: {
      name: "get_checkout",
      arguments: { id: "checkout_1", meta: { "proto-agent": { profile: WHOLE } } },
    },
  });
  const body = isMcp ? new TextEncoder().encode(text) : null;
  const method = isMcp ? "POST" : "GET";
  const sentHeaders = [
    ...["Proto-Agent", `profile="${WHOLE}"`, "Request-Id", "request_1"],
    ...["Accept", "application/json, text/event-stream"],
    ...(isMcp ? ["Content-Type", "application/json", "Idempotency-Key", "key_1"] : []),
  ];
  const signature = await signRequest(
    {
      method,
      target: sent.target ?? pathname,
      scheme: "https",
      headers: ["Host", signedHost, ...sentHeaders],
      body,
    },
    signer,
    { agentHeader: "Proto-Agent", clock },
  );
  const rawHeaders = ["Host", sent.host, ...sentHeaders, ...signature.flat()];
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.set(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  const request = new Request(`http://${sent.host}${pathname}`, { method, headers, body });
  const answer = await server.answer(request, { rawHeaders, target: sent.target ?? pathname });
  const answered = await new Response(answer.body as Uint8Array<ArrayBuffer> | null).text();
  // Over MCP a refused call is an error of JSON-RPC in a 200.
  return answered.includes('"signature_invalid"') ? 401 : answer.status;
}

describe.each([
  ["REST", `${REST_ENDPOINT}/checkout-sessions/checkout_1`],
  ["MCP", MCP_ENDPOINT],
])("over %s a signature covers the authority (§5.4)", (_, url) => {
  const own = new URL(url).host;
  const elsewhere = url.replace("https://business.example.com", OTHER_SHOP);

  it("takes a request that is signed for the business", async () => {
    expect(await statusOf(shop(), { signedUrl: url, host: own })).toBe(200);
  });

  it("refuses a request that is signed for another business, whatever Host says", async () => {
    const other = new URL(elsewhere).host;
    expect(await statusOf(shop(), { signedUrl: elsewhere, host: other })).toBe(401);
    expect(await statusOf(shop(), { signedUrl: elsewhere, host: own })).toBe(401);
    // In absolute form the target names the other business, too.
    const sent = { signedUrl: elsewhere, host: other, target: elsewhere };
    expect(await statusOf(shop(), sent)).toBe(401);
  });

  it("takes it where a proxy rewrites Host", async () => {
    expect(await statusOf(shop(), { signedUrl: url, host: "10.0.0.7:3000" })).toBe(200);
    expect(await statusOf(shop(), { signedUrl: url, host: "localhost" })).toBe(200);
  });

  it("takes each origin that the business says it has, and no other", async () => {
    const server = shop([OTHER_SHOP, "https://shop.example:8443"]);
    const at = (origin: string): Sent => ({
      signedUrl: url.replace("https://business.example.com", origin),
      host: "localhost",
    });
    expect(await statusOf(server, at(OTHER_SHOP))).toBe(200);
    expect(await statusOf(server, at("https://shop.example:8443"))).toBe(200);
    expect(await statusOf(server, at("https://shop.example"))).toBe(401);
    expect(await statusOf(server, { signedUrl: url, host: own })).toBe(401);
  });
});

describe("a platform's new key (§5.4)", () => {
  const { publicKey: old } = pair;

  /** A platform whose profile is fetched, with a clock of its own. */
  function fetched() {
    const current = { keys: [old] as object[], fetches: 0 };
    const platforms = createPlatformProfiles({
      name: "proto",
      fetch() {
        current.fetches += 1;
        const bytes = new TextEncoder().encode(
          JSON.stringify({ ...PLATFORM, signing_keys: current.keys }),
        );
        return Promise.resolve({ status: 200, headers: new Headers(), bytes });
      },
    });
    const waiting = { signal: new AbortController().signal };
    return { current, platforms, waiting };
  }

  it("is known at once, though the profile was fetched a moment ago", async () => {
    const { current, platforms, waiting } = fetched();
    await platforms.get(WHOLE, waiting);
    current.keys = [old, { ...old, kid: "next" }];
    const { profile } = await platforms.refresh(WHOLE, waiting);
    expect(profile).toMatchObject({ signing_keys: [{ kid: old.kid }, { kid: "next" }] });
  });

  it("lets nobody fetch a profile as often as they like", async () => {
    const { current, platforms, waiting } = fetched();
    await platforms.get(WHOLE, waiting);
    for (let times = 0; times < 50; times += 1) await platforms.refresh(WHOLE, waiting);
    expect(current.fetches).toBe(2);
  });
});

describe("plain http is for one machine (§4.2, §5.7)", () => {
  const server = shop();

  it.each(["0.0.0.0", "::", "shop.example", "192.168.0.1", "localhost.example", "1270.0.0.1"])(
    "is not listened to at %s in development",
    async (host) => {
      const listening = serveNode(server, { port: 0, host, development: true });
      await expect(listening).rejects.toThrow(/can be reached from other machines/);
    },
  );

  it.each(["127.0.0.1", "localhost", undefined])("is listened to at %s", async (host) => {
    const given = host === undefined ? {} : { host };
    const node = await serveNode(server, { port: 0, development: true, ...given });
    await node.close();
  });
});

describe("a profile URL with a port (§5.3)", () => {
  it("is refused with a text that says so", async () => {
    const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
    const { signal } = new AbortController();
    await expect(
      platforms.get("https://agent.example:8443/profile", { signal }),
    ).rejects.toMatchObject({
      code: "invalid_profile_url",
      content: expect.stringContaining("port"),
    });
  });
});
