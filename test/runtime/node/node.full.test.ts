/** The server on Node's own http and https (§4.2, §5.7, §7, RFC 9112). */

import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import tls from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  serveNode,
  toNodeHandler,
  type NodeServer,
  type ServeNodeOptions,
} from "@proto-gen/runtime/node";
import type {
  Answer,
  CallContext,
  Connection,
  Server,
  ServerRequest,
} from "@proto-gen/runtime/server";
import { generate } from "selfsigned";
import { answersIn, exchange, message, open } from "../../support/raw-http.js";
import {
  BASE,
  callHeaders,
  ORDERED,
  sampleBusiness,
  sampleCheckout,
} from "../../support/socket-business.js";

const CHECKOUTS = `${BASE}/checkout-sessions`;
const PROFILE_LINE = "GET /.well-known/proto HTTP/1.1";

let certificate: { readonly key: string; readonly cert: string };
let running: NodeServer[] = [];

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  certificate = { key, cert };
});

afterEach(async () => {
  await Promise.all(running.map((each) => each.close({ timeoutMs: 0 })));
  running = [];
});

async function serve(
  server: Pick<Server, "answer"> = sampleBusiness().server,
  options: Partial<ServeNodeOptions> = {},
): Promise<NodeServer> {
  const own = await serveNode(server, { port: 0, development: true, ...options });
  running.push(own);
  return own;
}

type Respond = (request: ServerRequest, connection: Connection) => Promise<Answer>;

/** A server that is one function. */
function answering(answer: Respond): Pick<Server, "answer"> {
  return { answer: (request, connection = {}) => answer(request, connection) };
}

function text(status: number, body: string): Answer {
  return { status, headers: [], body: new TextEncoder().encode(body) };
}

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const all = { ...callHeaders(), ...headers };
  return fetch(`${url}${CHECKOUTS}`, { method: "POST", headers: all, body });
}

