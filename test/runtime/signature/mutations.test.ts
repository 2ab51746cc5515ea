/** A signed request, changed in one place: what is covered is refused, what is not is let through. */

import type { RequestMessage } from "@proto-gen/runtime/signature";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createCheckout,
  dropHeader,
  header,
  refusal,
  setHeader,
  signed,
  verified,
  withHeaders,
} from "../../support/signed-request.js";

interface Mutation {
  readonly what: string;
  readonly request: RequestMessage;
  readonly code: string | undefined;
}

let request: RequestMessage;
beforeAll(async () => void (request = await signed(createCheckout)));

/** Another visible character, for each place of a text. */
function changes(text: string): readonly (readonly [at: number, changed: string])[] {
  return [...text].map((character, at) => {
    const other = /\d/.test(character)
      ? String((Number(character) + 1) % 10)
      : otherLetter(character);
    return [at, text.slice(0, at) + other + text.slice(at + 1)];
  });
}

function otherLetter(character: string): string {
  return character === "z" ? "y" : "z";
}

async function surprises(mutations: readonly Mutation[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { what, request: changed, code } of mutations) {
    const got = await refusal(verified(changed));
    if (got !== code) found.push(`${what}: ${got}, not ${code}`);
  }
  return found;
}

function ofHeader(name: string, code: (at: number, value: string) => string): readonly Mutation[] {
  const value = header(request, name);
  return changes(value).map(([at, changed]) => ({
    what: `${name} at ${at}: ${changed}`,
    request: setHeader(request, name, changed),
    code: code(at, value),
  }));
}

/** Whether a place of `value` is in the first of `part`. */
function isIn(at: number, value: string, part: string): boolean {
  const start = value.indexOf(part);
  return at >= start && at < start + part.length;
}

function inputCode(at: number, value: string): string {
  if (isIn(at, value, "sig1") || isIn(at, value, "keyid")) return "signature_missing";
  return isIn(at, value, "platform-2026-11") ? "key_not_found" : "signature_invalid";
}

function signatureCode(at: number): string {
  return at < "sig1".length ? "signature_missing" : "signature_invalid";
}

function digestCode(at: number): string {
  return at < "sha-256".length ? "algorithm_unsupported" : "digest_mismatch";
}

const invalid = (): string => "signature_invalid";

function ofBody(): readonly Mutation[] {
  const body = request.body!;
  return Array.from(body, (byte, at) => ({
    what: `body at ${at}`,
    request: { ...request, body: body.with(at, byte ^ (1 << (at % 8))) },
    code: "digest_mismatch",
  }));
}

function ofTarget(): readonly Mutation[] {
  return [
    ...changes(request.target).map(([at, target]) => ({ at, changed: { ...request, target } })),
    ...changes(request.method).map(([at, method]) => ({ at, changed: { ...request, method } })),
  ].map(({ at, changed }) => ({
    what: `${changed.method} ${changed.target} at ${at}`,
    request: changed,
    code: "signature_invalid",
  }));
}

function ofList(): readonly Mutation[] {
  const input = header(request, "signature-input");
  const names = /\((.*)\)/.exec(input)![1]!.split(" ");
  const lists = names.flatMap((name, at) => [
    names.toSpliced(at, 1),
    names.toSpliced(at, 0, name),
    names.toSpliced(at, 2, ...names.slice(at, at + 2).reverse()),
    names.toSpliced(at, 0, '"request-id"'),
    names.toSpliced(at, 0, '"@scheme"'),
  ]);
  // The last name has no neighbour to change places with.
  return lists
    .filter((list) => list.join() !== names.join())
    .map((list) => ({
      what: list.join(" "),
      request: setHeader(
        request,
        "signature-input",
        input.replace(/\(.*\)/, `(${list.join(" ")})`),
      ),
      code: "signature_invalid",
    }));
}

describe("a change of one place", () => {
  it("is refused, with its own code, in the signature and in what it covers", async () => {
    const mutations = [
      ...ofBody(),
      ...ofTarget(),
      ...ofList(),
      ...ofHeader("content-digest", digestCode),
      ...ofHeader("content-type", invalid),
      ...ofHeader("proto-agent", invalid),
      ...ofHeader("idempotency-key", invalid),
      ...ofHeader("host", invalid),
      ...ofHeader("signature-input", inputCode),
      ...ofHeader("signature", signatureCode),
    ];
    expect(mutations.length).toBeGreaterThan(500);
    expect(await surprises(mutations)).toEqual([]);
  });

  it("is let through in what the signature does not cover", async () => {
    const names = ["Request-Id", "Accept", "Accept-Language", "Authorization", "X-API-Key"];
    const added = [...names, "User-Agent", "Via", "X-Forwarded-For", "Traceparent", "Date"];
    const mutations: Mutation[] = [
      ...added.map((name) => withHeaders(request, [[name, "1"]])),
      ...added.map((name) =>
        withHeaders(request, [
          [name, "1"],
          [name, "2"],
        ]),
      ),
      ...added.map((name) => withHeaders(request, [[name, "schlüssel"]])),
      ...added.map((name) => ({ ...request, headers: [name, "", ...request.headers] })),
      ...changes("r-1").map(([, id]) => setHeader(request, "Request-Id", id)),
      dropHeader(request, "Request-Id"),
      // Order, case of names and white space around values are nobody's to sign (RFC 9421 §2.1).
      ...request.headers.flatMap((name, at) => {
        if (at % 2 === 1) return [];
        const value = request.headers[at + 1]!;
        const others = request.headers.toSpliced(at, 2);
        return [
          { ...request, headers: [...others, name.toUpperCase(), value] },
          { ...request, headers: [name, ` \t${value} `, ...others] },
        ];
      }),
    ].map((changed, at) => ({ what: `change ${at}`, request: changed, code: undefined }));
    expect(mutations.length).toBeGreaterThan(50);
    expect(await surprises(mutations)).toEqual([]);
  });
});
