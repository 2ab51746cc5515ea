/** Limits of what is signed and verified (§5.4): the last value that is accepted, the first that is not. */

import type { webcrypto } from "node:crypto";
import {
  createSigner,
  generateSigningKey,
  signRequest,
  signResponse,
  verifyRequest,
  revokeKey,
  rotateKey,
} from "@proto-gen/runtime/signature";
import { importPublicKey } from "../../../src/runtime/signature/verification-keys.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { requestComponents } from "../../../src/runtime/signature/components.js";
import {
  AGENT,
  clock,
  createCheckout,
  getCart,
  header,
  NOW,
  pair,
  profile,
  refusal,
  setHeader,
  signed,
  signedOtherwise,
  signer,
  verified,
  withHeaders,
} from "../../support/signed-request.js";

const { publicKey, privateKey } = pair;

afterEach(() => vi.restoreAllMocks());

describe("components that nobody has to cover (RFC 9421 §2.2)", () => {
  const request = { ...getCart, target: "/a?b=c" };

  it.each([
    ["@scheme", "https"],
    ["@request-target", "/a?b=c"],
    ["@target-uri", "https://shop.example/a?b=c"],
    ["@query", "?b=c"],
  ])("%s is derived", (name, value) => {
    expect(requestComponents(request, "Proto-Agent").valueOf(name)).toBe(value);
  });

  it("@target-uri has no question mark where there is no query, and @query has it alone", () => {
    const { valueOf } = requestComponents({ ...getCart, target: "/a" }, "Proto-Agent");
    expect(valueOf("@target-uri")).toBe("https://shop.example/a");
    expect(valueOf("@query")).toBe("?");
  });

  it.each(["@query-param", "@status", "@signature-params"])("%s is not", (name) => {
    const { valueOf } = requestComponents(request, "Proto-Agent");
    expect(() => valueOf(name)).toThrow(name);
  });
});

describe("a response's status", () => {
  const sign = (status: number) =>
    signResponse({ status, headers: [], body: null }, signer, { clock });

  it.each([100, 999])("may be %i", async (status) => {
    expect((await sign(status)).map(([name]) => name)).toEqual(["signature-input", "signature"]);
  });

  it.each([99, 1000, 200.5, Number.NaN])("may not be %f", async (status) => {
    await expect(sign(status)).rejects.toThrow(TypeError);
  });
});

describe("a method (RFC 9110 §9.1)", () => {
  it.each(["M-SEARCH", "a!#$%&'*+.^_`|~9"])("may be %s", async (method) => {
    expect(await refusal(verified(await signed({ ...getCart, method })))).toBeUndefined();
  });

  it.each(["", " GET", "GET ", "G ET", "GET:", '"GET"'])("may not be %j", async (method) => {
    await expect(signed({ ...getCart, method })).rejects.toThrow(TypeError);
  });
});

describe("Signature-Input", () => {
  it("may have 4,096 characters, and no more", async () => {
    const tagged = async (length: number) => {
      const parameters = (text: string) => `${text};tag="${"x".repeat(length)}"`;
      return signedOtherwise(createCheckout, { parameters });
    };
    const least = header(await tagged(0), "signature-input").length;
    expect(await refusal(verified(await tagged(4_096 - least)))).toBeUndefined();
    expect(await refusal(verified(await tagged(4_097 - least)))).toBe("signature_invalid");
  });

  it("may have commas and semicolons in a string, escaped quotes too", async () => {
    const parameters = (text: string) => `${text};tag="a,b;c\\",;d"`;
    const request = await signedOtherwise(createCheckout, { parameters });
    expect(await refusal(verified(request))).toBeUndefined();
  });

  it.each(["x-\u00fc", "X", "a b", "", "@@path", "x\\\\"])(
    "may not have the component %j (RFC 9110 §5.1)",
    async (name) => {
      const request = await signed(createCheckout);
      const input = header(request, "signature-input").replace('"@path"', `"@path" "${name}"`);
      const changed = setHeader(request, "signature-input", input);
      expect(await refusal(verified(changed))).toBe("signature_invalid");
    },
  );

  it("may cover any other field of the message", async () => {
    const request = withHeaders(createCheckout, [["x_1.2!~", "\t a\t b \t"]]);
    const { valueOf } = requestComponents(request, "Proto-Agent");
    expect(valueOf("x_1.2!~")).toBe("a\t b");
  });
});

describe("Signature", () => {
  it("may not have parameters", async () => {
    const request = await signed(createCheckout);
    const value = `${header(request, "signature")};a`;
    expect(await refusal(verified(setHeader(request, "signature", value)))).toBe(
      "signature_invalid",
    );
  });
});