function rawPost(body: string, headers: Record<string, string> = {}): string {
  const length = String(Buffer.byteLength(body));
  const all = { ...callHeaders(), "Content-Length": length, ...headers };
  return message(`POST ${CHECKOUTS} HTTP/1.1`, all, body);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe("serveNode", () => {
  it("refuses plain http outside of development, and says what to do (§5.7)", async () => {
    const { server } = sampleBusiness();
    await expect(serveNode(server, { port: 0 })).rejects.toThrow(/tls: \{ key, cert \}/);
  });

  it("listens on the loopback interface alone in development", async () => {
    const { url, port } = await serve();
    expect(url).toBe(`http://127.0.0.1:${port}`);
  });

  it("answers as the server does", async () => {
    const { url } = await serve();
    const created = await post(url, ORDERED);
    expect(created.status).toBe(201);
    expect(created.headers.get("content-length")).toBe(
      String(Buffer.byteLength(await created.clone().text())),
    );
    expect(await created.json()).toMatchObject({ id: "checkout_1", proto: { status: "success" } });
    const bad = await post(url, "{");
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({ code: "invalid_request" });
    expect((await fetch(`${url}/.well-known/proto`)).status).toBe(200);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });

  it("rejects where it cannot listen", async () => {
    const { port } = await serve();
    const { server } = sampleBusiness();
    await expect(serveNode(server, { port, development: true })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  it("closes at a signal of its owner", async () => {
    const owner = new AbortController();
    const { url } = await serve(undefined, { signal: owner.signal });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    owner.abort();
    await expect(fetch(`${url}/elsewhere`)).rejects.toThrow();
  });
});

describe("TLS (§4.2, §5.7)", () => {
  function get(url: string, options: https.RequestOptions): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = https.get(url, { rejectUnauthorized: false, agent: false, ...options });
      request.on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
    });
  }

  it("is 1.3: a client that has no more than 1.2 is refused", async () => {
    const { url } = await serve(undefined, { tls: certificate, host: "127.0.0.1" });
    expect(url).toMatch(/^https:/);
    expect(await get(`${url}/.well-known/proto`, { minVersion: "TLSv1.3" })).toBe(200);
    await expect(get(`${url}/.well-known/proto`, { maxVersion: "TLSv1.2" })).rejects.toMatchObject({
      message: expect.stringContaining("alert protocol version"),
    });
  });

  it("is not to be had lower", async () => {
    const lower = { ...certificate, minVersion: "TLSv1.2" };
    const { url } = await serve(undefined, { tls: lower, host: "127.0.0.1" });
    await expect(get(`${url}/`, { maxVersion: "TLSv1.2" })).rejects.toThrow();
  });

  it("says https in the request's URL", async () => {
    const urls: string[] = [];
    const server = answering(async ({ url }) => {
      urls.push(url);
      return text(200, "");
    });
    const { port } = await serve(server, { tls: certificate, host: "127.0.0.1" });
    await get(`https://127.0.0.1:${port}/a?b=c`, { headers: { Host: "business.example.com" } });
    expect(urls).toEqual(["https://business.example.com/a?b=c"]);
  });

  it("closes with connections whose handshake has not begun", async () => {
    const own = await serve(undefined, { tls: certificate, host: "127.0.0.1" });
    const { socket, received } = open(own.port);
    await once(socket, "connect");
    const secure = tls.connect({ port: own.port, host: "127.0.0.1", rejectUnauthorized: false });
    secure.on("error", () => undefined);
    await once(secure, "secureConnect");
    await own.close({ timeoutMs: 50 });
    expect(await received()).toBe("");
    socket.destroy();
  });
});

describe("what was sent", () => {
  async function seen(line: string, headers = {}): Promise<ServerRequest & Connection> {
    let found: (ServerRequest & Connection) | undefined;
    const server = answering(async (request, connection) => {
      const { method, url } = request;
      found = {
        ...connection,
        target: connection.target ?? "",
        method,
        url,
        headers: request.headers,
        body: null,
      };
      found = Object.assign(found, {
        rawHeaders: connection.rawHeaders,
        remoteAddress: connection.remoteAddress,
      });
      return text(200, "");
    });
    const { port } = await serve(server);
    const answer = await exchange(port, message(line, { Connection: "close", ...headers }));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    return found as ServerRequest & Connection;
  }

  it.each([
    ["dot segments and escapes", "/a/../b%2e/./c?x=%41", "http://localhost/b%2e/c?x=%41"],
    ["two slashes", "//evil.example/x", "http://localhost//evil.example/x"],
    ["the absolute form", "http://localhost/b/../a", "http://localhost/a"],
    ["a backslash", "/a\\b", "http://localhost/a/b"],
  ])("does not normalise the target: %s", async (_, target, url) => {
    const request = await seen(`GET ${target} HTTP/1.1`);
    expect(request.target).toBe(target);
    expect(request.url).toBe(url);
  });

  it("OPTIONS * is a target too", async () => {
    const request = await seen("OPTIONS * HTTP/1.1");
    expect(request.target).toBe("*");
    expect(request.url).toBe("http://localhost/");
  });

  it("comes with its header fields as a raw list, duplicates and order included, and an address", async () => {
    const raw =
      "GET / HTTP/1.1\r\nHost: a\r\nX-B: 1\r\nAuthorization: one\r\nauthorization: two\r\n";
    let found: Connection & { authorization?: string | null; type?: string | null } = {};
    const server = answering(async (request, connection) => {
      const { rawHeaders, remoteAddress } = connection;
      found = {
        ...(rawHeaders === undefined ? {} : { rawHeaders }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
        authorization: request.headers.get("Authorization"),
        type: request.headers.get("content-type"),
      };
      return text(200, "");
    });
    const { port } = await serve(server);
    await exchange(port, `${raw}Connection: close\r\n\r\n`);
    expect(found).toEqual({
      rawHeaders: [
        "Host",
        "a",
        "X-B",
        "1",
        "Authorization",
        "one",
        "authorization",
        "two",
        "Connection",
        "close",
      ],
      remoteAddress: "127.0.0.1",
      // As the Fetch standard joins them: Node would keep the first and drop the other.
      authorization: "one, two",
      type: null,
    });
  });

  it("duplicates of what may be there once are refused, not chosen from", async () => {
    const { port } = await serve();
    const twice = rawPost(ORDERED).replace("\r\n\r\n", "\r\nContent-Type: text/plain\r\n\r\n");
    const key = rawPost(ORDERED).replace("\r\n\r\n", "\r\nIdempotency-Key: other\r\n\r\n");
    const { socket, received } = open(port);
    socket.write(twice + key);
    const answers = answersIn(await received(/invalid_request.*invalid_request/s));
    socket.destroy();
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe("what Node refuses is answered by the table (§7)", () => {
  const long = "a".repeat(100_000);
  it.each<[string, string, number, string]>([
    ["a request line that is none", "NOT HTTP\r\n\r\n", 400, "invalid_request"],
    ["bytes of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "invalid_request"],
    [
      "100 kB of header fields",
      message(PROFILE_LINE, { "X-Long": long }),
      431,
      "headers_too_large",
    ],
    ["a path of 100 kB", message(`GET /${long} HTTP/1.1`), 431, "headers_too_large"],
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid_request"],
    [
      "two lengths",
      message(PROFILE_LINE, { "Content-Length": "1\r\nContent-Length: 2" }),
      400,
      "invalid_request",
    ],
    [
      "a length beside chunks",
      message(PROFILE_LINE, { "Content-Length": "1", "Transfer-Encoding": "chunked" }),
      400,
      "invalid_request",
    ],
    [
      "a line feed in a field",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n",
      400,
      "invalid_request",
    ],
    ["CONNECT", message("CONNECT example.com:443 HTTP/1.1"), 405, "method_not_allowed"],
  ])("%s", async (_, sent, status, code) => {
    const { port } = await serve();
    const [answer, ...others] = answersIn(await exchange(port, sent));
    expect(others).toEqual([]);
    expect(answer?.status).toBe(status);
    expect(answer?.headers.get("content-type")).toBe("application/json");
    expect(answer?.headers.get("connection")).toBe("close");
    expect(JSON.parse(answer?.body ?? "")).toEqual({ code, content: expect.any(String) });
  });

  it("applies our own limit of 16 KiB before Node's", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    socket.write(rawPost(ORDERED, { "X-Long": "a".repeat(17_000) }));
    const [answer] = answersIn(await received(/headers_too_large/));
    socket.destroy();
    expect(answer?.status).toBe(431);
  });

  it("answers 408 to a head that does not end", async () => {
    const limits = { headersTimeoutMs: 100, requestTimeoutMs: 200 };
    const { port } = await serve(undefined, { limits });
    const [answer] = answersIn(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n"));
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "request_timeout" });
  });

  it("answers the requests before a refused one first", async () => {
    const server = answering(async () => {
      await pause(50);
      return text(200, "first");
    });
    const { port } = await serve(server);
    const answers = answersIn(await exchange(port, `${message("GET / HTTP/1.1")}NOT HTTP\r\n\r\n`));
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[0]?.body).toBe("first");
  });
});

describe("bodies", () => {
  it("are read in chunks, and one byte at a time", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    const chunks = [...ORDERED].map((byte) => `1\r\n${byte}\r\n`).join("");
    const head = message(`POST ${CHECKOUTS} HTTP/1.1`, {
      ...callHeaders(),
      "Transfer-Encoding": "chunked",
    });
    for (const part of [head, chunks.slice(0, 50), chunks.slice(50), "0\r\n\r\n"]) {
      socket.write(part);
      await pause(10);
    }
    const [answer] = answersIn(await received(/"checkout_1"/));
    socket.destroy();
    expect(answer?.status).toBe(201);
    expect(answer?.headers.get("connection")).toBe("keep-alive");
  });

  it("are answered with 408 if they are slow, before Node's own timeout", async () => {
    const { server } = sampleBusiness({}, { limits: { timeoutMs: 100 } });
    const { port } = await serve(server);
    const { socket, received } = open(port);
    socket.write(rawPost(ORDERED).slice(0, -10));
    const [answer] = answersIn(await received(/request_timeout/));
    socket.end();
    expect(answer?.status).toBe(408);
    await received();
  });

  it("are answered with 400 if they are shorter than their Content-Length", async () => {
    const { server, created } = sampleBusiness();
    const { port } = await serve(server);
    const { socket, received } = open(port);
    socket.end(rawPost(ORDERED, { "Content-Length": String(ORDERED.length + 5) }));
    const [answer] = answersIn(await received());
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "request_aborted" });
    expect(created).toEqual([]);
  });

  it("are answered, and then the connection is ended, if they are longer than their Content-Length", async () => {
    const { port } = await serve();
    const answers = answersIn(await exchange(port, `${rawPost(ORDERED)}and more\r\n\r\n`));
    expect(answers.map(({ status }) => status)).toEqual([201, 400]);
  });

  it("are answered with 400 if their chunks are malformed", async () => {
    const { port } = await serve();
    const headers = { ...callHeaders(), "Transfer-Encoding": "chunked" };
    const sent = message(`POST ${CHECKOUTS} HTTP/1.1`, headers, "5\r\nhello\r\nnonsense\r\n");
    const [answer] = answersIn(await exchange(port, sent));
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: expect.any(String) });
  });

  it("are asked for when they are wanted (Expect: 100-continue)", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    const sent = rawPost(ORDERED, { Expect: "100-continue" });
    socket.write(sent.slice(0, -ORDERED.length));
    expect(await received(/\r\n\r\n/)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(ORDERED);
    const answers = answersIn(await received(/"checkout_1"/));
    socket.destroy();
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });

  it("are not asked for when they are refused", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    const headers = { ...callHeaders(), Expect: "100-continue", "Content-Length": "50000000" };
    socket.write(message(`POST ${CHECKOUTS} HTTP/1.1`, headers));
    const [answer, ...others] = answersIn(await received(/content_too_large/));
    socket.destroy();
    expect(answer?.status).toBe(413);
    expect(answer?.headers.get("connection")).toBe("close");
    expect(others).toEqual([]);
  });

  it("are read in spite of another expectation", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    socket.write(rawPost(ORDERED, { Expect: "the-unexpected" }));
    expect(answersIn(await received(/"checkout_1"/))[0]?.status).toBe(201);
    socket.destroy();
  });

  it("are read no further than Node reads ahead if nobody wants them", async () => {
    const server = answering(async ({ body }) => {
      await body?.getReader().read();
      await pause(300);
      return text(200, "");
    });
    const { port } = await serve(server);
    const { socket } = open(port);
    const total = 50_000_000;
    socket.write(message("POST / HTTP/1.1", { "Content-Length": String(total) }));
    socket.write(Buffer.alloc(total));
    await pause(200);
    // What is left waits in this process, since the other side does not take it.
    expect(socket.writableLength).toBeGreaterThan(total / 2);
    socket.destroy();
  });
});

