/** One call of each transport, with credentials: what the server says of them. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Server } from "@proto-gen/runtime/server";
import { callTool, metaOf } from "./mcp-call.js";
import { ORDERED, REST_ENDPOINT, WHOLE } from "./sample-business.js";

export interface Said {
  /** Of the table; over MCP there is none but in the log. */
  readonly status: number;
  readonly code: string | undefined;
  readonly content: string | undefined;
  readonly challenge: string | null;
  readonly id: string | undefined;
}

export interface CallAsk {
  readonly operation?: "create_checkout" | "cancel_checkout" | "get_checkout";
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: string;
  readonly key?: string;
}

export type Call = (server: Server, ask?: CallAsk) => Promise<Said>;

const PLACES = {
  create_checkout: ["POST", "/checkout-sessions"],
  cancel_checkout: ["POST", "/checkout-sessions/checkout_1/cancel"],
  get_checkout: ["GET", "/checkout-sessions/checkout_1"],
} as const;

let calls = 0;

function freshKey(): string {
  calls++;
  return `00000000-0000-4000-8000-${String(calls).padStart(12, "0")}`;
}

async function overRest(server: Server, ask: CallAsk = {}): Promise<Said> {
  const { operation = "create_checkout", headers = {}, agent = WHOLE, key = freshKey() } = ask;
  const [method, path] = PLACES[operation];
  const creates = operation === "create_checkout";
  const request = new Request(REST_ENDPOINT + path, {
    method,
    headers: {
      "Proto-Agent": `profile="${agent}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": key,
      ...(creates ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    ...(creates ? { body: JSON.stringify(ORDERED) } : {}),
  });
  const response = await server.fetch(request);
  const challenge = response.headers.get("www-authenticate");
  return said(response.status, (await response.json()) as JsonObject, challenge);
}

async function overMcp(server: Server, ask: CallAsk = {}): Promise<Said> {
  const { operation = "create_checkout", headers = {}, agent = WHOLE, key = freshKey() } = ask;
  const meta = metaOf(agent, key);
  const rest = operation === "create_checkout" ? { checkout: ORDERED } : { id: "checkout_1" };
  const answer = await callTool(server, operation, { meta, ...rest }, { headers });
  const { error, result } = answer.message;
  const body = error?.data ?? (result?.structuredContent["checkout"] as JsonObject);
  return said(answer.status, body, answer.headers.get("www-authenticate"));
}

function said(status: number, body: JsonObject, challenge: string | null): Said {
  const { code, content, id } = body as Partial<Record<string, string>>;
  return { status, code, content, challenge, id };
}

export const TRANSPORTS: readonly (readonly [string, Call])[] = [
  ["REST", overRest],
  ["MCP", overMcp],
];
