/** A platform that signs its calls (§5.4): a checkout created over either transport, signed for any address. */

import { randomUUID } from "node:crypto";
import { createSigner, signRequest, type SigningKeyPair } from "@proto-gen/runtime/signature";
import type { Purchase } from "./fixture.js";
import { metaOf, sendMessage, toolRequest } from "./speak-mcp.js";
import { restHeaders, send } from "./speak.js";
import { basket } from "./steps.js";

export interface SignedAsk {
  readonly keys: SigningKeyPair;
  /** The host that the signature is for, that of the business where none is given. */
  readonly host?: string;
  /** What is sent after the body that is signed. */
  readonly appended?: string;
}

/** @returns the code of the refusal; undefined where the checkout is created */
export type CreateSigned = (open: Purchase, ask: SignedAsk) => Promise<string | undefined>;

interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function signed(
  url: string,
  { headers, body }: Outgoing,
  ask: SignedAsk,
): Promise<Record<string, string>> {
  const { host, pathname } = new URL(url);
  const signer = await createSigner(ask.keys.privateKey);
  const signature = await signRequest(
    {
      method: "POST",
      target: pathname,
      scheme: "http",
      headers: ["host", ask.host ?? host, ...Object.entries(headers).flat()],
      body: new TextEncoder().encode(body),
    },
    signer,
    { agentHeader: "Proto-Agent" },
  );
  return { ...headers, ...Object.fromEntries(signature) };
}

async function overRest(open: Purchase, ask: SignedAsk): Promise<string | undefined> {
  const { appended = "" } = ask;
  const url = `${open.rest}/checkout-sessions`;
  const body = JSON.stringify(basket("presets"));
  const headers = await signed(url, { headers: restHeaders(open.platform), body }, ask);
  const answer = await send(url, { method: "POST", headers, body: body + appended });
  return answer.refused?.code;
}

async function overMcp(open: Purchase, ask: SignedAsk): Promise<string | undefined> {
  const { appended = "" } = ask;
  const args = { meta: metaOf(open.platform, randomUUID()), checkout: basket("presets") };
  const { headers: plain, body } = toolRequest("create_checkout", args);
  const named = { ...plain, "proto-agent": `profile="${open.platform}"` };
  const headers = await signed(open.mcp, { headers: named, body }, ask);
  const answer = await sendMessage(open.mcp, { method: "POST", headers, body: body + appended });
  return answer.error?.data?.code;
}

export const SIGNED_TRANSPORTS: readonly (readonly ["REST" | "MCP", CreateSigned])[] = [
  ["REST", overRest],
  ["MCP", overMcp],
];
