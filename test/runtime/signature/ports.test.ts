/** Signatures as a client and a server are given them (§5.4): who signs what, and what has to be signed. */

import {
  clientSignatures,
  keysOf,
  signAnswers,
  verifyRequests,
  verifyResponse,
  type Signer,
} from "@proto-gen/runtime/signature";
import type { SignedRequest } from "../../../src/runtime/auth/signed.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import type { Operation } from "@proto-gen/runtime/codegen/v1";
import { describe, expect, it } from "vitest";
import {
  AGENT,
  BODY,
  clock,
  pair,
  profile,
  refusal,
  signer,
  withHeaders,
} from "../../support/signed-request.js";

const READING = { maxBytes: 1_000, signal: new AbortController().signal };

const business = { ...AGENT, profile, refresh: async () => profile };

/** The signature base of a GET of `url` by a client. */
async function baseFor(url: string): Promise<string> {
  let base = "";
  const listener: Signer = {
    ...signer,
    sign: async (bytes) => {
      base = new TextDecoder().decode(bytes);
      return new Uint8Array(64);
    },
  };
  const { sign } = clientSignatures({ signer: listener, clock }).connect(business);
  await sign({ method: "GET", url, headers: {}, body: null });
  return base;
}

describe("a client", () => {
  it("adds no signature without a key", async () => {
    const { sign } = clientSignatures({}).connect(business);
    const request = { method: "GET", url: "https://shop.example/", headers: {}, body: null };
    expect(await sign(request)).toEqual([["Accept-Encoding", "identity"]]);
  });

  it("signs with the key of the moment", async () => {
    let current = { ...signer, keyId: "first" };
    const { sign } = clientSignatures({ signer: () => current, clock }).connect(business);
    const request = { method: "GET", url: "https://shop.example/", headers: {}, body: null };
    expect((await sign(request))[0]?.[1]).toContain('keyid="first"');
    current = { ...signer, keyId: "second" };
    expect((await sign(request))[0]?.[1]).toContain('keyid="second"');
  });

  it("covers host, path and query of the URL", async () => {
    const base = await baseFor("https://shop.example:8443/proto/carts?a=%7E");
    expect(base).toContain('"@authority": shop.example:8443\n');
    expect(base).toContain('"@path": /proto/carts\n');
    expect(base).toContain('"@query": ?a=%7E\n');
  });

  it.each([
    ["https://shop.example:443/", "shop.example"],
    ["http://shop.example:443/", "shop.example:443"],
    ["http://shop.example:80/", "shop.example"],
    ["https://shop.example:80/", "shop.example:80"],
  ])("leaves out the default port of the scheme in %s (RFC 9421 §2.2.3)", async (url, host) => {
    expect(await baseFor(url)).toContain(`"@authority": ${host}\n`);
  });

  it("accepts unsigned answers, unless those of completing have to be signed", async () => {
    const unsigned = new Response(BODY, { status: 200 });
    const lenient = clientSignatures({}).connect(business);
    expect(await lenient.verify(unsigned, "complete", READING)).toBe(unsigned);
    const strict = clientSignatures({ require: "complete" }).connect(business);
    expect(await strict.verify(unsigned, "create", READING)).toBe(unsigned);
    expect(await strict.verify(unsigned, undefined, READING)).toBe(unsigned);
    await expect(strict.verify(unsigned, "complete", READING)).rejects.toMatchObject({
      code: "ANSWER_INVALID",
    });
  });

  it("looks for a key that is not in the profile in the one that is published now", async () => {
    const headers = [["Content-Type", "application/json"]] as const;
    const answer = { status: 200, headers, body: BODY };
    const added = await signAnswers(signer, { answers: "all", clock }).sign(
      operation("read"),
      answer,
    );
    const received = (): Response =>
      new Response(BODY, { status: 200, headers: Object.fromEntries([...headers, ...added!]) });
    const old = { ...business, profile: { signing_keys: [] } };
    const { verify } = clientSignatures({ clock }).connect(old);
    const verified = await verify(received(), "read", READING);
    expect(verified.status).toBe(200);
    const gone = { ...old, refresh: async () => old.profile };
    const other = clientSignatures({ clock }).connect(gone);
    await expect(other.verify(received(), "read", READING)).rejects.toMatchObject({
      code: "ANSWER_INVALID",
      cause: { code: "key_not_found" },
    });
  });
});

function operation(verb: Operation["verb"]): Operation {
  return { id: "operation", verb } as Operation;
}