describe("a body of 50 MB (413)", () => {
  const large = "a".repeat(50_000_000);

  it("is answered to a client that sends all of it first", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    const sent = new Promise((resolve) => socket.write(rawPost(large), resolve));
    const [answer] = answersIn(await received());
    expect(await sent).toBeFalsy();
    expect(answer?.status).toBe(413);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "content_too_large" });
    socket.destroy();
  });

  it("is answered to a client that says no length", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    const headers = { ...callHeaders(), "Transfer-Encoding": "chunked" };
    socket.write(message(`POST ${CHECKOUTS} HTTP/1.1`, headers));
    socket.write(`${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`);
    const [answer] = answersIn(await received());
    expect(answer?.status).toBe(413);
    socket.destroy();
  });

  it("is answered to fetch", async () => {
    const { url } = await serve();
    const response = await post(url, large);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "content_too_large" });
  });

  it("is answered to node:http", async () => {
    const { port } = await serve();
    const options = { port, host: "127.0.0.1", method: "POST", path: CHECKOUTS };
    const headers = { ...callHeaders(), "Content-Length": large.length };
    const request = httpRequest({ ...options, headers });
    request.end(large);
    // It goes on sending after it has its answer, and must be let: no reset, which would be an error.
    const over = once(request, "close");
    const [response] = (await once(request, "response")) as [
      NodeJS.ReadableStream & { statusCode: number },
    ];
    expect(response.statusCode).toBe(413);
    response.resume();
    await over;
  });
});

