/** Signatures that a request asks for in Accept-Signature (RFC 9421 §5), verified by a second library. */

import { createPublicKey } from "node:crypto";
import { createVerifier, httpbis } from "http-message-signatures";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "@proto-gen/runtime/server";
import {
  keysOf,
  signAnswers,
  verifyResponse,
  type RequestMessage,
} from "@proto-gen/runtime/signature";
import type { AnswerSigner } from "../../../src/runtime/server/request-path.js";
import type { Operation } from "../../../src/runtime/service/operation.js";
import { createOverRest, REST_ENDPOINT, sampleServer } from "../../support/sample-business.js";
import { BODY, clock, NOW, pair, profile, signer } from "../../support/signed-request.js";

const URL_OF_CALL = "https://shop.example/proto/v1/carts/cart_1?a=1";
const REQUEST = {
  method: "GET",
  target: "/proto/v1/carts/cart_1?a=1",
  scheme: "https",
  authority: "shop.example",
  headers: ["Host", "10.0.0.1:8080", "Request-Id", "r-1"],
  body: null,
} as const;
const KEY = createPublicKey({ key: { ...pair.publicKey }, format: "jwk" });

interface Asked {
  readonly verb?: Operation["verb"];
  readonly status?: number;
  readonly body?: Uint8Array | null;
  readonly headers?: readonly (readonly [string, string])[];
}

async function answerTo(accept: string, what: Asked = {}) {
  const { verb = "read", status = 200, body = BODY } = what;
  const { headers = [["content-type", "application/json"]] } = what;
  const reasons: string[] = [];
  const asked = {
    ...{ accept, request: () => REQUEST },
    report: (reason: string) => void reasons.push(reason),
  };
  const operation = { id: "operation", verb } as Operation;
  const answer = { status, headers, body };
  const added = (await signAnswers(signer, { clock }).sign(operation, answer, asked)) ?? [];
  return { answer: { ...answer, headers: [...headers, ...added] }, added, reasons };
}

