/**
 * Selective disclosure and key binding (RFC 9901): its vectors, a second reader, and what §7.1 and §7.3 reject.
 * `MANDATE_SEED` brings a random failure back; `MANDATE_RUNS` makes it look longer.
 */

import { jwsMandateVerifier } from "@proto-gen/runtime/jose";
import { SDJwtInstance } from "@sd-jwt/core";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { disclosedClaims, digestOf } from "../../../src/runtime/jose/mandate-claims.js";
import {
  AUDIENCE,
  createWorld,
  digest,
  disclosure,
  libraryOptions,
  NONCE,
  NOW,
  PLATFORM,
  presentAll,
  sdByHand,
  sdMandate,
  SECONDS,
  type SdByHand,
  type World,
} from "../../support/mandates.js";
import { propertyOptions } from "../../support/sizes.js";

let world: World;
beforeAll(async () => void (world = await createWorld()));

const ACCEPTED = { kind: "accepted" };
const REFUSED = { kind: "refused", code: "mandate_invalid_signature" };

function verdictOf(mandate: string, nonce: string | undefined = NONCE) {
  const { business, platform, checkout } = world;
  const verifier = jwsMandateVerifier({
    keysFor: () => [platform.publicKey],
    signingKeys: [business.publicKey],
    audience: AUDIENCE,
  });
  return verifier.verify(mandate, { checkout, platform: PLATFORM, now: NOW, nonce });
}

/** §4.2.1, §4.2.2 and §5.1. */
const VECTORS: readonly (readonly [string, string, readonly unknown[]])[] = [
  [
    "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0",
    "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0",
    ["family_name", "Möbius"],
  ],
  [
    "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0",
    "w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs",
    ["FR"],
  ],
  [
    "WyIyR0xDNDJzS1F2ZUNmR2ZyeU5STjl3IiwgImdpdmVuX25hbWUiLCAiSm9obiJd",
    "jsu9yVulwQQlhFlM_3JlzMaSFzglhQG0DpfayQwLUK4",
    ["given_name", "John"],
  ],
  [
    "WyI2SWo3dE0tYTVpVlBHYm9TNXRtdlZBIiwgImVtYWlsIiwgImpvaG5kb2VAZXhhbXBsZS5jb20iXQ",
    "JzYjH4svliH0R3PyEMfeZu6Jt69u5qehZo7F7EPYlSE",
    ["email", "johndoe@example.com"],
  ],
];

describe("the disclosures of RFC 9901", () => {
  it.each(VECTORS)("%s", async (text, hash, [name, value]) => {
    expect(await digestOf("SHA-256", new TextEncoder().encode(text))).toBe(hash);
    const [claims, expected] =
      value === undefined
        ? [{ items: [{ "...": hash }] }, { items: [name] }]
        : [{ _sd: [hash] }, { [String(name)]: value }];
    expect(await disclosedClaims(claims, [text])).toEqual(expected);
    expect(await disclosedClaims(claims, [])).toEqual(value === undefined ? { items: [] } : {});
  });
});

describe("any claims", () => {
  const name = fc
    .string({ minLength: 1, maxLength: 6 })
    .filter((each) => !/^(_sd|\.\.\.)/.test(each));
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const inner = fc.dictionary(name, scalar, { maxKeys: 3, noNullPrototype: true });
  // What assigning to it would do is the library's affair.
  const safe = (each: object) => !JSON.stringify(each).includes("__proto__");
  const claims = fc
    .dictionary(name, fc.oneof(scalar, inner, fc.array(scalar, { maxLength: 3 })), {
      maxKeys: 4,
      noNullPrototype: true,
    })
    .filter(safe);
  const library = new SDJwtInstance({
    ...libraryOptions("sha-256"),
    signer: () => Promise.resolve("c2ln"),
    signAlg: "ES256",
  });

  it("are read as the other library reads them, all of them or some", async () => {
    const property = fc.asyncProperty(
      claims,
      fc.infiniteStream(fc.boolean()),
      async (all, coin) => {
        const frame = { _sd: Object.keys(all).filter(() => coin.next().value) };
        const issued = await library.issue(all, frame as never);
        const some = { _sd: frame._sd.filter(() => coin.next().value) };
        const presented = await library.present(issued, presentAll(some) as never);
        const [token = "", ...disclosures] = presented.split("~");
        const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
        const read = await disclosedClaims(
          JSON.parse(payload) as object as never,
          disclosures.slice(0, -1),
        );
        expect(read).toEqual(await library.getClaims(presented));
        const withheld = new Set(frame._sd.filter((each) => !some._sd.includes(each)));
        const left = Object.entries(all).filter(([each]) => !withheld.has(each));
        expect(read).toEqual(Object.fromEntries(left));
      },
    );
    await fc.assert(property, propertyOptions("MANDATE", { quick: 60, full: 2_000 }));
  });
});