describe("connections", () => {
  it("are kept for the next request, also after a refusal", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    socket.write(rawPost(ORDERED));
    await received(/"checkout_1"/);
    socket.write(message("POST /elsewhere HTTP/1.1", { "Content-Length": "5" }, "12345"));
    await received(/not_found/);
    socket.write(rawPost(ORDERED));
    const answers = answersIn(await received(/"checkout_2"/));
    socket.destroy();
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 201]);
  });

  it("may have several requests at once, whose answers keep their order", async () => {
    let wait = 60;
    const server = answering(async (_, { target }) => {
      await pause((wait -= 20));
      return text(200, target ?? "");
    });
    const { port } = await serve(server);
    const lines = ["/1", "/2", "/3"].map((path) => message(`GET ${path} HTTP/1.1`));
    const { socket, received } = open(port);
    socket.write(lines.join(""));
    const answers = answersIn(await received(/\/3$/));
    socket.destroy();
    expect(answers.map(({ body }) => body)).toEqual(["/1", "/2", "/3"]);
  });

  it("are closed if the client has half closed them: Node takes it for gone", async () => {
    const { port } = await serve();
    const { socket, received } = open(port);
    socket.end(rawPost(ORDERED));
    await received();
    expect(socket.readableEnded || socket.destroyed).toBe(true);
  });

  it("are closed after a 400 to HTTP/1.0 without a Host", async () => {
    const { port } = await serve();
    const [answer] = answersIn(await exchange(port, "GET /.well-known/proto HTTP/1.0\r\n\r\n"));
    expect(answer?.status).toBe(400);
  });

  it("carry the head alone in response to HEAD", async () => {
    const { port } = await serve();
    const sent = message("HEAD /.well-known/proto HTTP/1.1", { Connection: "close" });
    const answer = await exchange(port, sent);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\n\r\n$/);
  });
});

