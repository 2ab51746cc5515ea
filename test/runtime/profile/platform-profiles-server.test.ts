/** A server with platforms' profiles that are fetched (§5.3, §7), as far as the socket. */

import { once } from "node:events";
import { createServer, type Server as HttpsServer } from "node:https";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles, type PlatformProfilesOptions } from "@proto-gen/runtime/profile";
import type { LogEntry, Server } from "@proto-gen/runtime/server";
import { generate } from "selfsigned";
import { ORDERED, profile, REST_ENDPOINT, sampleServer } from "../../support/sample-business.js";

let host: HttpsServer;
let origin: string;
let ca: string;
let asked: string[];
let entries: LogEntry[];

const JSON_TYPE = { "Content-Type": "application/json" };

/** What the platforms' host says, by path. */
const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/profile.json": (response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify(profile)),
  "/moved": (response) => response.writeHead(302, { Location: "/profile.json" }).end(),
  "/broken": (response) => response.writeHead(200, JSON_TYPE).end("{"),
  "/empty": (response) => response.writeHead(200, JSON_TYPE).end("{}"),
  "/page": (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>"),
  "/large": (response) => response.writeHead(200, JSON_TYPE).end(" ".repeat(262_145)),
};

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "agent.example" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "agent.example" }] }],
  });
  ca = cert;
  host = createServer({ key, cert }, ({ url = "" }: IncomingMessage, response) => {
    asked.push(url);
    const page = PAGES[url];
    if (page === undefined) response.writeHead(404).end();
    else page(response);
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  origin = `https://agent.example:${(host.address() as AddressInfo).port}`;
});

afterAll(async () => {
  host.close();
  await once(host, "close");
});

beforeEach(() => {
  asked = [];
  entries = [];
});

function serverWith(
  more: Partial<PlatformProfilesOptions> = {},
  resolve: () => Promise<readonly string[]> = () => Promise.resolve(["127.0.0.1"]),
): Server {
  const fetch = guardedFetch({ development: true, ca, resolve });
  const platforms = createPlatformProfiles({ name: "proto", fetch, ...more });
  return sampleServer({ created: [], entries }, {}, { platforms });
}

let calls = 0;

function call(server: Server, agent: string): Promise<Response> {
  calls++;
  const headers = {
    "Proto-Agent": `profile="${agent}"`,
    "Request-Id": `request_${calls}`,
    "Idempotency-Key": `key_${calls}`,
    ...JSON_TYPE,
  };
  const body = JSON.stringify(ORDERED);
  const url = `${REST_ENDPOINT}/checkout-sessions`;
  return server.fetch(new Request(url, { method: "POST", headers, body }));
}

async function refusal(server: Server, agent: string): Promise<unknown[]> {
  const response = await call(server, agent);
  const { code } = (await response.json()) as { readonly code: string };
  return [response.status, code];
}

describe("a request of a platform", () => {
  it("is answered as its profile says, which is fetched once", async () => {
    const server = serverWith();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => call(server, `${origin}/profile.json`)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(asked).toEqual(["/profile.json"]);
  });

  it.each(["http://agent.example/", "agent.example", "ftp://agent.example/"])(
    "is answered with 400 for a profile at %s",
    async (agent) => {
      expect(await refusal(serverWith(), agent)).toEqual([400, "invalid_profile_url"]);
    },
  );

  it("is answered in development for a profile over http, if server and fetch both are in it", async () => {
    const plain = createHttpServer((_request, response) =>
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(profile)),
    );
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    const agent = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/profile.json`;
    const fetch = guardedFetch({ development: true });
    const platforms = createPlatformProfiles({ name: "proto", fetch, development: true });
    const developing = sampleServer({ created: [], entries }, {}, { platforms, development: true });
    expect((await call(developing, agent)).status).toBe(201);
    const strict = sampleServer({ created: [], entries }, {}, { platforms });
    expect(await refusal(strict, agent)).toEqual([400, "invalid_profile_url"]);
    expect((await call(developing, "ftp://agent.example/")).status).toBe(400);
    plain.close();
  });

  it.each(["https://user@agent.example/", "https://agent.example/#1"])(
    "is answered with 400 for a profile at %s, which the server itself does not check",
    async (agent) => {
      expect(await refusal(serverWith(), agent)).toEqual([400, "invalid_profile_url"]);
    },
  );

  it.each(["/broken", "/empty", "/page", "/large"])("is answered with 422 for %s", async (path) => {
    expect(await refusal(serverWith(), origin + path)).toEqual([422, "profile_malformed"]);
  });

  it.each(["/moved", "/nowhere"])("is answered with 424 for a profile at %s", async (path) => {
    expect(await refusal(serverWith(), origin + path)).toEqual([424, "profile_unreachable"]);
    expect(asked).toEqual([path]);
  });

  it("is answered with 424, without the reason, for a profile at an internal host", async () => {
    const server = serverWith({}, () => Promise.resolve(["10.1.2.3"]));
    const response = await call(server, "https://inner.example/");
    expect(response.status).toBe(424);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(await response.text()).not.toMatch(/10\.1|public/);
  });

  it("is answered with 403, without a fetch, if the platform is not approved", async () => {
    const server = serverWith({ approved: new Set([`${origin}/profile.json`]) });
    expect(await refusal(server, `${origin}/other`)).toEqual([403, "profile_not_trusted"]);
    expect(asked).toEqual([]);
    expect((await call(server, `${origin}/profile.json`)).status).toBe(201);
  });
});
