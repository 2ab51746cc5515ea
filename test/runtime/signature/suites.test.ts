/** Outside vectors: RFC 9421, Wycheproof, the suite of structured fields. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importPublicKey } from "../../../src/runtime/signature/verification-keys.js";
import { keysOf } from "@proto-gen/runtime/signature";
import {
  isInnerList,
  parseDictionary,
  parseItem,
  serializeDictionary,
  serializeItem,
  Token,
  type BareItem,
  type InnerList,
  type Item,
  type Parameters,
} from "structured-headers";
import { describe, expect, it } from "vitest";
import {
  requestComponents,
  responseComponents,
  signatureBase,
  signatureParams,
} from "../../../src/runtime/signature/components.js";
import { suites } from "../../support/published.js";
import { refusal } from "../../support/signed-request.js";
import { isSignedBy } from "../../../src/runtime/signature/verify.js";

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(suites!, name), "utf8"));
}

interface Vectors {
  readonly key: object;
  readonly vectors: readonly {
    readonly id: string;
    readonly message: {
      readonly kind: "request" | "response";
      readonly method: string;
      readonly target: string;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
    };
    readonly label: string;
    readonly signature_input: string;
    readonly signature: string;
    readonly signature_base: string;
  }[];
}

describe.skipIf(!suites)("RFC 9421, appendix B, with ES256", () => {
  it("has our signature bases, and its signatures verify", async () => {
    const { key: jwk, vectors } = read("rfc9421/es256.json") as Vectors;
    const key = await importPublicKey(jwk);
    expect(vectors.length).toBeGreaterThan(0);
    for (const vector of vectors) {
      const { kind, headers, ...message } = vector.message;
      const body = new TextEncoder().encode(message.body);
      const sent = { ...message, headers: headers.flat(), body };
      const components =
        kind === "response"
          ? responseComponents(sent)
          : requestComponents({ ...sent, scheme: "https" }, "Proto-Agent");
      const input = parseDictionary(vector.signature_input).get(vector.label) as InnerList;
      const names = input[0].map(([name]) => String(name));
      const base = signatureBase(names, signatureParams(names, input[1]), components);
      expect(new TextDecoder().decode(base), vector.id).toBe(vector.signature_base);
      const [signature] = parseDictionary(vector.signature).get(vector.label) as Item;
      expect(await isSignedBy(key, new Uint8Array(signature as ArrayBuffer), base)).toBe(true);
    }
  });
});

interface Wycheproof<Test> {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly comment: string;
    readonly publicKey: { readonly uncompressed: string };
    readonly public?: { readonly keys: readonly { readonly kid: string }[] };
    readonly private?: { readonly keys: readonly { readonly kid: string }[] };
    readonly tests: readonly Test[];
  }[];
}

interface EcdsaTest {
  readonly tcId: number;
  readonly comment: string;
  readonly msg: string;
  readonly sig: string;
  readonly result: "valid" | "invalid";
}

function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}

/** From 04, x and y: not every group has a JWK. */
function jwkOf(uncompressed: string): object {
  const width = (uncompressed.length - 2) / 2;
  const coordinate = (at: number): string =>
    Buffer.from(uncompressed.slice(at, at + width), "hex").toString("base64url");
  const crv = width === 64 ? "P-256" : "P-384";
  return { kty: "EC", crv, x: coordinate(2), y: coordinate(2 + width) };
}