describe("the fields that signing adds", () => {
  it.each(["Content-Digest", "Signature-Input", "Signature"])(
    "may not be there before: %s",
    async (name) => {
      const request = withHeaders(getCart, [[name, "a"]]);
      await expect(signRequest(request, signer, { ...AGENT, clock })).rejects.toThrow(TypeError);
    },
  );
});

describe("the cause of signature_invalid", () => {
  it("is the error of what was read, down to the parser's", async () => {
    const request = setHeader(await signed(createCheckout), "signature-input", "=");
    const error = await verified(request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "signature_invalid",
      cause: { name: "MessageError", cause: expect.any(Error) },
    });
  });
});

describe("a published key", () => {
  it.each<[string, object]>([
    ["with a coordinate that is no base64url", { ...publicKey, x: `${publicKey.x.slice(0, -1)}!` }],
    ["with a coordinate of 45 characters", { ...publicKey, x: `${publicKey.x}AA` }],
    ["without x", { ...publicKey, x: undefined }],
    ["whose y is a number", { ...publicKey, y: 7 }],
    ["that is a list", [publicKey]],
  ])("refuses a published key: %s", async (_, jwk) => {
    expect(await refusal(importPublicKey(jwk))).toBe("key_not_found");
  });

  it("refuses a key for ECDH on the same curve in a verifier of ECDSA", async () => {
    const algorithm = { name: "ECDH", namedCurve: "P-256" };
    const made = await globalThis.crypto.subtle.generateKey(algorithm, true, ["deriveBits"]);
    const { publicKey: key } = made as webcrypto.CryptoKeyPair;
    const verification = verifyRequest(
      await signed(createCheckout),
      { keyFor: async () => key },
      { ...AGENT, clock },
    );
    expect(await refusal(verification)).toBe("algorithm_unsupported");
  });
});

describe("a signing key", () => {
  it("is imported so that nothing can export it", async () => {
    const importKey = vi.spyOn(globalThis.crypto.subtle, "importKey");
    await createSigner(privateKey);
    const ofPrivate = importKey.mock.calls.filter(([, key]) => "d" in key);
    expect(ofPrivate.map(([, , , extractable, usages]) => [extractable, usages])).toEqual([
      [false, ["sign"]],
    ]);
  });
});

describe("the keys of a profile (§5.4)", () => {
  const now = new Date(NOW * 1_000);

  it("lose what is no key when one is added", async () => {
    const { publicKey: next } = await generateSigningKey();
    const broken = { signing_keys: [null, publicKey, "key"] };
    const { profile: published, retired } = rotateKey(broken, { key: next, now });
    expect(published).toEqual({ signing_keys: [publicKey, next] });
    expect(retired.map(({ kid }) => kid)).toEqual([publicKey.kid]);
  });

  it("keep the others when one is revoked", async () => {
    const [second, third] = [await generateSigningKey(), await generateSigningKey()];
    const two = { ...profile, signing_keys: [publicKey, second.publicKey] };
    expect(revokeKey(two, publicKey.kid, third.publicKey).signing_keys).toEqual([
      second.publicKey,
      third.publicKey,
    ]);
  });

  it("may have a new one with the x of another, which has two points on the curve", () => {
    const key = { ...publicKey, kid: "new", y: publicKey.x };
    expect(rotateKey(profile, { key, now }).profile.signing_keys).toEqual([publicKey, key]);
  });
});

describe("the keys that a verifier has imported", () => {
  it("are a thousand at most: the least recently used one goes first", async () => {
    // Numbers that no other test has, which the platform is not asked about.
    const fake = { type: "public", algorithm: { name: "ECDSA", namedCurve: "P-256" } };
    const importKey = vi
      .spyOn(globalThis.crypto.subtle, "importKey")
      .mockResolvedValue(fake as unknown as webcrypto.CryptoKey);
    const numbered = (number: number): object => {
      const x = Buffer.alloc(32);
      x.writeUInt32BE(number);
      return { ...publicKey, x: x.toString("base64url") };
    };
    for (let number = 0; number < 1_000; number += 1) await importPublicKey(numbered(number));
    expect(importKey).toHaveBeenCalledTimes(1_000);
    await importPublicKey(numbered(0));
    expect(importKey).toHaveBeenCalledTimes(1_000);
    await importPublicKey(numbered(1_000));
    await importPublicKey(numbered(0));
    expect(importKey).toHaveBeenCalledTimes(1_001);
    await importPublicKey(numbered(1));
    expect(importKey).toHaveBeenCalledTimes(1_002);
  });
});