describe("a server", () => {
  const answer = (status: number) =>
    ({ status, headers: [["Content-Type", "application/json"]], body: BODY }) as const;

  it.each([
    ["complete", 200, true],
    ["complete", 399, true],
    ["complete", 400, false],
    ["complete", 500, false],
    ["create", 200, false],
  ] as const)("signs the answer of %s with status %i: %s", async (verb, status, signs) => {
    const fields = signAnswers(signer, { clock }).sign(operation(verb), answer(status));
    expect(fields !== undefined).toBe(signs);
    await fields;
  });

  it.each([
    ["complete", 500],
    ["create", 200],
    ["cancel", 404],
  ] as const)(
    "signs every answer when told to, that of %s with status %i too",
    async (verb, status) => {
      const given = answer(status);
      const fields = signAnswers(signer, { answers: "all", clock }).sign(operation(verb), given);
      const sent = withHeaders({ ...given, headers: given.headers.flat() }, (await fields)!);
      const { covered } = await verifyResponse(sent, keysOf(profile), { clock });
      expect(covered).toEqual(["@status", "content-digest", "content-type"]);
    },
  );

  it("signs with the key of the moment, and with its options", async () => {
    const current = () => ({ ...signer, keyId: "now" });
    const fields = await signAnswers(current, { clock, expiresIn: 60 }).sign(
      operation("complete"),
      answer(200),
    );
    const input = new Map(fields).get("signature-input");
    expect(input).toMatch(/;expires=\d+;keyid="now"$/);
  });
});

describe("a server's verifier", () => {
  const AGENT_URL = "https://agent.example/profile";
  const platforms = approvedPlatforms({ [AGENT_URL]: profile });
  const { signal } = new AbortController();

  /** A GET of `url` as a server hands it on, signed for `signedUrl`. */
  async function received(url: string, signedUrl = url): Promise<SignedRequest> {
    const { sign } = clientSignatures({ signer, clock }).connect(business);
    const { host, pathname: target } = new URL(url);
    const sent = { Host: host, "X-Other": "1" };
    const added = await sign({ method: "GET", url: signedUrl, headers: sent, body: null });
    const rawHeaders = [...Object.entries(sent), ...added].flat();
    const headers = new Headers([
      ["host", host],
      ["x-other", "1"],
      ...added.map(([a, b]) => [a, b] as [string, string]),
    ]);
    const body = new Uint8Array(0);
    return { method: "GET", target, url, headers, rawHeaders, body, profile: AGENT_URL, signal };
  }

  it.each(["https://shop.example/a", "http://shop.example:443/a"])(
    "takes the scheme of the URL, for %s",
    async (url) => {
      const verifier = verifyRequests({ name: "proto", platforms, clock });
      expect(await verifier.verify(await received(url))).toMatchObject({
        keyId: pair.publicKey.kid,
      });
    },
  );

  it("takes the scheme that it is given, behind a proxy that speaks TLS", async () => {
    const request = await received("http://shop.example:443/a", "https://shop.example/a");
    const plain = verifyRequests({ name: "proto", platforms, clock });
    expect(await refusal(plain.verify(request))).toBe("signature_invalid");
    const behind = verifyRequests({ name: "proto", platforms, clock, scheme: "https" });
    expect(await refusal(behind.verify(request))).toBeUndefined();
  });

  it("reads the fields as they were sent, where it has them", async () => {
    const request = await received("https://shop.example/a");
    const verifier = verifyRequests({ name: "proto", platforms, clock });
    const bare = { ...request, rawHeaders: undefined };
    expect(await refusal(verifier.verify(bare))).toBeUndefined();
    const repeated = { ...request, rawHeaders: [...request.rawHeaders!, "Host", "shop.example"] };
    expect(await refusal(verifier.verify(repeated))).toBe("signature_invalid");
  });

  it("fetches a profile again for a key that it does not have", async () => {
    const request = await received("https://shop.example/a");
    const asked: string[] = [];
    const old = {
      get: async (url: string) => ({ url, profile: { signing_keys: [] }, identity: url }),
    };
    const fresh = {
      ...old,
      refresh: async (url: string, options: { readonly signal: unknown }) => {
        asked.push(url);
        expect(options.signal).toBe(signal);
        return { url, profile, identity: url };
      },
    };
    const without = verifyRequests({ name: "proto", platforms: old, clock });
    expect(await refusal(without.verify(request))).toBe("key_not_found");
    const withIt = verifyRequests({ name: "proto", platforms: fresh, clock });
    expect(await refusal(withIt.verify(request))).toBeUndefined();
    expect(asked).toEqual([AGENT_URL]);
  });

  it("asks for the agent header of the protocol's name to be covered", async () => {
    const request = await received("https://shop.example/a");
    const rawHeaders = [...request.rawHeaders!, "Ucp-Agent", 'profile="https://a.example"'];
    const ucp = verifyRequests({ name: "ucp", platforms, clock });
    expect(await refusal(ucp.verify({ ...request, rawHeaders }))).toBe("signature_invalid");
    const proto = verifyRequests({ name: "proto", platforms, clock });
    expect(await refusal(proto.verify({ ...request, rawHeaders }))).toBeUndefined();
  });
});
