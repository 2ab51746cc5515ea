/** Requests and responses to sign, with a key pair that is made once. */

import {
  createSigner,
  generateSigningKey,
  keysOf,
  signRequest,
  verifyRequest,
  type RequestMessage,
  type Signer,
  type Verified,
} from "@proto-gen/runtime/signature";
import type { SignatureHeaders } from "../../src/runtime/signature/message.js";
import type { SignRequestOptions } from "../../src/runtime/signature/sign.js";
import type { VerifyRequestOptions } from "../../src/runtime/signature/verify.js";

export const AGENT = { agentHeader: "Proto-Agent" };
/** 2026-11-20T00:00:00Z, in seconds. */
export const NOW = 1_795_132_800;
export const clock = (): number => NOW * 1_000;

export const pair = await generateSigningKey({ kid: "platform-2026-11" });
export const profile = { proto: {}, signing_keys: [pair.publicKey] };
export const signer: Signer = await createSigner(pair.privateKey);

export const BODY = new TextEncoder().encode(
  JSON.stringify({ currency: "EUR", line_items: [{ item: { id: "roses" }, quantity: 2 }] }),
);

export const createCheckout: RequestMessage = {
  method: "POST",
  target: "/proto/checkout-sessions?dry=%7Erun&a=1+2",
  scheme: "https",
  headers: [
    ...["Host", "shop.example"],
    ...["Proto-Agent", 'profile="https://agent.example/.well-known/proto"'],
    ...["Idempotency-Key", "4be2c0a7-6d0c-4a4e-9e0f-2f6f0c5d1a11"],
    ...["Request-Id", "r-1"],
    ...["Content-Type", "application/json"],
  ],
  body: BODY,
};

export const getCart: RequestMessage = {
  method: "GET",
  target: "/proto/carts/cart_1",
  scheme: "https",
  headers: ["Host", "shop.example"],
  body: null,
};

export function withHeaders<Message extends { readonly headers: readonly string[] }>(
  message: Message,
  headers: SignatureHeaders,
): Message {
  return { ...message, headers: [...message.headers, ...headers.flat()] };
}

export async function signed(
  request: RequestMessage,
  options: Partial<SignRequestOptions> = {},
  by: Signer = signer,
): Promise<RequestMessage> {
  return withHeaders(request, await signRequest(request, by, { ...AGENT, clock, ...options }));
}

export function verified(
  request: RequestMessage,
  options: Partial<VerifyRequestOptions> = {},
): Promise<Verified> {
  return verifyRequest(request, keysOf(profile), { ...AGENT, clock, ...options });
}

/** What signing covers, as text: by a signer that keeps it. */
export async function baseOf(request: RequestMessage): Promise<string> {
  let base = "";
  const listener: Signer = {
    keyId: "k",
    curve: "P-256",
    sign: async (bytes) => {
      base = new TextDecoder().decode(bytes);
      return new Uint8Array(64);
    },
  };
  await signRequest(request, listener, { ...AGENT, clock });
  return base;
}

/**
 * Signed rightly, by someone who covers other components or says other things of the signature: what
 * is wrong with it is not that it fails to verify.
 */
export async function signedOtherwise(
  request: RequestMessage,
  { names: editNames = (names) => names, parameters: editParameters = (text) => text }: Edits,
): Promise<RequestMessage> {
  let input = "";
  const sign = (bytes: Uint8Array): Promise<Uint8Array> => {
    const lines = new TextDecoder().decode(bytes).split("\n");
    const [, parameters] = /\)(.*)$/.exec(lines.pop()!)!;
    const byName = new Map(lines.map((line) => [line.slice(0, line.indexOf(": ")), line]));
    const names = editNames([...byName.keys()]);
    input = `(${names.join(" ")})${editParameters(parameters!)}`;
    const base = [...names.map((name) => byName.get(name)), `"@signature-params": ${input}`];
    return signer.sign(new TextEncoder().encode(base.join("\n")));
  };
  const sent = await signed(request, {}, { ...signer, sign });
  return setHeader(sent, "signature-input", `sig1=${input}`);
}

export interface Edits {
  /** Names with their quotes. */
  readonly names?: (names: readonly string[]) => readonly string[];
  readonly parameters?: (text: string) => string;
}

/** The code of the error that it is refused with; undefined where it is accepted. */
export async function refusal(verification: Promise<unknown>): Promise<string | undefined> {
  try {
    await verification;
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}

/** In place, in any case of its name; added where it was not there. */
export function setHeader(message: RequestMessage, name: string, value: string): RequestMessage {
  return withHeaders(dropHeader(message, name), [[name, value]]);
}

export function dropHeader(message: RequestMessage, name: string): RequestMessage {
  const { headers } = message;
  const at = headers.findIndex(
    (each, index) => index % 2 === 0 && each.toLowerCase() === name.toLowerCase(),
  );
  return at < 0 ? message : { ...message, headers: headers.toSpliced(at, 2) };
}

export function header(message: { readonly headers: readonly string[] }, name: string): string {
  const { headers } = message;
  const at = headers.findIndex(
    (each, index) => index % 2 === 0 && each.toLowerCase() === name.toLowerCase(),
  );
  return headers[at + 1] ?? "";
}