/** What the other library says of one signature; null where there is none. */
function verdictOn(
  label: string,
  { status, headers }: Awaited<ReturnType<typeof answerTo>>["answer"],
) {
  const fields = Object.fromEntries(headers);
  const only = (name: string): string =>
    (fields[name] ?? "")
      .split(/, (?=[\w*.-]+=[(:])/)
      .find((each) => each.startsWith(`${label}=`)) ?? "";
  const [input, signature] = [only("signature-input"), only("signature")];
  const config = {
    ...{ notAfter: NOW + 1, tolerance: 1e9 },
    keyLookup: async () => ({ id: signer.keyId, verify: createVerifier(KEY, "ecdsa-p256-sha256") }),
  };
  const message = { status, headers: { ...fields, "signature-input": input, signature } };
  return input === ""
    ? Promise.resolve(null)
    : httpbis.verifyMessage(config, message, {
        ...{ method: "GET", url: URL_OF_CALL },
        headers: { "request-id": "r-1" },
      });
}

function inputOf({ added }: { readonly added: readonly (readonly [string, string])[] }): string {
  return new Map(added).get("signature-input") ?? "";
}

describe("an answer whose request asks for a signature", () => {
  it.each([
    ["its status", 'sig1=("@status")'],
    ["its digest and another label", 'proof=("content-digest" "@status")'],
    ["a field of its own", 'sig1=("content-type" "@status");created'],
    ["its request", 'sig1=("@status" "@method";req "@authority";req "@path";req "@query";req)'],
    ["the target and a field of its request", 'x=("@target-uri";req "request-id";req)'],
    [
      "the key, the algorithm and the time",
      `x=();keyid="${signer.keyId}";alg="ecdsa-p256-sha256";created`,
    ],
    ["a nonce and a tag", 'sig1=("@status");nonce="a \\"b\\" ,c=";tag="t"'],
  ])("has one over %s, which another library verifies", async (_, accept) => {
    const given = await answerTo(accept);
    expect(given.reasons).toEqual([]);
    const label = accept.slice(0, accept.indexOf("="));
    expect(await verdictOn(label, given.answer)).toBe(true);
    expect(await verdictOn(label, { ...given.answer, status: 201 })).toBe(false);
  });

  it("covers what is asked for, and then what §5.4 requires", async () => {
    const given = await answerTo('sig1=("content-type" "@method";req);nonce="n";tag="t";expires');
    expect(inputOf(given)).toBe(
      `sig1=("content-type" "@method";req "@status" "content-digest");created=${NOW};expires=${NOW + 300};keyid="${signer.keyId}";nonce="n";tag="t"`,
    );
  });

  it("has every signature that is asked for, and leaves out those that cannot be made", async () => {
    const given = await answerTo('a=("@status"), b=("date"), c=("@status");keyid="other"');
    expect(inputOf(given)).toMatch(/^a=\("@status"[^,]*$/);
    expect(await verdictOn("a", given.answer)).toBe(true);
    expect(given.reasons).toEqual([
      "a component of b is not there, or is not supported",
      "a parameter of c cannot be met",
    ]);
  });

  it("has no digest where it has no body", async () => {
    const given = await answerTo('sig1=("@status")', { status: 204, body: null, headers: [] });
    expect(inputOf(given)).toMatch(/^sig1=\("@status"\);/);
    expect((await answerTo('sig1=("content-digest")', { body: null })).added).toEqual([]);
  });

  it.each([
    ["a component that the answer lacks", 'sig1=("date")'],
    ["a component of requests", 'sig1=("@method")'],
    ["a status of the request", 'sig1=("@status";req)'],
    ["the signature's own parameters", 'sig1=("@signature-params")'],
    ["another reading of a field", 'sig1=("content-type";bs)'],
    ["another reading of a field of the request", 'sig1=("request-id";req;sf)'],
    ["a name that is none", 'sig1=("Content-Type")'],
    ["a component that is no name", "sig1=(1)"],
    ["a component twice", 'sig1=("@status" "@status")'],
    ["another key", 'sig1=("@status");keyid="other"'],
    ["another algorithm", 'sig1=("@status");alg="hmac-sha256"'],
    ["an algorithm of no name", 'sig1=("@status");alg'],
    ["a time of the requester", 'sig1=("@status");created=1'],
    ["an end of the requester", 'sig1=("@status");expires=9999999999'],
    ["a nonce that is no text", 'sig1=("@status");nonce=1'],
    ["a parameter that is not known", 'sig1=("@status");other'],
  ])("stays unsigned where it asks for %s", async (_, accept) => {
    const given = await answerTo(accept);
    expect(given.added).toEqual([]);
    expect(given.reasons).toHaveLength(1);
  });

  it.each([
    ["is no dictionary", '("@status")', "Accept-Signature is not a dictionary (RFC 8941)."],
    ["repeats a label", 'a=("@status"), a=("@status")', "Accept-Signature repeats a key."],
    ["lists nothing", "a=1", "Accept-Signature must list components."],
    ["is too long", `a=("${"x".repeat(5_000)}")`, "Accept-Signature is too long."],
    [
      "asks for five signatures",
      Array.from({ length: 5 }, (_, n) => `a${n}=("@status")`).join(", "),
      "Accept-Signature asks for too much.",
    ],
    [
      "asks for 33 components",
      `a=(${Array.from({ length: 33 }, (_, n) => `"x-${n}"`).join(" ")})`,
      "Accept-Signature asks for too much.",
    ],
  ])("stays unsigned where the field %s", async (_, accept, reason) => {
    const given = await answerTo(accept);
    expect(given.added).toEqual([]);
    expect(given.reasons).toEqual([reason]);
  });
});

describe("an answer that is signed in any case", () => {
  const complete = { verb: "complete" } as const;

  it.each([
    ["another label is asked for", 'other=("@status")', ["other", "sig1"]],
    ["its label is asked for", 'sig1=("@status" "@path";req)', ["sig1"]],
    ["its label is asked for, but cannot be made", 'sig1=("date")', ["sig1"]],
    ["the field is malformed", "(", ["sig1"]],
  ])("is signed once under each label where %s", async (_, accept, labels) => {
    const given = await answerTo(accept, complete);
    const found = [...inputOf(given).matchAll(/(?:^|, )([\w*.-]+)=\(/g)].map(([, label]) => label);
    expect(found).toEqual(labels);
    for (const label of labels) expect(await verdictOn(label, given.answer)).toBe(true);
  });

  it("is verified as before by a client that asked for another label", async () => {
    const { answer } = await answerTo('other=("@status" "@method";req)', complete);
    const received = { status: 200, headers: answer.headers.flat(), body: BODY };
    const { covered } = await verifyResponse(received, keysOf(profile), { clock });
    expect(covered).toEqual(["@status", "content-digest", "content-type"]);
  });
});

describe("a server that is asked for a signature", () => {
  it("logs why there is none, and answers", async () => {
    const entries: LogEntry[] = [];
    const signAs = { signAnswers: signAnswers(signer, { clock }) };
    const server = sampleServer({ created: [], entries }, {}, signAs);
    const answer = await createOverRest(server, "key_1", { "Accept-Signature": "(" });
    expect([answer.status, answer.headers.get("signature")]).toEqual([201, null]);
    const unsigned = "Accept-Signature is not a dictionary (RFC 8941).";
    expect(entries).toMatchObject([{ level: "info", operation: "create_checkout", unsigned }]);
  });

  it("has the origin of its endpoint in what is signed, whatever a proxy makes of the request", async () => {
    const seen: RequestMessage[] = [];
    const signAs: AnswerSigner = {
      sign(_operation, _answer, asked) {
        if (asked !== undefined) seen.push(asked.request());
        return undefined;
      },
    };
    const server = sampleServer({ created: [], entries: [] }, {}, { signAnswers: signAs });
    const { pathname } = new URL(REST_ENDPOINT);
    const headers = { "Accept-Signature": 'sig1=("@target-uri";req)', "X-Sent": "1" };
    await server.answer(
      new Request(`http://10.0.0.1:8080${pathname}/checkout-sessions/1`, { headers }),
      {
        target: `${pathname}/checkout-sessions/1?a=%7E`,
      },
    );
    expect(seen).toMatchObject([
      {
        ...{ method: "GET", scheme: "https", authority: new URL(REST_ENDPOINT).host },
        target: `${pathname}/checkout-sessions/1?a=%7E`,
      },
    ]);
    expect(seen[0]?.headers).toContain("x-sent");
  });
});
