import {
  createSigner,
  generateSigningKey,
  keysOf,
  signRequest,
  signResponse,
  verifyRequest,
  verifyResponse,
  type ResponseMessage,
} from "@proto-gen/runtime/signature";
import { describe, expect, it } from "vitest";
import {
  AGENT,
  baseOf,
  BODY,
  clock,
  createCheckout,
  dropHeader,
  getCart,
  header,
  NOW,
  profile,
  pair,
  refusal,
  setHeader,
  signed,
  signedOtherwise,
  signer,
  verified,
  withHeaders,
} from "../../support/signed-request.js";

describe("what a request's signature covers (§5.4)", () => {
  it("is everything that the request has of the list, for a call with a body", async () => {
    const { covered, keyId, created } = await verified(await signed(createCheckout));
    expect(covered).toEqual([
      ...["@method", "@authority", "@path", "@query", "proto-agent", "idempotency-key"],
      ...["content-digest", "content-type"],
    ]);
    expect({ keyId, created }).toEqual({ keyId: "platform-2026-11", created: NOW });
  });

  it("is the method and where it goes, for a bare GET", async () => {
    expect((await verified(await signed(getCart))).covered).toEqual([
      "@method",
      "@authority",
      "@path",
    ]);
  });

  it("has the agent header of the protocol's name", async () => {
    const request = withHeaders(getCart, [["UCP-Agent", 'profile="https://a.example"']]);
    const options = { agentHeader: "Ucp-Agent" };
    expect((await verified(await signed(request, options), options)).covered).toContain(
      "ucp-agent",
    );
  });

  it("has the key of a read that has one (DESIGN §12)", async () => {
    const request = withHeaders(getCart, [["Idempotency-Key", "k"]]);
    expect((await verified(await signed(request))).covered).toContain("idempotency-key");
  });

  it("has no key for a POST without one: most calls over MCP have none", async () => {
    const request = dropHeader(createCheckout, "Idempotency-Key");
    expect((await verified(await signed(request))).covered).not.toContain("idempotency-key");
  });

  it("is written as RFC 9421 §2.5 has it, without a line end at its end", async () => {
    expect(await baseOf(getCart)).toBe(
      '"@method": GET\n"@authority": shop.example\n"@path": /proto/carts/cart_1\n' +
        `"@signature-params": ("@method" "@authority" "@path");created=${NOW};keyid="k"`,
    );
  });
});

describe("the fields of a signature", () => {
  it("are Content-Digest, Signature-Input and Signature, with the label sig1 and no alg", async () => {
    const fields = await signRequest(createCheckout, signer, { ...AGENT, clock, expiresIn: 300 });
    const [digest, input, signature] = fields;
    expect(fields.map(([name]) => name)).toEqual([
      "content-digest",
      "signature-input",
      "signature",
    ]);
    expect(digest?.[1]).toMatch(/^sha-256=:[\w+/]{43}=:$/);
    expect(input?.[1]).toMatch(
      /^sig1=\("@method" .* "content-type"\);created=\d+;expires=\d+;keyid="/,
    );
    expect(input?.[1]).not.toContain("alg");
    // 64 bytes: r and s side by side, not DER.
    expect(signature?.[1]).toMatch(/^sig1=:[\w+/]{86}==:$/);
  });

  it("have no digest where there is no body", async () => {
    for (const body of [null, new Uint8Array(0)]) {
      const fields = await signRequest({ ...getCart, body }, signer, { ...AGENT, clock });
      expect(fields.map(([name]) => name)).toEqual(["signature-input", "signature"]);
    }
  });

  it("have 96 bytes of ES384, by the key's curve alone", async () => {
    const { privateKey, publicKey } = await generateSigningKey({ curve: "P-384" });
    const request = await signed(createCheckout, {}, await createSigner(privateKey));
    expect(header(request, "signature")).toMatch(/^sig1=:[\w+/]{128}:$/);
    const keys = keysOf({ signing_keys: [publicKey] });
    const { keyId } = await verifyRequest(request, keys, { ...AGENT, clock });
    expect(keyId).toBe(publicKey.kid);
  });

  it("are refused from a signer that gives DER", async () => {
    const der = { ...signer, sign: async () => new Uint8Array(71) };
    await expect(signed(createCheckout, {}, der)).rejects.toThrow(TypeError);
  });

  it.each([
    ["a body without Content-Type", dropHeader(createCheckout, "Content-Type")],
    ["two Content-Types", withHeaders(createCheckout, [["content-type", "text/plain"]])],
    ["a signature already", withHeaders(createCheckout, [["Signature", "sig1=:AA==:"]])],
    ["no host", dropHeader(createCheckout, "Host")],
    ["a target that is no path", { ...createCheckout, target: "*" }],
    ["a line end in a value", setHeader(createCheckout, "Idempotency-Key", 'a\n"@method": GET')],
    ["a value that is not ASCII", setHeader(createCheckout, "Idempotency-Key", "schlüssel")],
  ])("are not made for %s", async (_, request) => {
    await expect(signed(request)).rejects.toThrow(TypeError);
  });
});

