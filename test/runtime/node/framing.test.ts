/** How a body is framed (RFC 9112 §6): every Transfer-Encoding but `chunked` gets an answer, and nothing after it is a request. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveNode, toNodeHandler, type NodeServer } from "@proto-gen/runtime/node";
import { answersIn, exchange, message, open } from "../../support/raw-http.js";
import { BASE, callHeaders, ORDERED, sampleBusiness } from "../../support/socket-business.js";

let business: ReturnType<typeof sampleBusiness>;
let server: NodeServer;
beforeEach(async () => {
  business = sampleBusiness();
  server = await serveNode(business.server, { port: 0, development: true });
});
afterEach(() => server.close({ timeoutMs: 0 }));

const LINE = `POST ${BASE}/checkout-sessions HTTP/1.1`;
const CHUNKS = `${Buffer.byteLength(ORDERED).toString(16)}\r\n${ORDERED}\r\n0\r\n\r\n`;

function post(coding: string, body: string, line = LINE): string {
  const headers = { ...callHeaders(), "Transfer-Encoding": coding };
  return message(line, headers, body);
}

async function answersTo(
  sent: string,
  port = server.port,
): Promise<readonly (readonly [number, string | undefined])[]> {
  return answersIn(await exchange(port, sent)).map(({ status, headers }) => [
    status,
    headers.get("connection"),
  ]);
}

const OTHERS = [
  ...[
    "gzip",
    "deflate",
    "identity",
    "gzip, chunked",
    "chunked, gzip",
    "chunked, chunked",
    "xchunked",
  ],
  ...["GZIP , Chunked", ",chunked", "chunked,", "chunked;q=1", '"chunked"', "trailers", ""],
  ...["gzip\r\nTransfer-Encoding: chunked", "chunked\r\nTransfer-Encoding: gzip"],
  ...["chunked\r\ntransfer-encoding: chunked", "chunked\r\nTransfer-Encoding:"],
];

describe("a Transfer-Encoding other than chunked", () => {
  it.each(OTHERS)("is answered with 501: %j", async (coding) => {
    expect(await answersTo(post(coding, CHUNKS))).toEqual([[501, "close"]]);
    expect(business.created).toEqual([]);
  });

  it.each(OTHERS)("is answered with 501 if the body comes later: %j", async (coding) => {
    const { socket, received } = open(server.port);
    socket.write(post(coding, ""));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write(CHUNKS);
    const answers = answersIn(await received());
    socket.destroy();
    expect(answers.map(({ status }) => status)).toEqual([501]);
    expect(business.created).toEqual([]);
  });

  it.each(OTHERS)("is answered with 501 if the client has closed its side: %j", async (coding) => {
    const { socket, received } = open(server.port);
    socket.end(post(coding, CHUNKS));
    const answers = answersIn(await received());
    socket.destroy();
    expect(answers.map(({ status }) => status)).toEqual([501]);
  });

  it.each(["", "gzip", "identity", "gzip, chunked"])(
    "ends the connection, on which nothing more is a request: %j",
    async (coding) => {
      const smuggled = message(LINE, {
        ...callHeaders(),
        "Content-Length": String(ORDERED.length),
      });
      const sent =
        post(coding, coding === "gzip, chunked" ? CHUNKS + smuggled : smuggled) + ORDERED;
      expect(await answersTo(sent)).toEqual([[501, "close"]]);
      expect(business.created).toEqual([]);
    },
  );
});

describe("chunked", () => {
  it.each(["chunked", "CHUNKED", "Chunked ", "\tchunked"])("is understood: %j", async (coding) => {
    const close = post(coding, CHUNKS).replace("\r\n", "\r\nConnection: close\r\n");
    expect(await answersTo(close)).toEqual([[201, "close"]]);
    expect(business.created).toHaveLength(1);
  });

  it("is refused beside a Content-Length, and in HTTP/1.0", async () => {
    const length = post("chunked", CHUNKS).replace("\r\n", "\r\nContent-Length: 5\r\n");
    expect(await answersTo(length)).toEqual([[400, "close"]]);
    const old = post("chunked", CHUNKS, LINE.replace("1.1", "1.0"));
    expect(await answersTo(old)).toEqual([[400, "close"]]);
    expect(business.created).toEqual([]);
  });

  it("is answered with 400 if the packet of the head has a malformed chunk", async () => {
    expect(await answersTo(post("chunked", "ZZ\r\nfoo"))).toEqual([[400, "close"]]);
  });
});

describe("toNodeHandler", () => {
  it.each(["gzip, chunked", ""])("refuses %j on a listener of one's own", async (coding) => {
    const own = createServer(toNodeHandler(business.server)).listen(0);
    const { port } = own.address() as AddressInfo;
    try {
      const smuggled = message(LINE, {
        ...callHeaders(),
        "Content-Length": String(ORDERED.length),
      });
      const sent = post(coding, coding === "" ? smuggled + ORDERED : CHUNKS);
      expect(await answersTo(sent, port)).toEqual([[501, "close"]]);
      expect(business.created).toEqual([]);
    } finally {
      own.closeAllConnections();
      own.close();
    }
  });
});
