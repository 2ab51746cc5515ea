/** Keys of profiles (§2.1.4), where verifiers find them, and their rotation (§5.4). */

import type { webcrypto } from "node:crypto";
import {
  advanceKeySchedule,
  clientSignatures,
  createKeySchedule,
  createSigner,
  generateSigningKey,
  keysOf,
  verifyRequest,
  type KeySchedule,
  type PublicJwk,
  removeDueKeys,
  revokeKey,
  rotateKey,
} from "@proto-gen/runtime/signature";
import {
  importPublicKey,
  type VerificationKeys,
} from "../../../src/runtime/signature/verification-keys.js";
import { keysDue } from "../../../src/runtime/signature/rotate-key.js";
import { thumbprintOf } from "../../../src/runtime/signature/signing-key.js";
import { describe, expect, it } from "vitest";
import {
  AGENT,
  clock,
  createCheckout,
  pair,
  profile,
  refusal,
  signed,
  signedOtherwise,
} from "../../support/signed-request.js";

const { publicKey, privateKey } = pair;

describe("a generated key", () => {
  it("is on P-256, with its thumbprint as its id", async () => {
    const made = await generateSigningKey();
    expect(made.publicKey).toEqual({
      kid: await thumbprintOf(made.publicKey),
      kty: "EC",
      crv: "P-256",
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
      use: "sig",
      alg: "ES256",
    });
    expect(made.privateKey).toEqual({ ...made.publicKey, d: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it("may be on P-384, with an id of one's own", async () => {
    const { publicKey: made } = await generateSigningKey({ curve: "P-384", kid: "k" });
    expect(made).toMatchObject({ kid: "k", crv: "P-384", alg: "ES384" });
  });

  it("has the thumbprint of RFC 7638", async () => {
    // Made by another implementation, of the key of RFC 9421 B.1.3.
    const key = {
      kty: "EC",
      crv: "P-256",
      x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
      y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
    } as const;
    expect(await thumbprintOf(key)).toBe("ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI");
  });
});

describe("a published key", () => {
  const flip = (text: string): string => (text.startsWith("A") ? "B" : "A") + text.slice(1);

  it.each<[string, object | null, string]>([
    ["RSA", { ...publicKey, kty: "RSA" }, "algorithm_unsupported"],
    [
      "Ed25519",
      { kid: publicKey.kid, kty: "OKP", crv: "Ed25519", x: publicKey.x },
      "algorithm_unsupported",
    ],
    ["on P-521", { ...publicKey, crv: "P-521" }, "algorithm_unsupported"],
    ["of another alg", { ...publicKey, alg: "ES384" }, "algorithm_unsupported"],
    ["for encryption", { ...publicKey, use: "enc" }, "key_not_found"],
    ["with a use that is a list", { ...publicKey, use: ["sig"] }, "key_not_found"],
    ["with a use in capitals", { ...publicKey, use: "SIG" }, "key_not_found"],
    ["with a use of null", { ...publicKey, use: null }, "key_not_found"],
    ["with an empty use", { ...publicKey, use: "" }, "key_not_found"],
    ["that may sign alone", { ...publicKey, key_ops: ["sign"] }, "key_not_found"],
    ["that may derive bits", { ...publicKey, key_ops: ["deriveBits"] }, "key_not_found"],
    ["that may nothing", { ...publicKey, key_ops: [] }, "key_not_found"],
    ["with an operation in capitals", { ...publicKey, key_ops: ["Verify"] }, "key_not_found"],
    ["with an operation twice", { ...publicKey, key_ops: ["verify", "verify"] }, "key_not_found"],
    ["with operations as text", { ...publicKey, key_ops: "verify" }, "key_not_found"],
    ["with operations of null", { ...publicKey, key_ops: null }, "key_not_found"],
    ["with an operation that is none", { ...publicKey, key_ops: ["verify", 1] }, "key_not_found"],
    [
      "for encryption, and verify",
      { ...publicKey, use: "enc", key_ops: ["verify"] },
      "key_not_found",
    ],
    ["with its private member", privateKey, "key_not_found"],
    ["not on its curve", { ...publicKey, x: flip(publicKey.x) }, "key_not_found"],
    ["too short", { ...publicKey, x: publicKey.x.slice(0, -4) }, "key_not_found"],
    ["too long", { ...publicKey, x: `AAAA${publicKey.x}` }, "key_not_found"],
    ["padded", { ...publicKey, x: `${publicKey.x}=` }, "key_not_found"],
    ["in base64", { ...publicKey, y: `+/${publicKey.y.slice(2)}` }, "key_not_found"],
    ["without y", { ...publicKey, y: undefined }, "key_not_found"],
    ["that is none", null, "key_not_found"],
  ])("refuses a published key: %s", async (_, jwk, code) => {
    expect(await refusal(importPublicKey(jwk))).toBe(code);
  });

  it("imports a key that may verify, or says nothing of its use", async () => {
    const { use: _use, ...silent } = publicKey;
    for (const jwk of [{ ...silent }, { ...silent, key_ops: ["verify"] }, { ...publicKey }])
      expect(await refusal(importPublicKey(jwk))).toBeUndefined();
  });

  it("refuses a key even if the same numbers were imported from one that may verify", async () => {
    await importPublicKey(publicKey);
    const jwk = { ...publicKey, key_ops: ["sign"] };
    expect(await refusal(importPublicKey(jwk))).toBe("key_not_found");
  });

  it("refuses a key if another one has its id", async () => {
    const { publicKey: other } = await generateSigningKey({ kid: publicKey.kid });
    const keys = keysOf({ signing_keys: [publicKey, other] });
    expect(await refusal(keys.keyFor(publicKey.kid))).toBe("key_not_found");
  });
});

describe("a private key", () => {
  it.each<[string, object]>([
    ["without an id", { ...privateKey, kid: "" }],
    ["without d", { ...privateKey, d: undefined }],
    ["too short", { ...privateKey, d: privateKey.d.slice(4) }],
    ["not on its curve", { ...privateKey, x: publicKey.y }],
  ])("is refused: %s", async (_, jwk) => {
    await expect(createSigner(jwk as typeof privateKey)).rejects.toThrow(TypeError);
  });

  it.each([
    { use: "enc" },
    { key_ops: ["verify"] },
    { key_ops: [] },
    { key_ops: "sign" },
    { key_ops: ["sign", "sign"] },
    { use: "enc", key_ops: ["sign"] },
  ])("is refused if it may not sign: %j", async (more) => {
    await expect(createSigner({ ...privateKey, ...more } as typeof privateKey)).rejects.toThrow(
      TypeError,
    );
  });

  it("is accepted if it may sign", async () => {
    const { keyId } = await createSigner({ ...privateKey, key_ops: ["sign", "verify"] });
    expect(keyId).toBe(privateKey.kid);
  });

  it("is refused with the d of another", async () => {
    const other = await generateSigningKey();
    const mixed = { ...privateKey, d: other.privateKey.d };
    await expect(createSigner(mixed)).rejects.toThrow(TypeError);
  });
});

describe("the keys of a profile", () => {
  it("are imported once, also from another copy of the profile", async () => {
    const copy = structuredClone(profile);
    const [first, second] = await Promise.all([
      keysOf(profile).keyFor(publicKey.kid),
      keysOf(profile).keyFor(publicKey.kid),
    ]);
    expect(await keysOf(copy).keyFor(publicKey.kid)).toBe(second);
    expect(first.algorithm).toEqual(second.algorithm);
  });

  it("are looked for once more in a fresh profile", async () => {
    let fetched = 0;
    const keys = keysOf({ signing_keys: [] }, async () => {
      fetched += 1;
      return profile;
    });
    await keys.keyFor(publicKey.kid);
    await keys.keyFor(publicKey.kid);
    expect(await refusal(keys.keyFor("other"))).toBe("key_not_found");
    expect(fetched).toBe(1);
  });

  it("are not fetched again for a key that is there", async () => {
    const refresh = (): Promise<never> => Promise.reject(new Error("was fetched"));
    expect(await refusal(keysOf(profile, refresh).keyFor(publicKey.kid))).toBeUndefined();
  });

  it.each([undefined, null, {}, { signing_keys: {} }, { signing_keys: [null, 1] }])(
    "are none in %j",
    async (other) => {
      expect(await refusal(keysOf(other).keyFor("k"))).toBe("key_not_found");
    },
  );
});

describe("a port of one's own", () => {
  const verify = async (key: webcrypto.CryptoKey): Promise<string | undefined> => {
    const keys: VerificationKeys = { keyFor: async () => key };
    return refusal(verifyRequest(await signed(createCheckout), keys, { ...AGENT, clock }));
  };

  it("gives the platform's keys", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const { subtle } = globalThis.crypto;
    expect(
      await verify(await subtle.importKey("jwk", { ...publicKey }, algorithm, true, ["verify"])),
    ).toBeUndefined();
  });

  it.each([
    ["P-521", { name: "ECDSA", namedCurve: "P-521" }],
    ["Ed25519", { name: "Ed25519" }],
  ])("may not give a key on %s", async (_, algorithm) => {
    const made = await globalThis.crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    expect(await verify((made as webcrypto.CryptoKeyPair).publicKey)).toBe("algorithm_unsupported");
  });

  it("may be on P-384, for which a signature of 64 bytes is none", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-384" };
    const made = await globalThis.crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    expect(await verify(made.publicKey)).toBe("signature_invalid");
  });
});

describe("rotation", () => {
  const now = new Date("2026-11-20T00:00:00Z");
  const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);

  it("adds a key beside the old one, which verifies for 7 days more", async () => {
    const next = await generateSigningKey();
    const before = structuredClone(profile);
    const rotation = rotateKey(profile, { key: next.publicKey, now });
    expect(profile).toEqual(before);
    expect(rotation).toEqual({
      profile: { ...profile, signing_keys: [publicKey, next.publicKey] },
      signWith: next.publicKey.kid,
      retired: [{ kid: publicKey.kid, removeAfter: "2026-11-27T00:00:00.000Z" }],
    });
    const old = await signed(createCheckout);
    const recent = await signed(createCheckout, {}, await createSigner(next.privateKey));
    const keys = keysOf(rotation.profile);
    for (const request of [old, recent])
      expect(await refusal(verifyRequest(request, keys, { ...AGENT, clock }))).toBeUndefined();
    expect(keysDue(rotation.retired, days(6.9))).toEqual([]);
    expect(removeDueKeys(rotation.profile, rotation.retired, days(6.9))).toEqual({
      profile: rotation.profile,
      retired: rotation.retired,
    });
    expect(keysDue(rotation.retired, days(7))).toEqual([publicKey.kid]);
    const after = removeDueKeys(rotation.profile, rotation.retired, days(7));
    expect(after).toEqual({ profile: { ...profile, signing_keys: [next.publicKey] }, retired: [] });
    const code = await refusal(verifyRequest(old, keysOf(after.profile), { ...AGENT, clock }));
    expect(code).toBe("key_not_found");
  });

  it("leaves the days of keys that were retired before", async () => {
    const [second, third] = [await generateSigningKey(), await generateSigningKey()];
    const first = rotateKey(profile, { key: second.publicKey, now, graceDays: 30 });
    const { retired } = rotateKey(first.profile, {
      key: third.publicKey,
      retired: first.retired,
      now: days(2),
    });
    expect(retired).toEqual([
      { kid: publicKey.kid, removeAfter: days(30).toISOString() },
      { kid: second.publicKey.kid, removeAfter: days(9).toISOString() },
    ]);
  });

  it("starts with a profile that has no keys", () => {
    const { profile: published, retired } = rotateKey({ proto: {} }, { key: publicKey, now });
    expect(published).toEqual({ proto: {}, signing_keys: [publicKey] });
    expect(retired).toEqual([]);
  });

  it.each([6, 0, -1, Number.NaN])("refuses %f days of grace", (graceDays) => {
    const key = { ...publicKey, kid: "k" };
    expect(() => rotateKey({}, { key, now, graceDays })).toThrow(RangeError);
  });

  it("refuses an id or a key that was used, and a private key", async () => {
    const { publicKey: other } = await generateSigningKey({ kid: publicKey.kid });
    const used: readonly PublicJwk[] = [
      other,
      { ...publicKey, kid: "new" },
      { ...privateKey, kid: "new" },
    ];
    for (const key of used) {
      expect(() => rotateKey(profile, { key, now })).toThrow();
      expect(() => revokeKey(profile, publicKey.kid, key)).toThrow();
    }
  });

  it("removes a key that was stolen at once, for one with another id", async () => {
    const { publicKey: next } = await generateSigningKey();
    const revoked = revokeKey(profile, publicKey.kid, next);
    expect(revoked).toEqual({ ...profile, signing_keys: [next] });
    const request = await signed(createCheckout);
    expect(await refusal(verifyRequest(request, keysOf(revoked), { ...AGENT, clock }))).toBe(
      "key_not_found",
    );
  });
});

describe("a retired key whose time cannot be read", () => {
  it.each(["", "soon", "2026-13-01", undefined, 0])(
    "is an error, and not kept for ever: %j",
    (removeAfter) => {
      const retired = [{ kid: "old", removeAfter: removeAfter as string }];
      expect(() => keysDue(retired, new Date())).toThrow(TypeError);
      expect(() => removeDueKeys({ signing_keys: [] }, retired, new Date())).toThrow(TypeError);
    },
  );

  it.each([
    { signsSince: "never" },
    { signsSince: "" },
    { signsSince: "2026-11-20T00:00:00Z", removeAfter: "" },
    { signsSince: "2026-11-20T00:00:00Z", removeAfter: "later" },
  ])("is an error in a schedule: %j", async (times) => {
    const now = new Date("2026-11-21T00:00:00Z");
    const { keys } = await createKeySchedule({ now });
    const [current, next] = keys;
    const odd =
      "removeAfter" in times
        ? [current, next, { ...current, ...times }]
        : [{ ...current, ...times }, next];
    const schedule = { keys: odd } as KeySchedule;
    await expect(advanceKeySchedule(schedule, { now })).rejects.toThrow(TypeError);
  });
});

describe("an age limit", () => {
  it("is kept by no signature that does not say when it was created", async () => {
    const message = await signedOtherwise(createCheckout, {
      parameters: (text) => text.replace(/;created=\d+/, ""),
    });
    expect(
      await refusal(verifyRequest(message, keysOf(profile), { ...AGENT, clock })),
    ).toBeUndefined();
    const limited = { ...AGENT, clock, maxAge: 60 };
    expect(await refusal(verifyRequest(message, keysOf(profile), limited))).toBe(
      "signature_invalid",
    );
  });
});

describe("clientSignatures", () => {
  it("takes no word for `require` that it does not know: answers would go unverified", () => {
    expect(() => clientSignatures({ require: "Complete" as "complete" })).toThrow(TypeError);
    expect(() => clientSignatures({ require: "none" })).not.toThrow();
  });
});