describe("a dictionary in several lines (RFC 8941 §4.2)", () => {
  it("has the signature beside those of others", async () => {
    const request = await signed(createCheckout);
    const others = [
      ["Signature", "other=:AAAA:"],
      ["signature-input", 'other=("@method");keyid="k"'],
    ] as const;
    const before = { ...request, headers: [...others.flat(), ...request.headers] };
    for (const each of [withHeaders(request, others), before])
      expect(await refusal(verified(each))).toBeUndefined();
  });

  it("has the profile and the digest, which are signed as one value", async () => {
    const lines = withHeaders(createCheckout, [["proto-agent", "other=1"]]);
    expect(await refusal(verified(await signed(lines)))).toBeUndefined();
    const request = await signed(createCheckout);
    const digests = withHeaders(request, [["Content-Digest", "sha-512=:AAAA:"]]);
    // It was signed with one.
    expect(await refusal(verified(digests))).toBe("signature_invalid");
  });
});

describe("a request is refused", () => {
  it.each([
    ["Signature", "signature_missing"],
    ["Signature-Input", "signature_missing"],
    ["Content-Digest", "signature_missing"],
    ["Content-Type", "signature_missing"],
    ["Proto-Agent", "signature_invalid"],
    ["Idempotency-Key", "signature_invalid"],
    ["Host", "signature_invalid"],
  ])("refuses a request without its %s", async (name, code) => {
    expect(await refusal(verified(dropHeader(await signed(createCheckout), name)))).toBe(code);
  });

  it.each([
    ["Signature", "signature_invalid"],
    ["Signature-Input", "signature_invalid"],
    ["Content-Digest", "digest_mismatch"],
    ["Content-Type", "signature_invalid"],
    ["Proto-Agent", "signature_invalid"],
    ["Host", "signature_invalid"],
  ])("refuses a request with its %s twice, though both say the same", async (name, code) => {
    const request = await signed(createCheckout);
    const twice = withHeaders(request, [[name.toLowerCase(), header(request, name)]]);
    expect(await refusal(verified(twice))).toBe(code);
  });

  it("refuses a request without a field that has to be signed over its transport", async () => {
    const keys = keysOf({ signing_keys: [pair.publicKey] });
    const options = { ...AGENT, clock, signedFields: ["proto-agent", "idempotency-key"] };
    expect(
      await refusal(verifyRequest(await signed(createCheckout), keys, options)),
    ).toBeUndefined();
    for (const name of ["Proto-Agent", "Idempotency-Key"]) {
      const request = await signed(dropHeader(createCheckout, name));
      expect(await refusal(verified(request))).toBeUndefined();
      expect(await refusal(verifyRequest(request, keys, options))).toBe("signature_missing");
    }
  });

  it("refuses a request with a repeated Content-Type and no body", async () => {
    const types = [
      ["content-type", "text/plain"],
      ["Content-Type", "application/json"],
    ] as const;
    const request = withHeaders(await signed(getCart), types);
    expect(await refusal(verified(request))).toBe("signature_invalid");
  });

  it.each([
    ["another label", /sig1=/, "sig2=", "signature_missing"],
    ["no keyid", /;keyid="[^"]*"/, "", "signature_missing"],
    ["a keyid that is a token", /keyid="[^"]*"/, "keyid=platform", "signature_invalid"],
    ["an empty keyid", /keyid="[^"]*"/, 'keyid=""', "signature_invalid"],
    ["an unknown keyid", /keyid="[^"]*"/, 'keyid="other"', "key_not_found"],
    ["two keyids", /$/, ';keyid="platform-2026-11"', "signature_invalid"],
    ["alg", /$/, ';alg="ecdsa-p256-sha256"', "signature_invalid"],
    ["created as a decimal", /created=\d+/, "created=1.5", "signature_invalid"],
    ["created as a string", /created=\d+/, 'created="1"', "signature_invalid"],
    ["a component twice", /"@method"/, '"@method" "@method"', "signature_invalid"],
    ["a component in capitals", /"@method"/, '"@METHOD"', "signature_invalid"],
    ["a component with parameters", /"@path"/, '"@path";req', "signature_invalid"],
    ["a component that is a token", /"@path"/, "path", "signature_invalid"],
    ["a component that nobody can derive", /"@path"/, '"@path" "@status"', "signature_invalid"],
    ["a component that it does not have", /"@path"/, '"@path" "x-other"', "signature_invalid"],
    ["its own params covered", /"@path"/, '"@path" "@signature-params"', "signature_invalid"],
    ["no list", /\(.*\)/, "1", "signature_invalid"],
    ["two members of one label", /$/, ", sig1=()", "signature_invalid"],
    ["a value that is no dictionary", /^/, "=", "signature_invalid"],
    ["a value that is too long", /$/, `;tag="${"x".repeat(5_000)}"`, "signature_invalid"],
    ["nothing covered", /\(.*\)/, "()", "signature_invalid"],
  ])("refuses a request with %s in Signature-Input", async (_, from, to, code) => {
    const request = await signed(createCheckout);
    const input = header(request, "signature-input").replace(from, to);
    expect(await refusal(verified(setHeader(request, "signature-input", input)))).toBe(code);
  });

  it.each([
    ...["@method", "@authority", "@path", "@query", "proto-agent", "idempotency-key"],
    ...["content-digest", "content-type"],
  ])("refuses a request whose signature does not cover %s", async (name) => {
    const names = (all: readonly string[]) => all.filter((each) => each !== `"${name}"`);
    const request = await signedOtherwise(createCheckout, { names });
    expect(await refusal(verified(request))).toBe("signature_invalid");
  });

  it("refuses a request whose signature covers a component twice", async () => {
    const names = (all: readonly string[]) => [...all, ...all];
    const request = await signedOtherwise(createCheckout, { names });
    expect(await refusal(verified(request))).toBe("signature_invalid");
  });

  it.each([
    ["alg", /$/, ';alg="ecdsa-p256-sha256"', "signature_invalid"],
    ["two keyids", /keyid/, 'keyid="a";keyid', "signature_invalid"],
    ["no keyid", /;keyid="[^"]*"/, "", "signature_missing"],
    ["created as a string", /created=\d+/, 'created="1"', "signature_invalid"],
    ["expires as a decimal", /$/, ";expires=1795132800.5", "signature_invalid"],
    ["more than anyone has to read", /$/, `;tag="${"x".repeat(5_000)}"`, "signature_invalid"],
    ["a nonce, a tag and parameters of its own", /$/, ';nonce="n";tag="t";x;y=?0', undefined],
  ])("checks the parameters of a request, even if signed: %s", async (_, from, to, code) => {
    const parameters = (text: string) => text.replace(from, to);
    const request = await signedOtherwise(createCheckout, { parameters });
    expect(await refusal(verified(request))).toBe(code);
  });

  it.each([
    ["DER", "sig1=:MEUCIQDc:"],
    ["base64url", "sig1=:__--:"],
    ["a string", 'sig1="AA=="'],
    ["white space", "sig1=: AA==:"],
    ["a list", "sig1=()"],
    ["r and s of zero", `sig1=:${"A".repeat(86)}==:`],
  ])("refuses a request with %s as its Signature", async (_, value) => {
    const request = setHeader(await signed(createCheckout), "signature", value);
    expect(await refusal(verified(request))).toBe("signature_invalid");
  });

  it("refuses a request with base64 that others would read the same: no padding, bits left over", async () => {
    const request = await signed(createCheckout);
    const value = header(request, "signature");
    const last = value.charAt(value.length - 4);
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    for (const other of [value.replace("==:", ":"), value.replace(`${last}==:`, `${next}==:`)]) {
      expect(await refusal(verified(setHeader(request, "signature", other)))).toBe(
        "signature_invalid",
      );
    }
  });

  it.each([
    [
      "of another body",
      "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
      "digest_mismatch",
    ],
    ["of another algorithm", "sha-512=:AAAA:", "algorithm_unsupported"],
    ["that is a string", 'sha-256="AAAA"', "digest_mismatch"],
    ["that is no dictionary", "sha-256=:", "digest_mismatch"],
    ["twice in one field", "sha-256=:AAAA:, sha-256=:AAAA:", "digest_mismatch"],
  ])("refuses a request with a Content-Digest %s", async (_, value, code) => {
    const request = setHeader(await signed(createCheckout), "content-digest", value);
    expect(await refusal(verified(request))).toBe(code);
  });

  it("refuses a request with a body that was serialised anew", async () => {
    const body = new TextEncoder().encode(
      JSON.stringify(JSON.parse(new TextDecoder().decode(BODY)), null, 1),
    );
    expect(await refusal(verified({ ...(await signed(createCheckout)), body }))).toBe(
      "digest_mismatch",
    );
  });

  it("refuses a request without the body whose digest was signed", async () => {
    const request = { ...(await signed(createCheckout)), body: null };
    expect(await refusal(verified(request))).toBe("digest_mismatch");
  });
});

