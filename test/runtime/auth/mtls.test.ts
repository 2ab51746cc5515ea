/** Mutual TLS (§5.2) over real connections. */

import { once } from "node:events";
import https from "node:https";
import tls from "node:tls";
import { anyOf, apiKey, mtls, open, type Authentication } from "@proto-gen/runtime/auth";
import { serveNode, type NodeServer, type ServeNodeOptions } from "@proto-gen/runtime/node";
import type { CallContext } from "@proto-gen/runtime/server";
import type { PeerCertificate } from "../../../src/runtime/server/transport.js";
import { generate } from "selfsigned";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BASE, callHeaders, ORDERED, sampleBusiness } from "../../support/socket-business.js";

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

let ours: Certificate;
let agent: Certificate;
let stranger: Certificate;
let running: NodeServer[] = [];
let created: CallContext[];
let shown: PeerCertificate[];
let resumed: boolean[];

async function certificateOf(name: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: name }]);
  return { key, cert };
}

beforeAll(async () => {
  [ours, agent, stranger] = await Promise.all([
    certificateOf("localhost"),
    certificateOf("agent.example"),
    certificateOf("agent.example"),
  ]);
});

beforeEach(() => {
  shown = [];
  resumed = [];
});

afterEach(async () => {
  await Promise.all(running.map((each) => each.close({ timeoutMs: 0 })));
  running = [];
});

const byCertificate = mtls((certificate) => {
  shown.push(certificate);
  return certificate.subject === "CN=agent.example" ? { id: "agent" } : undefined;
});

async function serve(
  authentication: Authentication = byCertificate,
  more: ServeNodeOptions["tls"] = {},
): Promise<string> {
  const business = sampleBusiness({}, { authentication });
  created = business.created;
  const asked = { requestCert: true, rejectUnauthorized: false, ca: [agent.cert] };
  const own = await serveNode(business.server, {
    port: 0,
    host: "127.0.0.1",
    tls: { ...ours, ...asked, ...more },
  });
  running.push(own);
  return own.url;
}

async function post(url: string, more: https.RequestOptions = {}): Promise<number | undefined> {
  const request = https.request(`${url}${BASE}/checkout-sessions`, {
    method: "POST",
    headers: callHeaders(),
    rejectUnauthorized: false,
    agent: false,
    ...more,
  });
  request.end(ORDERED);
  const [response] = (await once(request, "response")) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

describe("a client's certificate", () => {
  it("says who calls", async () => {
    expect(await post(await serve(), agent)).toBe(201);
    expect(created[0]?.principal).toEqual({ kind: "mtls", id: "agent" });
    const [certificate] = shown;
    expect(certificate?.fingerprint256).toMatch(/^([\dA-F]{2}:){31}[\dA-F]{2}$/);
    expect(certificate?.raw).toBeInstanceOf(Uint8Array);
  });

  it("answers 401 to a certificate that no trusted authority has issued, whatever its name", async () => {
    expect(await post(await serve(), stranger)).toBe(401);
    expect(shown).toEqual([]);
  });

  it("answers 401 if the client has no certificate", async () => {
    expect(await post(await serve())).toBe(401);
  });

  it("answers 401 to a verified certificate that belongs to nobody", async () => {
    expect(await post(await serve(mtls(() => undefined)), agent)).toBe(401);
  });

  it("is not asked for where `requestCert` is not given: nothing was verified", async () => {
    expect(await post(await serve(byCertificate, { requestCert: false }), agent)).toBe(401);
    expect(shown).toEqual([]);
  });

  it("is asked for in the handshake where nobody else may connect", async () => {
    const url = await serve(byCertificate, { rejectUnauthorized: true });
    await expect(post(url)).rejects.toThrow();
    expect(await post(url, agent)).toBe(201);
  });

  it("may be one of several ways", async () => {
    const key = "key-of-agent";
    const url = await serve({
      default: open(),
      operations: { create_checkout: anyOf(byCertificate, apiKey({ keys: { agent: key } })) },
    });
    expect(await post(url)).toBe(401);
    expect(await post(url, { headers: { ...callHeaders(), "X-API-Key": key } })).toBe(201);
    expect(await post(url, agent)).toBe(201);
    expect(created.map(({ principal }) => principal.kind)).toEqual(["api_key", "mtls"]);
  });

  it("is still known when a session is resumed, and no session stands for one", async () => {
    const url = await serve();
    const [known, unknown] = [await sessionOf(url, agent), await sessionOf(url)];
    expect(await post(url, resuming(url, known, agent))).toBe(201);
    expect(await post(url, resuming(url, unknown, agent))).toBe(401);
    expect(resumed).toEqual([true, true]);
  });
});

function connectTo(url: string, more: tls.ConnectionOptions): tls.TLSSocket {
  const port = Number(new URL(url).port);
  return tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...more });
}

async function sessionOf(url: string, certificate?: Certificate): Promise<Buffer> {
  const socket = connectTo(url, { ...certificate });
  const [session] = (await once(socket, "session")) as [Buffer];
  socket.destroy();
  return session;
}

function resuming(url: string, session: Buffer, certificate: Certificate): https.RequestOptions {
  return {
    // An agent would make its own connection.
    agent: undefined,
    createConnection() {
      const socket = connectTo(url, { session, ...certificate });
      socket.on("secureConnect", () => resumed.push(socket.isSessionReused()));
      return socket;
    },
  };
}
