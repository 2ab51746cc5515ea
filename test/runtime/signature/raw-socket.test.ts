/**
 * Signed requests byte for byte, over TLS (§5.4): what is verified is the target and the fields as they were
 * sent, not what some parser makes of them.
 */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signed } from "@proto-gen/runtime/auth";
import type { JsonObject } from "@proto-gen/runtime/json";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import {
  createSigner,
  generateSigningKey,
  signRequest,
  verifyRequests,
  type Signer,
} from "@proto-gen/runtime/signature";
import { createServer } from "../../../generated/server.js";
import { localhostCertificate } from "../../../templates/mock/certificate.js";
import { PLATFORM } from "../../support/open-business.js";
import { repository } from "../../support/published.js";
import { createSmallBusiness } from "../../support/small-business.js";
import { answersIn, type RawAnswer } from "../../support/raw-http.js";

const CARTS = "/proto/v1/carts";
const AGENT = ["Proto-Agent", `profile="${PLATFORM}"`, "Request-Id", "request_1"];

let node: NodeServer;
let cert: string;
let signer: Signer;

beforeAll(async () => {
  const tls = await localhostCertificate(undefined);
  cert = tls.cert;
  const pair = await generateSigningKey();
  signer = await createSigner(pair.privateKey);
  const profile = JSON.parse(
    readFileSync(path.join(repository, "profile.json"), "utf8"),
  ) as JsonObject;
  const platforms = approvedPlatforms({
    [PLATFORM]: { ...profile, signing_keys: [pair.publicKey] },
  });
  const { handlers } = createSmallBusiness();
  const server = createServer(handlers, {
    profile,
    platforms,
    // The server is reached under another name than its profile has.
    authentication: signed(
      verifyRequests({ name: "proto", platforms, origins: ["https://localhost"] }),
    ),
  });
  node = await serveNode(server, { port: 0, host: "localhost", tls });
});
afterAll(() => node.close());

interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** What is signed, where that is another message than what is sent. */
  readonly signs?: { readonly target?: string; readonly headers?: readonly string[] };
}

async function send(given: Sent): Promise<RawAnswer> {
  const { method = "GET", target, headers = ["Host", "localhost"], body = "", signs = {} } = given;
  const bytes = body === "" ? null : new TextEncoder().encode(body);
  const signature = await signRequest(
    {
      method,
      target: signs.target ?? target,
      scheme: "https",
      headers: [...(signs.headers ?? headers), ...AGENT],
      body: bytes,
    },
    signer,
    { agentHeader: "Proto-Agent" },
  );
  const length = body === "" ? [] : ["Content-Length", String(body.length)];
  const all = [...headers, ...AGENT, ...signature.flat(), ...length, "Connection", "close"];
  const lines = [`${method} ${target} HTTP/1.1`];
  for (let at = 0; at < all.length; at += 2) lines.push(`${all[at]}: ${all[at + 1]}`);
  const socket = connect({ port: node.port, host: "localhost", ca: cert });
  await once(socket, "secureConnect");
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  let text = "";
  for await (const chunk of socket) text += (chunk as Buffer).toString("latin1");
  return answersIn(text)[0] as RawAnswer;
}

/** The cart is not there, which the business says of a request that it has verified (§4.3). */
function notFound(id: string): string {
  return `No cart ${id}.`;
}

describe("a signed request", () => {
  it.each<[string, Sent, string]>([
    ["a path", { target: `${CARTS}/none` }, "none"],
    ["? alone", { target: `${CARTS}/none?` }, "none"],
    ["a query", { target: `${CARTS}/none?a=%7E+b` }, "none"],
    ["%7E", { target: `${CARTS}/%7Enone` }, "~none"],
    ["~", { target: `${CARTS}/~none` }, "~none"],
    ["+", { target: `${CARTS}/a+b` }, "a+b"],
    ["the absolute form", { target: `https://localhost${CARTS}/none` }, "none"],
    [
      "it, with a default port and capitals",
      { target: `https://LocalHost:443${CARTS}/none` },
      "none",
    ],
    ["Host with :443", { target: `${CARTS}/none`, headers: ["Host", "localhost:443"] }, "none"],
    [
      "Host with :443, signed without",
      {
        target: `${CARTS}/none`,
        headers: ["Host", "localhost:443"],
        signs: { headers: ["Host", "localhost"] },
      },
      "none",
    ],
    ["a Host in capitals", { target: `${CARTS}/none`, headers: ["HOST", "LOCALHOST"] }, "none"],
  ])("is verified as it was sent: %s", async (_, sent, id) => {
    const { status, body } = await send(sent);
    expect([status, body]).toEqual([200, expect.stringContaining(notFound(id))]);
  });

  it("is verified with its body", async () => {
    const body = JSON.stringify({ line_items: [{ item: { id: "camera" }, quantity: 1 }] });
    const headers = [
      ...["Host", "localhost", "Content-Type", "application/json"],
      ...["Idempotency-Key", "key_1"],
    ];
    const { status } = await send({ method: "POST", target: CARTS, headers, body });
    expect(status).toBe(201);
  });
});

describe("what was signed in another spelling is another request", () => {
  const other = (target: string, signed: string): Sent => ({ target, signs: { target: signed } });
  it.each<[string, Sent]>([
    ["%7E for ~", other(`${CARTS}/%7Enone`, `${CARTS}/~none`)],
    ["~ for %7E", other(`${CARTS}/~none`, `${CARTS}/%7Enone`)],
    ["a query for none", other(`${CARTS}/none?a`, `${CARTS}/none`)],
    ["none for a query", other(`${CARTS}/none`, `${CARTS}/none?a`)],
    ["%20 for +", other(`${CARTS}/a?b=c%20d`, `${CARTS}/a?b=c+d`)],
    ["another host", other(`https://localhost${CARTS}/none`, `https://shop.example${CARTS}/none`)],
    [
      "another port",
      {
        target: `${CARTS}/none`,
        headers: ["Host", "localhost"],
        signs: { headers: ["Host", "localhost:8443"] },
      },
    ],
  ])("%s", async (_, sent) => {
    const { status, body } = await send(sent);
    expect([status, JSON.parse(body)]).toMatchObject([401, { code: "signature_invalid" }]);
  });
});

describe("what readers may take for different requests is refused", () => {
  it.each<[string, Sent]>([
    ["/../", { target: `${CARTS}/x/../none` }],
    ["%2e%2e", { target: `${CARTS}/%2e%2e/none` }],
    [
      "two Hosts",
      {
        target: `${CARTS}/none`,
        headers: ["Host", "localhost", "Host", "shop.example"],
        signs: { headers: ["Host", "localhost"] },
      },
    ],
    [
      "two agents",
      {
        target: `${CARTS}/none`,
        headers: ["Host", "localhost", "Proto-Agent", 'profile="https://other.example/"'],
        signs: { headers: ["Host", "localhost"] },
      },
    ],
    [
      "two content types",
      {
        method: "POST",
        target: CARTS,
        headers: [
          ...["Host", "localhost", "Content-Type", "application/json"],
          ...["Content-Type", "text/plain", "Idempotency-Key", "key_2"],
        ],
        signs: {
          headers: [
            ...["Host", "localhost", "Content-Type", "application/json"],
            ...["Idempotency-Key", "key_2"],
          ],
        },
        body: "{}",
      },
    ],
  ])("%s", async (_, sent) => {
    const { status, body } = await send(sent);
    const code: unknown = expect.stringMatching(/^invalid_(?:request|profile_url)$/);
    expect([status, JSON.parse(body)]).toMatchObject([400, { code }]);
  });
});