describe("a request is accepted", () => {
  it("accepts a request with signatures of others beside it", async () => {
    const request = await signed(createCheckout);
    const input = `proxy=("@method");keyid="p", ${header(request, "signature-input")}`;
    const value = `${header(request, "signature")}, proxy=:AAAA:`;
    const both = setHeader(setHeader(request, "signature-input", input), "signature", value);
    expect(await refusal(verified(both))).toBeUndefined();
  });

  it("accepts a request with another's signature beside it whose components have parameters (RFC 9421 §2.1)", async () => {
    const request = await signed(createCheckout);
    const others = 'proxy=("@method";req "content-digest";req;sf);keyid="p"';
    const input = `${others}, ${header(request, "signature-input")}`;
    const value = `proxy=:AAAA:, ${header(request, "signature")}`;
    const both = setHeader(setHeader(request, "signature-input", input), "signature", value);
    expect((await verified(both)).keyId).toBe("platform-2026-11");
  });

  it("accepts a request with digests of other algorithms beside sha-256 if they are signed, too", async () => {
    const { sign } = signer;
    // The signer is given what the other party signs: the same base, with another digest in it.
    const digest = `sha-512=:AAAA:, ${header(await signed(createCheckout), "content-digest")}`;
    const other = {
      ...signer,
      sign: (bytes: Uint8Array) => {
        const base = new TextDecoder().decode(bytes);
        const line = base.replace(/"content-digest": .*/, `"content-digest": ${digest}`);
        return sign(new TextEncoder().encode(line));
      },
    };
    const request = setHeader(await signed(createCheckout, {}, other), "content-digest", digest);
    expect(await refusal(verified(request))).toBeUndefined();
  });

  it("accepts a request with a large body, whose digest is made elsewhere", async () => {
    const body = new Uint8Array(100_000).fill(32);
    const request = await signed({ ...createCheckout, body });
    expect(await refusal(verified(request))).toBeUndefined();
    expect(await refusal(verified({ ...request, body: body.with(99_999, 33) }))).toBe(
      "digest_mismatch",
    );
  });
});

