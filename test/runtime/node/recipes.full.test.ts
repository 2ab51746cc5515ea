/**
 * Compiles and runs the code of `docs/guide/on-node.md`: a server in Express, Fastify and Hono, beside other
 * routes.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type RequestListener, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Express } from "express";
import type { FastifyInstance } from "fastify";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileProblems, HAND_WRITTEN } from "../../support/compile.js";
import { outDirectory, repository } from "../../support/published.js";
import { answersIn, exchange, message } from "../../support/raw-http.js";
import { BASE, callHeaders, ORDERED } from "../../support/socket-business.js";

const PAGE = readFileSync(path.join(repository, "docs/guide/on-node.md"), "utf8");
const directory = path.join(outDirectory, "node-recipes");

/** The page's server, which remembers the targets of its requests. */
const BUSINESS = `
import type { Server } from "@proto-gen/runtime/server";
import { sampleBusiness } from "SUPPORT/socket-business.js";
const { server: sample } = sampleBusiness();
export const targets: (string | undefined)[] = [];
export const server: Server = {
  fetch: (request) => sample.fetch(request),
  answer: (request, connection) => {
    targets.push(connection?.target);
    return sample.answer(request, connection);
  },
};
`;

interface Recipe {
  readonly name: string;
  /** What no other block has. */
  readonly mark: string;
  listen(app: unknown): Promise<HttpServer>;
  readonly keepsTarget: boolean;
}

function listening(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  return once(server, "listening").then(() => server);
}

function listenToHono(app: unknown): Promise<HttpServer> {
  const { fetch } = app as Hono<{ Bindings: object }>;
  const listener = getRequestListener((request, env) => fetch(request, env));
  return listening((incoming, outgoing) => void listener(incoming, outgoing));
}

const RECIPES: readonly Recipe[] = [
  {
    name: "Express",
    mark: 'from "express"',
    listen: (app) => listening(app as Express),
    keepsTarget: true,
  },
  {
    name: "Fastify",
    mark: 'from "fastify"',
    async listen(app) {
      const instance = app as FastifyInstance;
      await instance.listen({ port: 0, host: "127.0.0.1" });
      return instance.server as HttpServer;
    },
    keepsTarget: true,
  },
  { name: "Hono", mark: "new Hono();", listen: listenToHono, keepsTarget: false },
  {
    name: "Hono on Node",
    mark: "toResponse(",
    listen: listenToHono,
    keepsTarget: true,
  },
];

/** Writes the only block of the page that contains `mark` to a file. */
function fileOf(name: string, mark: string): string {
  const blocks = [...PAGE.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, body]) => body ?? "");
  const found = blocks.filter((body) => body.includes(mark));
  expect(found, `blocks with ${mark}`).toHaveLength(1);
  const file = path.join(directory, `${name.replaceAll(" ", "-").toLowerCase()}.ts`);
  writeFileSync(file, found[0] ?? "");
  return file;
}

/** What the compiler says of it, under the strictest options that hold for code by hand. */
function problemsOf(file: string): readonly string[] {
  return compileProblems({ files: [file], options: { ...HAND_WRITTEN, types: ["node"] } });
}

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  const support = path.relative(directory, path.join(repository, "test/support"));
  writeFileSync(path.join(directory, "business.ts"), BUSINESS.replace("SUPPORT", support));
  // The compiler reads declarations, which a build writes.
}, 180_000);

it("serveNode's recipe compiles", () => {
  expect(problemsOf(fileOf("serve", "serveNode(server"))).toEqual([]);
});

it("startBusiness's recipe compiles", () => {
  const generated = path.relative(directory, path.join(repository, "generated/business.js"));
  mkdirSync(path.join(directory, "generated"), { recursive: true });
  writeFileSync(
    path.join(directory, "generated/business.ts"),
    `export * from "../${generated}";\n`,
  );
  writeFileSync(
    path.join(directory, "shop.ts"),
    `import type { BusinessOptions } from "./generated/business.js";
export declare const decisions: BusinessOptions;
`,
  );
  expect(problemsOf(fileOf("start", "startBusiness("))).toEqual([]);
});

describe.each(RECIPES)("$name", ({ name, mark, listen, keepsTarget }) => {
  let file = "";
  let server: HttpServer;
  let url = "";

  beforeAll(async () => {
    file = fileOf(name, mark);
    const { app } = (await import(pathToFileURL(file).href)) as { readonly app: unknown };
    server = await listen(app);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  function create(body: string): Promise<Response> {
    const init = { method: "POST", headers: callHeaders(), body };
    return fetch(`${url}${BASE}/checkout-sessions`, init);
  }

  it("compiles", () => {
    expect(problemsOf(file)).toEqual([]);
  });

  it("creates a checkout", async () => {
    const response = await create(ORDERED);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ proto: { status: "success" } });
  });

  it("refuses bad JSON in the server's words", async () => {
    const response = await create("{");
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "invalid_request",
      content: expect.stringContaining("not valid JSON"),
    });
  });

  it("publishes the profile, and has nothing elsewhere", async () => {
    expect((await fetch(`${url}/.well-known/proto`)).status).toBe(200);
    const below = await fetch(`${url}${BASE}/elsewhere`);
    expect(below.status).toBe(404);
    expect(await below.json()).toMatchObject({ code: "not_found" });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });

  it("leaves other routes what is theirs", async () => {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${url}/echo`, { method: "POST", headers, body: '{"a":1}' });
    expect(await response.json()).toEqual({ a: 1 });
  });

  it.skipIf(!keepsTarget)("hands on the request target as it was sent", async () => {
    const { targets } = (await import(pathToFileURL(path.join(directory, "business.ts")).href)) as {
      readonly targets: string[];
    };
    const target = `${BASE}/checkout-sessions/x/%2e%2E/y?a=%41`;
    const { port } = server.address() as AddressInfo;
    const sent = message(`GET ${target} HTTP/1.1`, { ...callHeaders(), Connection: "close" });
    const [answer] = answersIn(await exchange(port, sent));
    expect(answer?.status).toBe(400);
    expect(targets.at(-1)).toBe(target);
  });
});
