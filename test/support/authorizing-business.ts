/** The small business with a signing key: what it answers carries its authorization, where that was agreed. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { merchantAuthorization } from "@proto-gen/runtime/commerce";
import type { MerchantAuthorizationOptions } from "../../src/runtime/commerce/mandate/mandates.js";
import { jwsAuthorizer } from "@proto-gen/runtime/jose";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { openSmallBusiness, PLATFORM, type OpenBusiness } from "./open-business.js";

export const MANDATE = "dev.proto.shopping.ap2_mandate";
/** A platform without extensions. */
export const PLAIN_PLATFORM = "https://plain.example/profile.json";
export const ORDERED = [{ item: { id: "camera" }, quantity: 2 }];

const PLAIN_PROFILE = {
  proto: {
    version: "2026-11-27",
    capabilities: { "dev.proto.shopping.checkout": [{ version: "2026-11-27" }] },
  },
};

export interface AuthorizingBusiness extends OpenBusiness {
  readonly pair: SigningKeyPair;
  /** What its profile publishes as `signing_keys`. */
  readonly keys: readonly object[];
}

export async function openAuthorizingBusiness(
  options: MerchantAuthorizationOptions = {},
): Promise<AuthorizingBusiness> {
  const pair = await generateSigningKey();
  const authorizer = await jwsAuthorizer(pair.privateKey);
  const business = await openSmallBusiness(
    { [PLAIN_PLATFORM]: PLAIN_PROFILE },
    { finishers: { [MANDATE]: merchantAuthorization(authorizer, options) } },
  );
  return { ...business, pair, keys: [pair.publicKey] };
}

export interface Asked {
  readonly platform?: string;
  readonly key?: string;
}

/** One operation, with the payload that it takes, and the text of what came. */
export type Ask = (
  business: OpenBusiness,
  operation: keyof typeof PLACES,
  payload: JsonObject | undefined,
  asked?: Asked,
) => Promise<{ readonly text: string; readonly body: JsonObject }>;

const PLACES = {
  create_checkout: ["POST", ""],
  get_checkout: ["GET", "/checkout_1"],
  update_checkout: ["PUT", "/checkout_1"],
  complete_checkout: ["POST", "/checkout_1/complete"],
  cancel_checkout: ["POST", "/checkout_1/cancel"],
} as const;

const overRest: Ask = async (business, operation, payload, asked = {}) => {
  const { platform = PLATFORM, key = crypto.randomUUID() } = asked;
  const [method, path] = PLACES[operation];
  const response = await fetch(`${business.rest}/checkout-sessions${path}`, {
    method,
    headers: {
      "Proto-Agent": `profile="${platform}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": key,
      ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  const text = await response.text();
  return { text, body: JSON.parse(text) as JsonObject };
};

interface ToolMessage {
  readonly result?: { readonly structuredContent: { readonly checkout: JsonObject } };
  readonly error?: { readonly data: JsonObject };
}

const overMcp: Ask = async (business, operation, payload, asked = {}) => {
  const { platform = PLATFORM, key = crypto.randomUUID() } = asked;
  const meta = { "proto-agent": { profile: platform }, "idempotency-key": key };
  const parameters = {
    meta,
    ...(operation === "create_checkout" ? {} : { id: "checkout_1" }),
    ...(payload === undefined ? {} : { checkout: payload }),
  };
  const params = { name: operation, arguments: parameters };
  const response = await fetch(business.mcp, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const json = isStream ? (/^data: (.*)$/m.exec(text)?.[1] ?? "null") : text;
  const { result, error } = JSON.parse(json) as ToolMessage;
  return { text, body: (result?.structuredContent.checkout ?? error?.data) as JsonObject };
};

export const ASKS: readonly (readonly [string, Ask])[] = [
  ["REST", overRest],
  ["MCP", overMcp],
];
