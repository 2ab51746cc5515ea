/** What the guarded fetch takes (§5.3), from servers that are not what they should be. */

import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps, type ServerOptions } from "node:https";
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { DocumentFetchError } from "@proto-gen/runtime/profile";
import { guardedFetch, type GuardedFetchOptions } from "@proto-gen/runtime/guarded-fetch";
import type {
  DocumentRequest,
  FetchedDocument,
} from "../../../src/runtime/document/document-fetch.js";
import { generate } from "selfsigned";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

let certificate: { readonly key: string; readonly cert: string };
let running: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "agent.example" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "agent.example" }] }],
  });
  certificate = { key, cert };
});

afterEach(async () => {
  for (const { server, sockets } of running) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
  running = [];
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  running.push({ server, sockets });
  return (server.address() as AddressInfo).port;
}

async function overHttp(listener: Listener): Promise<string> {
  return `http://localhost:${await listen(createHttp(listener))}/profile.json`;
}

async function overTls(listener: Listener, more: ServerOptions = {}): Promise<string> {
  const port = await listen(createHttps({ ...certificate, ...more }, listener));
  return `https://agent.example:${port}/profile.json?a=b`;
}

/** What is sent, byte by byte as it is written here. */
async function raw(...parts: readonly (string | Buffer)[]): Promise<string> {
  const server = createTcp((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
  });
  return `http://localhost:${await listen(server)}/`;
}

function fetchFrom(
  url: string,
  { development = true, ...options }: GuardedFetchOptions = {},
  request: Partial<DocumentRequest> = {},
): Promise<FetchedDocument> {
  const resolve = (): Promise<readonly string[]> => Promise.resolve(["127.0.0.1"]);
  const fetch = guardedFetch({ development, resolve, timeoutMs: 3_000, ...options });
  return fetch(url, { maxBytes: 1_000, ...request });
}

async function failure(...of: Parameters<typeof fetchFrom>): Promise<DocumentFetchError> {
  const error: unknown = await fetchFrom(...of).catch((thrown: unknown) => thrown);
  if (error instanceof DocumentFetchError) return error;
  throw new Error(`no DocumentFetchError but ${JSON.stringify(error)}`);
}

function sends(headers: Record<string, string>, body: string | Buffer, status = 200): Listener {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(body);
  };
}

function textOf({ bytes }: FetchedDocument): string {
  return new TextDecoder().decode(bytes);
}

describe("a document", () => {
  it("comes over TLS 1.3, with the name and not the address (RFC 6066 §3)", async () => {
    const seen: unknown[] = [];
    const url = await overTls((request, response) => {
      const socket = request.socket as TLSSocket & { readonly servername: string };
      seen.push(socket.servername, socket.getProtocol(), request.headers, request.url);
      sends({ ETag: '"1"' }, "{}")(request, response);
    });
    const document = await fetchFrom(url, { ca: certificate.cert });
    expect(textOf(document)).toBe("{}");
    expect(document.headers.get("ETag")).toBe('"1"');
    expect(document.headers.get("expires")).toBeNull();
    expect(seen).toEqual([
      "agent.example",
      "TLSv1.3",
      {
        host: new URL(url).host,
        accept: "application/json",
        "accept-encoding": "identity",
        connection: "close",
      },
      "/profile.json?a=b",
    ]);
  });

  it("may not have changed (RFC 9110 §15.4.5)", async () => {
    const url = await overHttp((request, response) => {
      response.writeHead(request.headers["if-none-match"] === '"1"' ? 304 : 500, { ETag: '"1"' });
      response.end();
    });
    const document = await fetchFrom(url, {}, { ifNoneMatch: '"1"' });
    expect(document).toMatchObject({ status: 304, bytes: new Uint8Array(0) });
    expect(document.headers.get("etag")).toBe('"1"');
  });

  it("may be as large as it may", async () => {
    const body = JSON.stringify("a".repeat(998));
    expect(textOf(await fetchFrom(await overHttp(sends({}, body))))).toBe(body);
  });

  it.each(["application/json; charset=utf-8", "Application/JSON"])("may be %s", async (type) => {
    const url = await overHttp(sends({ "Content-Type": type }, "1"));
    expect(textOf(await fetchFrom(url))).toBe("1");
  });
});