describe("what is disclosed", () => {
  const own = (): string => disclosure("salt", "checkout", world.checkout);

  it("may have a name that objects have from elsewhere", async () => {
    const text = disclosure("salt", "__proto__", { polluted: true });
    const read = await disclosedClaims({ _sd: [digest(text)] }, [text]);
    expect(Object.keys(read)).toEqual(["__proto__"]);
    expect(read["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("is what was signed, and then accepted", async () => {
    expect(await verdictOf(await sdByHand(world, { _sd: [digest(own())] }, [own()]))).toEqual(
      ACCEPTED,
    );
  });

  it.each<[string, () => readonly [claims: object, disclosures: readonly string[]]]>([
    ["stands nowhere", () => [{ checkout: world.checkout }, [own()]]],
    ["stands twice", () => [{ _sd: [digest(own()), digest(own())] }, [own()]]],
    [
      "stands in two places",
      () => [{ _sd: [digest(own())], at: { _sd: [digest(own())] } }, [own()]],
    ],
    ["is disclosed twice", () => [{ _sd: [digest(own())] }, [own(), own()]]],
    ["is there in the open, too", () => [{ _sd: [digest(own())], checkout: 1 }, [own()]]],
    ["has no name", () => inPlace(disclosure("salt", world.checkout))],
    ["has a name and stands in a list", () => [{ list: [{ "...": digest(own()) }] }, [own()]]],
    ["is named as digests are", () => inPlace(disclosure("salt", "_sd", ["digest"]))],
    ["is named as items are", () => inPlace(disclosure("salt", "...", "digest"))],
    ["has a salt that is no text", () => inPlace(disclosure(1, "checkout", world.checkout))],
    ["has four parts", () => inPlace(disclosure("salt", "checkout", 1, 2))],
    ["has one part", () => inPlace(disclosure("salt"))],
    ["is no list", () => inPlace(Buffer.from("{}").toString("base64url"))],
    ["is no JSON", () => inPlace("AAAA")],
    ["is in no encoding", () => inPlace("*")],
    ["is nothing", () => inPlace("")],
    [
      "has a member twice",
      () => inPlace(Buffer.from('["s","c",{"a":1,"a":2}]').toString("base64url")),
    ],
    ["is in a list of digests that is none", () => [{ _sd: digest(own()) }, [own()]]],
    ["is among digests that are none", () => [{ _sd: [digest(own()), 1] }, [own()]]],
    ["is in an item with more than a digest", () => itemWith({ more: 1 })],
    [
      "is withheld where only items are",
      () => [{ checkout: world.checkout, at: { "...": "digest" } }, []],
    ],
    ["is where only items have digests", () => [{ at: { "...": digest(own()) } }, [own()]]],
    [
      "has digests of a hash that is not known",
      () => [{ _sd_alg: "md5", ...named(own()) }, [own()]],
    ],
    ["is one of too many", () => many(1_001)],
    ["is deeper than anyone reads", () => deep(600)],
  ])("is refused where it %s", async (_, make) => {
    const [claims, disclosures] = make();
    expect(await verdictOf(await sdByHand(world, claims, disclosures))).toMatchObject(REFUSED);
  });

  function inPlace(text: string): readonly [object, readonly string[]] {
    return [{ checkout: world.checkout, _sd: [digest(text)] }, [text]];
  }

  function itemWith(more: object): readonly [object, readonly string[]] {
    const item = disclosure("salt", "value");
    return [{ checkout: world.checkout, list: [{ "...": digest(item), ...more }] }, [item]];
  }

  function named(text: string): object {
    return { _sd: [digest(text)] };
  }

  function many(count: number): readonly [object, readonly string[]] {
    const texts = Array.from({ length: count }, (_, at) => disclosure("salt", `name_${at}`, at));
    return [{ checkout: world.checkout, _sd: texts.map((text) => digest(text)) }, texts];
  }

  /** Each stands in the next one. */
  function deep(count: number): readonly [object, readonly string[]] {
    const texts = [disclosure("salt", "in", 1)];
    while (texts.length < count) texts.push(disclosure("salt", "in", named(texts.at(-1)!)));
    return [{ checkout: world.checkout, ...named(texts.at(-1)!) }, texts];
  }
});

describe("key binding", () => {
  const checkout = () => ({ checkout: world.checkout });

  it.each<[string, () => SdByHand | Promise<SdByHand>]>([
    ["is another's", () => ({ by: world.stranger })],
    ["is of another type", () => ({ header: { typ: "JWT" } })],
    ["has no type", () => ({ header: { typ: undefined } })],
    ["is of another presentation", () => ({ binding: { sd_hash: digest("other") } })],
    ["is of no presentation", () => ({ binding: { sd_hash: undefined } })],
    ["has no time", () => ({ binding: { iat: undefined } })],
    ["has no nonce", () => ({ binding: { nonce: undefined } })],
    ["has a time that is none", () => ({ binding: { iat: "now" } })],
  ])("is refused where it %s (§7.3)", async (_, options) => {
    const mandate = await sdByHand(world, checkout(), [], await options());
    expect(await verdictOf(mandate)).toMatchObject(REFUSED);
  });

  it("is needed: without it, it is refused, whatever is left", async () => {
    const mandate = await sdMandate(world);
    const cut = mandate.lastIndexOf("~");
    expect(await verdictOf(mandate.slice(0, cut + 1))).toMatchObject(REFUSED);
    expect(await verdictOf(mandate.slice(0, cut))).toMatchObject(REFUSED);
    expect(await verdictOf(mandate.slice(0, mandate.indexOf("~")))).toMatchObject({
      kind: "refused",
    });
  });

  it("is to these disclosures: none may be left out afterwards", async () => {
    const text = disclosure("salt", "note", "as agreed");
    const mandate = await sdByHand(world, { ...checkout(), _sd: [digest(text)] }, [text]);
    expect(await verdictOf(mandate)).toEqual(ACCEPTED);
    expect(await verdictOf(mandate.replace(`~${text}`, ""))).toMatchObject(REFUSED);
  });

  it.each<[string, () => object]>([
    ["no key", () => ({ cnf: undefined })],
    ["a key that is none", () => ({ cnf: { jwk: "key" } })],
    ["a key of which all is known", () => ({ cnf: { jwk: world.holder.privateKey } })],
    ["a secret", () => ({ cnf: { jwk: { kty: "oct", k: "c2VjcmV0" } } })],
    [
      "a point on no curve",
      () => ({ cnf: { jwk: { ...world.holder.publicKey, x: world.holder.publicKey.y } } }),
    ],
    ["the name of one", () => ({ cnf: { kid: world.platform.publicKey.kid } })],
  ])("is refused where the issuer has confirmed %s", async (_, more) => {
    const mandate = await sdByHand(world, { ...checkout(), ...more() }, []);
    expect(await verdictOf(mandate)).toMatchObject(REFUSED);
  });

  it("is asked for no nonce where the business gave none", async () => {
    const mandate = await sdByHand(world, checkout(), [], { binding: { nonce: "any" } });
    const { business, platform } = world;
    const verifier = jwsMandateVerifier({
      keysFor: () => [platform.publicKey],
      signingKeys: () => [business.publicKey],
    });
    const context = { checkout: world.checkout, platform: PLATFORM, now: NOW };
    expect(await verifier.verify(mandate, context)).toEqual(ACCEPTED);
  });

  it("does not make an issuer's time longer", async () => {
    const late = { ...checkout(), exp: SECONDS - 60 };
    const mandate = await sdByHand(world, late, [], { binding: { exp: SECONDS + 60 } });
    expect(await verdictOf(mandate)).toMatchObject({ code: "mandate_expired" });
  });
});