describe("the times of a signature", () => {
  const at = (seconds: number) => ({ clock: () => (NOW + seconds) * 1_000 });

  it.each([
    [-61, {}, "signature_invalid"],
    [-60, {}, undefined],
    [0, {}, undefined],
    [360, {}, undefined],
    [361, {}, "signature_invalid"],
    [301, { clockSkew: 0 }, "signature_invalid"],
    [300, { clockSkew: 0 }, undefined],
    [160, { maxAge: 100 }, undefined],
    [161, { maxAge: 100 }, "signature_invalid"],
  ])("decide %i s after it was made for 300 s, with %j", async (seconds, options, code) => {
    const request = await signed(createCheckout, { expiresIn: 300 });
    expect(await refusal(verified(request, { ...at(seconds), ...options }))).toBe(code);
  });

  it("have no end unless somebody says so: duplicates are for idempotency (§7)", async () => {
    expect(await refusal(verified(await signed(createCheckout), at(1e8)))).toBeUndefined();
  });
});

describe("responses", () => {
  const response: ResponseMessage = {
    status: 201,
    headers: ["Content-Type", "application/json"],
    body: BODY,
  };
  const sign = async (message: ResponseMessage): Promise<ResponseMessage> =>
    withHeaders(message, await signResponse(message, signer, { clock }));
  const verify = (message: ResponseMessage) => verifyResponse(message, keysOf(profile), { clock });

  it("have their status and body covered", async () => {
    const { covered } = await verify(await sign(response));
    expect(covered).toEqual(["@status", "content-digest", "content-type"]);
    const bare = await verify(await sign({ status: 204, headers: [], body: null }));
    expect(bare.covered).toEqual(["@status"]);
  });

  it.each([
    ["another status", (it: ResponseMessage) => ({ ...it, status: 200 }), "signature_invalid"],
    [
      "another body",
      (it: ResponseMessage) => ({ ...it, body: BODY.with(0, 32) }),
      "digest_mismatch",
    ],
    ["no body", (it: ResponseMessage) => ({ ...it, body: null }), "digest_mismatch"],
    [
      "no signature",
      (it: ResponseMessage) => ({ ...it, headers: response.headers }),
      "signature_missing",
    ],
    ["a status that is none", (it: ResponseMessage) => ({ ...it, status: 0 }), "signature_invalid"],
    [
      "another type",
      (it: ResponseMessage) => ({
        ...it,
        headers: it.headers.map((each) => each.replace("json", "xml")),
      }),
      "signature_invalid",
    ],
  ])("are refused with %s", async (_, change, code) => {
    expect(await refusal(verify(change(await sign(response))))).toBe(code);
  });

  it("do not pass for requests, nor the other way round", async () => {
    const { headers } = await sign(response);
    expect(await refusal(verified({ ...createCheckout, headers }))).toBe("signature_invalid");
  });
});