describe.skipIf(!suites)("Wycheproof", () => {
  it.each([
    ["ecdsa_secp256r1_sha256_p1363_test.json", 262],
    ["ecdsa_secp384r1_sha384_p1363_test.json", 280],
  ])("%s", async (name, count) => {
    const { testGroups } = read(`wycheproof/${name}`) as Wycheproof<EcdsaTest>;
    const wrong: string[] = [];
    let tests = 0;
    for (const group of testGroups) {
      const key = await importPublicKey(jwkOf(group.publicKey.uncompressed));
      for (const { tcId, comment, msg, sig, result } of group.tests) {
        tests += 1;
        const verifies = await isSignedBy(key, hex(sig), hex(msg));
        if (verifies !== (result === "valid")) wrong.push(`${tcId} ${comment}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tests).toBe(count);
  });

  it("has published sets of keys of which none can be used", async () => {
    const { testGroups } = read("wycheproof/json_web_key_test.json") as Wycheproof<unknown>;
    const sets = testGroups.map(({ comment, private: own, public: published }) => {
      return { comment, keys: (published ?? own)!.keys };
    });
    const codes = new Map<string, string | undefined>();
    for (const { comment, keys } of sets)
      for (const { kid } of keys)
        codes.set(`${comment} ${kid}`, await refusal(keysOf({ signing_keys: keys }).keyFor(kid)));
    const usable = [...codes].filter(([, code]) => code === undefined).map(([name]) => name);
    // The one key that is what it has to be: the test there is of its neighbour, an HMAC key.
    expect(usable).toEqual(["jws_mixedSymmetryKeyset kid-ec-sign"]);
    const elliptic = Object.fromEntries(
      [...codes].filter(([name]) => name.endsWith("kid-ec-sign")),
    );
    expect(elliptic).toEqual({
      "jws_mixedSymmetryKeyset kid-ec-sign": undefined,
      "wrong_algorithm kid-ec-sign": "algorithm_unsupported",
      "invalid_algorithm kid-ec-sign": "algorithm_unsupported",
      "invalid_use kid-ec-sign": "key_not_found",
      "invalid_point kid-ec-sign": "key_not_found",
      "wrong_curve kid-ec-sign": "algorithm_unsupported",
      "wrong_kty kid-ec-sign": "algorithm_unsupported",
    });
    expect(codes.get("jws_duplicate_kid kid-aes-sign")).toBe("key_not_found");
  });
});

type Expected = string | number | boolean | { readonly __type: string; readonly value: string };
type ExpectedParameters = readonly (readonly [string, Expected])[];
type ExpectedMember = readonly [Expected | readonly ExpectedMember[], ExpectedParameters];

interface FieldTest {
  readonly name: string;
  readonly raw: readonly string[];
  readonly header_type: "item" | "list" | "dictionary";
  readonly expected?: unknown;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
  readonly canonical?: readonly string[];
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) => parseInt(five.padEnd(5, "0"), 2));
  const text = digits.map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[digit]).join("");
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}

function plainBare(value: BareItem): Expected {
  if (value instanceof Token) return { __type: "token", value: value.toString() };
  if (value instanceof ArrayBuffer)
    return { __type: "binary", value: base32(new Uint8Array(value)) };
  return value as Expected;
}

function plainParameters(parameters: Parameters): ExpectedParameters {
  return [...parameters].map(([name, value]) => [name, plainBare(value)]);
}

function plain(member: Item | InnerList): ExpectedMember {
  const parameters = plainParameters(member[1]);
  return isInnerList(member)
    ? [member[0].map(plain), parameters]
    : [plainBare(member[0]), parameters];
}

/** Undefined where the field is refused. */
function parsed({
  raw,
  header_type: type,
}: FieldTest): { plain: unknown; text: string } | undefined {
  const value = raw.join(", ");
  try {
    if (type === "item") {
      const item = parseItem(value);
      return { plain: plain(item), text: serializeItem(item) };
    }
    const dictionary = parseDictionary(value);
    const members = [...dictionary].map(([name, member]) => [name, plain(member)]);
    return { plain: members, text: serializeDictionary(dictionary) };
  } catch {
    return undefined;
  }
}

function verdict(test: FieldTest): string | undefined {
  const got = parsed(test);
  if (test.must_fail) return got === undefined ? undefined : "was read";
  if (got === undefined) return test.can_fail ? undefined : "was refused";
  if (JSON.stringify(got.plain) !== JSON.stringify(test.expected)) return "was read otherwise";
  const canonical = (test.canonical ?? test.raw).join(", ");
  return got.text === canonical ? undefined : `was written as ${got.text}`;
}

/**
 * The library cannot tell 1.0 from 1, as JavaScript cannot. A signature whose input has such a decimal is
 * refused, since its base is written otherwise.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "param-dict.json": [
    "single item parameterised dict was written as a=b;q=1",
    "list item parameterised dictionary was written as a=(1 2);q=1",
  ],
};

describe.skipIf(!suites)(
  "structured fields, as the library that we use reads and writes them",
  () => {
    it.each([
      "dictionary.json",
      "item.json",
      "binary.json",
      "string.json",
      "string-generated.json",
      "key-generated.json",
      "param-dict.json",
      "examples.json",
    ])("%s", (name) => {
      const tests = (read(`structured-fields/${name}`) as readonly FieldTest[]).filter(
        ({ header_type: type }) => type !== "list",
      );
      const differences = tests.flatMap((test) => {
        const what = verdict(test);
        return what === undefined ? [] : [`${test.name} ${what}`];
      });
      expect(tests.length).toBeGreaterThan(0);
      expect(differences).toEqual(EXCEPTIONS[name] ?? []);
    });
  },
);
