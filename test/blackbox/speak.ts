/**
 * A platform's two ways to speak (§4). In: a tool of §4.5, what it is asked, a business.
 * Out: the resource or the refusal, whichever transport carried it.
 */

import { randomBytes, randomUUID } from "node:crypto";
import type { Purchase } from "./fixture.js";
import { overMcp } from "./speak-mcp.js";
import type { Body } from "./shapes.js";

/** Each tool (§4.5) with the REST call that does the same (§4.2, §4.3). */
const TOOLS = {
  create_checkout: ["POST", "/checkout-sessions", ""],
  get_checkout: ["GET", "/checkout-sessions", ""],
  update_checkout: ["PUT", "/checkout-sessions", ""],
  complete_checkout: ["POST", "/checkout-sessions", "/complete"],
  cancel_checkout: ["POST", "/checkout-sessions", "/cancel"],
  create_cart: ["POST", "/carts", ""],
  get_cart: ["GET", "/carts", ""],
  update_cart: ["PUT", "/carts", ""],
  cancel_cart: ["POST", "/carts", "/cancel"],
} as const;

export type Tool = keyof typeof TOOLS;

export interface Ask {
  readonly id?: string | undefined;
  readonly payload?: object | undefined;
  /** the idempotency key, a new one where none is given */
  readonly key?: string | undefined;
  /** the profile URL of who asks, the business's platform where none is given */
  readonly platform?: string | undefined;
  /** headers beside the protocol's, such as those that a proxy adds */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A protocol error (§7.1). */
export interface Refused {
  readonly code: string;
  readonly content: string;
}

export interface Answer {
  readonly body: Body;
  readonly refused: Refused | undefined;
  /** the HTTP status */
  readonly status: number;
  /** the JSON-RPC error code, in MCP */
  readonly rpc?: number | undefined;
  readonly text: string;
}

export type Speak = (business: Purchase, tool: Tool, ask?: Ask) => Promise<Answer>;

/** 192 bits of key, where §8 asks for 128. */
export function newKey(): string {
  return randomBytes(24).toString("base64url");
}

/** The headers that §4.8 asks of a call that changes state. */
export function restHeaders(platform: string, key: string = newKey()): Record<string, string> {
  return {
    "proto-agent": `profile="${platform}"`,
    "request-id": randomUUID(),
    "idempotency-key": key,
    "content-type": "application/json",
    accept: "application/json",
  };
}

/** The same headers without one: `Idempotency-Key` on a read, `Content-Type` without a body. */
export function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

function parsed(text: string): Body {
  return (text === "" ? {} : JSON.parse(text)) as Body;
}

/** Sends what it is given, as it is given, and reads the answer. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const body = parsed(text);
  const refused = response.status >= 400 ? (body as unknown as Refused) : undefined;
  return { body, refused, status: response.status, text };
}

export async function overRest(business: Purchase, tool: Tool, ask: Ask = {}): Promise<Answer> {
  const [method, path, action] = TOOLS[tool];
  const at = ask.id === undefined ? "" : `/${encodeURIComponent(ask.id)}`;
  const all = { ...restHeaders(ask.platform ?? business.platform, ask.key), ...ask.headers };
  const headers = method === "GET" ? without(all, "idempotency-key") : all;
  const payload = tool === "cancel_cart" ? {} : ask.payload;
  const url = `${business.rest}${path}${at}${action}`;
  if (payload === undefined)
    return send(url, { method, headers: without(headers, "content-type") });
  return send(url, { method, headers, body: JSON.stringify(payload) });
}

export const TRANSPORTS: readonly (readonly ["REST" | "MCP", Speak])[] = [
  ["REST", overRest],
  ["MCP", overMcp],
];