describe("a client that goes away", () => {
  it("aborts the handler's signal", async () => {
    let context: CallContext | undefined;
    const aborted = new Promise<void>((resolve) => {
      const { server } = sampleBusiness({
        async createCheckout(_request, given) {
          context = given;
          await new Promise<void>((done) => given.signal.addEventListener("abort", () => done()));
          resolve();
          return sampleCheckout;
        },
      });
      void serve(server).then(async ({ port }) => {
        const { socket } = open(port);
        socket.write(rawPost(ORDERED));
        while (context === undefined) await pause(5);
        socket.destroy();
      });
    });
    await aborted;
    expect(context?.signal.aborted).toBe(true);
    expect((context?.signal.reason as Error).name).toBe("AbortError");
  });

  it("makes no call if it goes away in the middle of a body", async () => {
    const { server, created, entries } = sampleBusiness();
    const { port } = await serve(server);
    const { socket } = open(port);
    socket.write(rawPost(ORDERED).slice(0, -10));
    await pause(50);
    socket.destroy();
    while (entries.length === 0) await pause(5);
    expect(entries).toMatchObject([{ status: 400, code: "request_aborted" }]);
    expect(created).toEqual([]);
  });

  it("is not a client that has its answer", async () => {
    const { server, created } = sampleBusiness();
    const { url } = await serve(server);
    await (await post(url, ORDERED)).text();
    await pause(20);
    expect(created[0]?.signal.aborted).toBe(false);
  });
});

describe("answers that go on", () => {
  function events(
    pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
    cancel = (): void => undefined,
  ): Answer {
    const body = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
    return { status: 200, headers: [["content-type", "text/event-stream"]], body };
  }

  it("are sent as they come, and the head before them", async () => {
    let say = (_: string): void => undefined;
    const answer = events((controller) => {
      return new Promise<void>((resolve) => {
        say = (what) => {
          if (what === "") controller.close();
          else controller.enqueue(Buffer.from(what));
          resolve();
        };
      }) as unknown as undefined;
    });
    const { url } = await serve(answering(async () => answer));
    const response = await fetch(url);
    const reader = response.body?.getReader();
    say("data: 1\n\n");
    expect(Buffer.from((await reader?.read())?.value ?? "").toString()).toBe("data: 1\n\n");
    await pause(5);
    say("");
    expect((await reader?.read())?.done).toBe(true);
  });

  it("are cancelled when the client goes away, even where they are silent", async () => {
    const cancelled = new Promise<void>((resolve) => {
      const silent = events(() => new Promise(() => undefined) as unknown as undefined, resolve);
      void serve(answering(async () => silent)).then(async ({ url }) => {
        const client = new AbortController();
        await fetch(url, { signal: client.signal });
        client.abort();
      });
    });
    await cancelled;
  });

  it("wait for a client that reads slowly", async () => {
    let pulled = 0;
    const endless = events((controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1_000_000));
    });
    const { port } = await serve(answering(async () => endless));
    const { socket } = open(port);
    socket.pause();
    socket.write(message("GET / HTTP/1.1"));
    while (pulled === 0) await pause(5);
    await pause(200);
    expect(pulled).toBeLessThan(50);
    socket.destroy();
  });

  it("break the connection where they fail", async () => {
    const failing = events((controller) => controller.error(new Error("lost")));
    const { url } = await serve(answering(async () => failing));
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    expect(url).not.toBe("");
  });
});

describe("a server that breaks its promises", () => {
  it.each<[string, Respond]>([
    ["rejects", () => Promise.reject(new Error("lost"))],
    [
      "throws",
      () => {
        throw new Error("lost");
      },
    ],
    [
      "has a header that cannot be sent",
      async () => ({ ...text(200, ""), headers: [["x", "a\nb"]] }),
    ],
    ["has a status that is none", async () => text(1, "")],
  ])("does not end the process: it %s", async (_, answer) => {
    const { url } = await serve(answering(answer));
    const response = await fetch(url);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "internal_error" });
  });
});

