/** A tokenizer with two participants, a platform and a business, and calls of it. */

import { bearer } from "@proto-gen/runtime/auth";
import type { Found } from "../../src/runtime/auth/check.js";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { LogEntry } from "@proto-gen/runtime/server";
import {
  aesGcmSeal,
  createTokenizer,
  createVault,
  type Seal,
  type Tokenizer,
  type TokenizerOptions,
  type Vault,
} from "@proto-gen/runtime/tokenization";

export const BASE = "https://tokenizer.example/v1";

/** Bearer tokens, by whose they are. */
export const BEARERS = {
  platform: "bearer-of-platform-8a1f0c",
  business: "bearer-of-business-51d0aa",
  other: "bearer-of-other-business-9e",
  agent: "bearer-of-agent-of-business-2c",
} as const;

export type Caller = keyof typeof BEARERS;

/** What `identity` holds: another name of the same participants. */
export const ACCESS_TOKENS = {
  business: "participant-business-77b2",
  other: "participant-other-1f9e",
} as const;

export const CARD = {
  type: "card",
  card_number_type: "fpan",
  number: "4929123456781234",
  expiry_month: 12,
  expiry_year: 2030,
  cvc: "737",
} as const;

export const BOUND_TO_BUSINESS = {
  checkout_id: "checkout_1",
  identity: { access_token: ACCESS_TOKENS.business },
} as const;
export const OWN = { checkout_id: "checkout_1" } as const;

function ownerOf(table: Readonly<Record<string, string>>, token: string): Found {
  const [id] = Object.entries(table).find(([, each]) => each === token) ?? [];
  return id === undefined ? undefined : { id };
}

export const callers = bearer((token) => ownerOf(BEARERS, token));

export function sampleSeal(): Seal {
  const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
  return aesGcmSeal({ keys: { first: key(1), second: key(2) }, current: "second" });
}

/** Whose records never expire, unless given: what ends tokens then is the tokenizer itself. */
export function sampleVault(store: Storage = createMemoryStorage({ now: () => 0 })): Vault {
  return createVault({ store, seal: sampleSeal() });
}

export function sampleTokenizer(
  entries: LogEntry[] = [],
  more: Partial<TokenizerOptions> = {},
): Tokenizer {
  return createTokenizer({
    name: "proto",
    basePath: "/v1",
    vault: sampleVault(),
    tokenize: { authentication: callers },
    detokenize: { authentication: callers },
    participantOf: (accessToken) => ownerOf(ACCESS_TOKENS, accessToken),
    log: (entry) => void entries.push(entry),
    ...more,
  });
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Sent {
  readonly path: string;
  readonly caller?: Caller | undefined;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is text is sent as it stands. */
export async function send(tokenizer: Tokenizer, sent: Sent): Promise<Answered> {
  const { path, caller, body, method = "POST", headers = {} } = sent;
  const authorization = caller === undefined ? {} : { Authorization: `Bearer ${BEARERS[caller]}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`${BASE}${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...authorization, ...headers },
    ...(body === undefined ? {} : { body: text }),
  });
  const response = await tokenizer.fetch(request);
  const answer = await response.text();
  const parsed = answer === "" ? {} : (JSON.parse(answer) as Answered["body"]);
  return { status: response.status, headers: response.headers, text: answer, body: parsed };
}

/** A token of the platform's, bound to the business unless told. */
export async function tokenOf(
  tokenizer: Tokenizer,
  binding: object = BOUND_TO_BUSINESS,
): Promise<string> {
  const body = { credential: CARD, binding };
  const answer = await send(tokenizer, { path: "/tokenize", caller: "platform", body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body["token"] as string;
}

export function detokenize(
  tokenizer: Tokenizer,
  token: unknown,
  caller: Caller | undefined = "business",
  binding: object = OWN,
): Promise<Answered> {
  return send(tokenizer, { path: "/detokenize", caller, body: { token, binding } });
}