describe("a certificate (§5.7)", () => {
  it("is refused if it is self-signed, whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
    const url = await overTls(sends({}, "{}"));
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const error = await failure(url);
      expect(error.code).toBe("NOT_CONNECTED");
      expect(error.cause).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  it("is refused if it is for another name", async () => {
    const url = (await overTls(sends({}, "{}"))).replace("agent.example", "other.example");
    const error = await failure(url, { ca: certificate.cert });
    expect(error.code).toBe("NOT_CONNECTED");
    expect(error.cause).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  it("must be valid for the address if the URL has one", async () => {
    const url = (await overTls(sends({}, "{}"))).replace("agent.example", "127.0.0.1");
    const error = await failure(url, { ca: certificate.cert });
    expect(error.cause).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  it("is not looked at below TLS 1.3", async () => {
    const url = await overTls(sends({}, "{}"), { maxVersion: "TLSv1.2" });
    expect((await failure(url, { ca: certificate.cert })).code).toBe("NOT_CONNECTED");
  });

  it("is not there where the other side speaks no TLS", async () => {
    const url = (await overHttp(sends({}, "{}"))).replace("http:", "https:");
    expect((await failure(url)).code).toBe("NOT_CONNECTED");
  });
});

describe("a response", () => {
  it.each([300, 301, 302, 303, 304, 307, 308])("is not followed if it is a %i", async (status) => {
    let calls = 0;
    const url = await overHttp((request, response) => {
      calls++;
      sends({ Location: "/other" }, "", status)(request, response);
    });
    expect(await failure(url)).toMatchObject({ code: "REDIRECTED", status });
    expect(calls).toBe(1);
  });

  it.each([201, 204, 206, 400, 404, 500, 503])("is no document if it is a %i", async (status) => {
    const url = await overHttp(sends({}, status === 204 ? "" : "{}", status));
    expect(await failure(url)).toMatchObject({ code: "STATUS_UNEXPECTED", status });
  });

  it.each(["text/html", "application/jsonp", "text/json", "application/json; charset=utf-16", ""])(
    "is no document if its type is %j",
    async (type) => {
      const url = await overHttp(sends({ "Content-Type": type }, "{}"));
      expect((await failure(url)).code).toBe("TYPE_UNEXPECTED");
    },
  );

  it("may be of another type of JSON where that is said", async () => {
    const types = ["application/json", "application/schema+json"];
    const url = await overHttp((request, response) => {
      sends({ "Content-Type": types[1] ?? "", ETag: request.headers.accept ?? "" }, "{}")(
        request,
        response,
      );
    });
    expect((await failure(url)).code).toBe("TYPE_UNEXPECTED");
    expect((await fetchFrom(url, { types })).headers.get("etag")).toBe(types.join(", "));
  });

  it("is no document if it has no type", async () => {
    const url = await raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    expect((await failure(url)).code).toBe("TYPE_UNEXPECTED");
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(50_000_000, " "))],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000, " "))],
    ["deflate", Buffer.from("{}")],
    ["identity, gzip", gzipSync("{}")],
  ])("is refused without decompression if its encoding is %s", async (encoding, body) => {
    const url = await overHttp(sends({ "Content-Encoding": encoding }, body));
    expect((await failure(url)).code).toBe("ENCODED");
  });

  it("is not read if its Content-Length is too large", async () => {
    const url = await overHttp(sends({ "Content-Length": "1001" }, "a".repeat(1_001)));
    expect((await failure(url)).code).toBe("TOO_LARGE");
  });

  it("is read only up to the limit if it has no Content-Length", async () => {
    let sent = 0;
    const url = await overHttp((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const more = (): void => {
        if (response.destroyed || sent > 50_000_000) return;
        sent += 65_536;
        response.write(" ".repeat(65_536), more);
      };
      more();
    });
    expect((await failure(url)).code).toBe("TOO_LARGE");
    expect(sent).toBeLessThan(50_000_000);
  });

  it("is cut off at the timeout if its body comes byte by byte", async () => {
    let closed: Promise<unknown> | undefined;
    let drops = 0;
    const url = await overHttp((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const drip = setInterval(() => {
        drops += 1;
        response.write(" ");
      }, 20);
      closed = once(response, "close").then(() => clearInterval(drip));
    });
    expect((await failure(url, { timeoutMs: 300 })).code).toBe("TIMEOUT");
    // 15 in 300 ms: the interval and the limit are timers of one process, so a slow machine makes no more of them.
    expect(drops).toBeLessThan(150);
    await closed;
  });

  it("is cut off at the timeout if its header fields come one by one", async () => {
    const server = createTcp((socket) => {
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("X: 1\r\n"), 20);
      socket.once("close", () => clearInterval(drip));
    });
    const url = `http://localhost:${await listen(server)}/`;
    expect((await failure(url, { timeoutMs: 300 })).code).toBe("TIMEOUT");
  });

  it("is not awaited beyond the timeout, nor is the TLS handshake", async () => {
    const url = `//localhost:${await listen(createTcp(() => undefined))}/`;
    expect((await failure(`http:${url}`, { timeoutMs: 100 })).code).toBe("TIMEOUT");
    expect((await failure(`https:${url}`, { timeoutMs: 100 })).code).toBe("TIMEOUT");
  });

  it("is cut off at the timeout if interim responses never end", async () => {
    const server = createTcp((socket) => {
      socket.on("error", () => undefined);
      const drip = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 10);
      socket.once("close", () => clearInterval(drip));
    });
    const url = `http://localhost:${await listen(server)}/`;
    expect((await failure(url, { timeoutMs: 300 })).code).toBe("TIMEOUT");
  });

  it.each([
    ["one field", `X: ${"a".repeat(20_000)}\r\n`],
    ["many fields", "X: 1\r\n".repeat(10_000)],
  ])("is refused if its header fields are too large: %s", async (_, fields) => {
    const url = await raw(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}\r\n{}`);
    expect((await failure(url)).code).toBe("HEADERS_TOO_LARGE");
  });

  it("is refused if its header fields exceed the configured size", async () => {
    const url = await overHttp(sends({ X: "a".repeat(1_000) }, "{}"));
    expect((await failure(url, { headerBytes: 1_000 })).code).toBe("HEADERS_TOO_LARGE");
  });

  it.each([
    [
      "shorter than it says",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{}",
    ],
    [
      "of a chunk that lacks",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
    ],
    [
      "of two lengths",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ],
    ["that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["of nothing", ""],
    ["of another protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"],
  ])("is no document if it is one %s", async (_, text) => {
    expect((await failure(await raw(text))).code).toBe("BROKEN_OFF");
  });
});

describe("a connection", () => {
  it("fails with NOT_CONNECTED if it is refused", async () => {
    const port = await listen(createTcp());
    const [last] = running.splice(-1);
    last?.server.close();
    expect((await failure(`http://localhost:${port}/`)).code).toBe("NOT_CONNECTED");
  });

  it("is tried to each address that there is", async () => {
    const url = await overHttp(sends({}, "{}"));
    const resolve = (): Promise<readonly string[]> => Promise.resolve(["::1", "127.0.0.1"]);
    expect(textOf(await fetchFrom(url, { resolve }))).toBe("{}");
  });

  it("ends when the caller says so", async () => {
    const controller = new AbortController();
    const url = await overHttp(() => controller.abort(new Error("enough")));
    const error = await failure(url, {}, { signal: controller.signal });
    expect(error).toMatchObject({ code: "ABORTED", cause: { message: "enough" } });
    expect((await failure(url, {}, { signal: controller.signal })).code).toBe("ABORTED");
  });

  it("is closed after the answer", async () => {
    let socket: Socket | undefined;
    const url = await overHttp((request, response) => {
      socket = request.socket;
      sends({}, "{}")(request, response);
    });
    await fetchFrom(url);
    if (socket?.destroyed === false) await once(socket, "close");
    expect(socket?.destroyed).toBe(true);
  });

  it("is not made to http, to other ports and to the machine without the word development", async () => {
    const secure = await overTls(sends({}, "{}"));
    const port = Number(new URL(secure).port);
    const strict = { development: false, ca: certificate.cert };
    expect((await failure(secure.replace("https:", "http:"), strict)).code).toBe("URL_REFUSED");
    expect((await failure(secure, strict)).code).toBe("PORT_REFUSED");
    expect((await failure(secure, { ...strict, ports: [port] })).code).toBe("ADDRESS_REFUSED");
  });

  it("is with the system's own resolver where no other is given", async () => {
    const url = await overHttp(sends({}, "{}"));
    const fetch = guardedFetch({ development: true });
    expect(textOf(await fetch(url, { maxBytes: 10 }))).toBe("{}");
  });
});