describe("closing", () => {
  /** Says when it is asked, and answers when it is told to. */
  function held() {
    let begin = (): void => undefined;
    let finish = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const server = answering(async () => {
      begin();
      await finished;
      return text(200, "done");
    });
    return { server, begun, finish: () => finish() };
  }

  it("lets what is in flight finish, and takes nothing more", async () => {
    const { server, begun, finish } = held();
    const own = await serve(server);
    const answered = fetch(own.url);
    await begun;
    const closed = own.close();
    await expect(fetch(own.url)).rejects.toThrow();
    finish();
    const response = await answered;
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.text()).toBe("done");
    await closed;
  });

  it("ends idle connections, and those that were never used", async () => {
    const own = await serve();
    const used = open(own.port);
    used.socket.write(message(PROFILE_LINE));
    await used.received(/\}$/);
    const unused = open(own.port);
    await once(unused.socket, "connect");
    await pause(20);
    // Set before the timer that cuts what is left, and of the same length: it fires first.
    let isCut = false;
    const timeoutMs = 30_000;
    const timer = setTimeout(() => (isCut = true), timeoutMs);
    await own.close({ timeoutMs });
    clearTimeout(timer);
    expect(isCut).toBe(false);
    await Promise.all([used.received(), unused.received()]);
    used.socket.destroy();
    unused.socket.destroy();
  });

  it("cuts what is left when its time is over, and aborts it", async () => {
    let aborted = false;
    const { server, begun } = held();
    const stuck = answering((request) => {
      request.signal?.addEventListener("abort", () => (aborted = true));
      return server.answer(request);
    });
    const own = await serve(stuck);
    const answered = fetch(own.url).catch(() => "cut");
    await begun;
    await own.close({ timeoutMs: 50 });
    expect(await answered).toBe("cut");
    await pause(10);
    expect(aborted).toBe(true);
  });

  it("is harmless the second time", async () => {
    const own = await serve();
    await Promise.all([own.close(), own.close()]);
    await own.close();
  });

  it("comes with SIGTERM, where it is asked for", async () => {
    const before = process.listenerCount("SIGTERM");
    const own = await serve(undefined, { closeOn: ["SIGTERM"] });
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    process.emit("SIGTERM");
    await expect(fetch(own.url)).rejects.toThrow();
    await own.close();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});

describe("toNodeHandler", () => {
  it("mounts on a server of node:http", async () => {
    const { server } = sampleBusiness();
    const listener = createHttpServer(toNodeHandler(server)).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    try {
      expect((await post(`http://127.0.0.1:${port}`, ORDERED)).status).toBe(201);
    } finally {
      listener.closeAllConnections();
      listener.close();
    }
  });

  it("says so where the body was read before", async () => {
    const { server, entries } = sampleBusiness();
    const handler = toNodeHandler(server);
    const listener = createHttpServer((incoming, outgoing) => {
      incoming.resume().on("end", () => handler(incoming, outgoing));
    }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    try {
      const response = await post(`http://127.0.0.1:${port}`, ORDERED);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        code: "internal_error",
        content: expect.stringContaining("read before"),
      });
      expect(String(entries[0]?.cause)).toContain("before body parsers");
    } finally {
      listener.closeAllConnections();
      listener.close();
    }
  });
});

function hasCurl(): boolean {
  try {
    execFileSync("curl", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasCurl())("curl", () => {
  async function curl(...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) =>
      execFile(
        "curl",
        ["--silent", "--show-error", ...args],
        { maxBuffer: 10_000_000 },
        (error, out) => (error === null ? resolve(out) : reject(error)),
      ),
    );
  }

  const fields = (): string[] =>
    Object.entries(callHeaders()).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);

  it("creates a checkout, over TLS 1.3", async () => {
    const { url } = await serve(undefined, { tls: certificate, host: "127.0.0.1" });
    const out = await curl(
      "--insecure",
      "--tlsv1.3",
      ...fields(),
      "--data",
      ORDERED,
      `${url}${CHECKOUTS}`,
    );
    expect(JSON.parse(out)).toMatchObject({ id: "checkout_1", proto: { status: "success" } });
  });

  it("gets its 413", async () => {
    const { url } = await serve();
    const folder = mkdtempSync(`${tmpdir()}/proto-gen-`);
    try {
      writeFileSync(`${folder}/large`, "a".repeat(50_000_000));
      const out = await curl(
        ...fields(),
        "--data-binary",
        `@${folder}/large`,
        `${url}${CHECKOUTS}`,
      );
      expect(JSON.parse(out)).toMatchObject({ code: "content_too_large" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
