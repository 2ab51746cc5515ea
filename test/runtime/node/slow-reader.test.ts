/** Clients that do not read what they are answered: a listener lets them go, and nobody else. */

import net from "node:net";
import tls from "node:tls";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { serveNode, type NodeServer, type ServeNodeOptions } from "@proto-gen/runtime/node";
import type { Answer, Server, ServerRequest } from "@proto-gen/runtime/server";
import { localhostCertificate } from "../../../templates/mock/certificate.js";
import { answersIn, message, open } from "../../support/raw-http.js";

const GET = message("GET / HTTP/1.1");
const CLOSING = message("GET / HTTP/1.1", { Connection: "close" });
const LIMIT_MS = 100;
/** More than the kernel takes on both sides. */
const LARGE = new Uint8Array(32 * 1024 * 1024).fill(46);

const running: NodeServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close({ timeoutMs: 0 })));
});

async function serve(
  answer: (request: ServerRequest) => Promise<Answer>,
  options: Partial<ServeNodeOptions> = {},
): Promise<NodeServer> {
  const server: Pick<Server, "answer"> = { answer };
  const limits = { sendTimeoutMs: LIMIT_MS };
  const own = await serveNode(server, { port: 0, development: true, limits, ...options });
  running.push(own);
  return own;
}

function ok(body: Answer["body"]): Answer {
  return { status: 200, headers: [], body };
}

/** A server of one large answer: `asked` resolves when a client has asked for it. */
async function serveLarge(options: Partial<ServeNodeOptions> = {}) {
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const own = await serve(async () => {
    ask();
    return ok(LARGE);
  }, options);
  return { own, asked };
}

/** A server of an answer without an end: `gone` resolves when nobody wants more of it. */
async function serveEndless(options: Partial<ServeNodeOptions> = {}) {
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(LARGE.subarray(0, 1024 * 1024)),
      cancel: () => go(),
    });
  const { port } = await serve(async () => ok(endless() as Answer["body"]), options);
  return { port, gone };
}

/** Sends without reading. */
function openUnread(port: number): net.Socket {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  return socket;
}

describe("a client that does not read its answer", () => {
  it("is let go", async () => {
    const { own, asked } = await serveLarge();
    const socket = openUnread(own.port);
    socket.write(GET);
    await asked;
    // Waits for every client.
    await own.close({ timeoutMs: 2 ** 30 });
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
    await new Promise((resolve) => socket.once("close", resolve));
    expect(bytes).toBeLessThan(LARGE.length);
  });

  it("is let go with TLS, too", async () => {
    const { key, cert } = await localhostCertificate(undefined);
    const { own, asked } = await serveLarge({ tls: { key, cert }, host: "127.0.0.1" });
    const socket = tls.connect({ port: own.port, host: "127.0.0.1", rejectUnauthorized: false });
    socket.on("error", () => undefined);
    socket.once("secureConnect", () => socket.write(GET));
    await asked;
    await own.close({ timeoutMs: 2 ** 30 });
    socket.destroy();
  });

  it("is let go in the middle of a stream", async () => {
    const { port, gone } = await serveEndless();
    const socket = openUnread(port);
    socket.write(GET);
    await gone;
    socket.destroy();
  });

  it("is let go, though it goes on sending", async () => {
    const limits = { sendTimeoutMs: 2 * LIMIT_MS, headersTimeoutMs: 500, requestTimeoutMs: 500 };
    const { port, gone } = await serveEndless({ limits });
    const socket = openUnread(port);
    socket.write(`${GET}GET /`);
    const sending = setInterval(() => socket.write("x"), LIMIT_MS / 4);
    await gone;
    clearInterval(sending);
    socket.destroy();
  });
});

describe("a connection", () => {
  it("stays open for a client that reads slowly", async () => {
    const { own } = await serveLarge();
    const socket = openUnread(own.port);
    let bytes = 0;
    let next = 0;
    const whole = new Promise<void>((resolve) => {
      socket.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > LARGE.length) return resolve();
        // Ten pauses on the way, which together are longer than the limit.
        if (bytes < next) return;
        next += LARGE.length / 10;
        socket.pause();
        setTimeout(() => socket.resume(), LIMIT_MS / 2);
      });
      socket.on("close", () => resolve());
    });
    socket.write(GET);
    await whole;
    expect(bytes).toBeGreaterThan(LARGE.length);
    socket.destroy();
  });

  it("stays open while a handler takes longer than the limit", async () => {
    const { port } = await serve(async () => {
      await pause(4 * LIMIT_MS);
      return ok(new TextEncoder().encode("late"));
    });
    const { socket, received } = open(port);
    socket.write(CLOSING);
    expect(answersIn(await received())).toMatchObject([{ status: 200, body: "late" }]);
  });

  it("stays open while a stream sends nothing", async () => {
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("first "));
        await pause(4 * LIMIT_MS);
        controller.enqueue(new TextEncoder().encode("last"));
        controller.close();
      },
    });
    const { port } = await serve(async () => ok(stream as Answer["body"]));
    const { socket, received } = open(port);
    socket.write(CLOSING);
    expect(await received()).toMatch(/first [^]*last/);
  });

  it("stays open between two requests", async () => {
    const { port } = await serve(async () => ok(new TextEncoder().encode("here")));
    const { socket, received } = open(port);
    socket.write(GET);
    await received(/here/);
    await pause(4 * LIMIT_MS);
    socket.write(CLOSING);
    expect(answersIn(await received())).toHaveLength(2);
  });
});
