/** Which host a request is for (RFC 9112 §3.2, RFC 9110 §7.2): what cannot be read is refused, and nothing takes its place. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveNode, toNodeHandler, type NodeServer } from "@proto-gen/runtime/node";
import type { Server, ServerRequest } from "@proto-gen/runtime/server";
import { hostOf } from "../../../src/runtime/node/node-request.js";
import { readAuthority } from "../../../src/runtime/rest/request-target.js";
import { answersIn, exchange } from "../../support/raw-http.js";

let urls: string[];
let server: NodeServer;

const witness: Pick<Server, "answer"> = {
  async answer(request: ServerRequest) {
    urls.push(request.url);
    return { status: 200, headers: [], body: new Uint8Array(0) };
  },
};

beforeEach(async () => {
  urls = [];
  server = await serveNode(witness, { port: 0, development: true });
});
afterEach(() => server.close({ timeoutMs: 0 }));

async function statusOf(lines: readonly string[], port = server.port): Promise<number | undefined> {
  const text = [...lines, "Connection: close", "", ""].join("\r\n");
  const [answer] = answersIn(await exchange(port, Buffer.from(text, "utf8")));
  return answer?.status;
}

const UNREADABLE = [
  ...["", " ", "a b", "[", "a/b", "a?b", "a#b", "a\\b", "%", "a%", "%41", "%6cocalhost", "a%2eb"],
  ...["user@localhost", "user:secret@localhost", "@localhost", "localhost@", "localhost:80:80"],
  ...["localhost:x", "localhost:99999", "localhost:-1", "localhost: 80", ":80", ":"],
  ...["127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "127.0.0.1.", "::1", "[::1", "[::1]a"],
  ...[
    "[fe80::1%25eth0]",
    "[localhost]",
    "[::1]:x",
    "é",
    "ｌocalhost",
    "ⓛocalhost",
    "localhost\u00ad",
  ],
  ...["localhost, evil.example", "http://localhost", "localhost/", "xn--a.example"],
];

describe("a Host that cannot be read", () => {
  it.each(UNREADABLE)("is answered with 400: %j", async (host) => {
    expect(await statusOf(["GET /a HTTP/1.1", `Host: ${host}`])).toBe(400);
    expect(urls).toEqual([]);
  });

  it.each([
    ["two of them", ["GET /a HTTP/1.1", "Host: localhost", "Host: evil.example"]],
    ["two that are equal", ["GET /a HTTP/1.1", "Host: localhost", "host: localhost"]],
    ["none", ["GET /a HTTP/1.1"]],
    ["none, in HTTP/1.0", ["GET /a HTTP/1.0"]],
    ["none beside the absolute form", ["GET http://localhost/a HTTP/1.1"]],
  ])("is answered with 400: %s", async (_, lines) => {
    expect(await statusOf(lines)).toBe(400);
    expect(urls).toEqual([]);
  });
});

describe("a Host that can be read", () => {
  it.each([
    ["a!b.evil.example", "http://a!b.evil.example/a"],
    ["a~b.evil.example", "http://a~b.evil.example/a"],
    ["a;b.evil.example", "http://a;b.evil.example/a"],
    ["a$b.evil.example", "http://a$b.evil.example/a"],
    ["a_b.evil.example", "http://a_b.evil.example/a"],
    ["localhost,evil.example", "http://localhost,evil.example/a"],
    ["localhost.evil.example:80", "http://localhost.evil.example/a"],
    ["evil.example:8443", "http://evil.example:8443/a"],
    ["LocalHost:8080", "http://localhost:8080/a"],
    ["localhost:", "http://localhost/a"],
    ["localhost.", "http://localhost./a"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000/a"],
    ["[::1]:3000", "http://[::1]:3000/a"],
    ["[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]/a"],
    ["xn--mnchen-3ya.example", "http://xn--mnchen-3ya.example/a"],
  ])("is taken as the client wrote it: %s", async (host, url) => {
    expect(await statusOf(["GET /a HTTP/1.1", `Host: ${host}`])).toBe(200);
    expect(urls).toEqual([url]);
  });

  it("is read in HTTP/1.0, too", async () => {
    expect(await statusOf(["GET /a HTTP/1.0", "Host: evil.example"])).toBe(200);
    expect(urls).toEqual(["http://evil.example/a"]);
  });
});

describe("the absolute form, which names the host a second time (RFC 9112 §3.2.2)", () => {
  it.each([
    ["http://other.example/a", "other.example", "http://other.example/a"],
    ["HTTP://Other.Example:80/a", "other.example", "http://other.example/a"],
    ["https://other.example:443/a", "other.example", "https://other.example/a"],
    ["http://other.example?a", "other.example", "http://other.example/?a"],
  ])("is accepted as %s beside Host: %s", async (target, host, url) => {
    expect(await statusOf([`GET ${target} HTTP/1.1`, `Host: ${host}`])).toBe(200);
    expect(urls).toEqual([url]);
  });

  it.each([
    ["http://localhost/a", "evil.example"],
    ["http://evil.example/a", "localhost"],
    ["http://localhost/a", "localhost:8080"],
    ["http://evil.example@localhost/a", "localhost"],
    ["http://localhost@evil.example/a", "localhost"],
    ["http:///a", "localhost"],
    ["http://[/a", "localhost"],
    ["http://local%68ost/a", "localhost"],
    ["ftp://localhost/a", "localhost"],
  ])("is answered with 400 as %s beside Host: %s", async (target, host) => {
    expect(await statusOf([`GET ${target} HTTP/1.1`, `Host: ${host}`])).toBe(400);
    expect(urls).toEqual([]);
  });
});

describe("toNodeHandler", () => {
  it("refuses the same on a listener of one's own", async () => {
    const own = createServer({ requireHostHeader: false }, toNodeHandler(witness)).listen(0);
    const { port } = own.address() as AddressInfo;
    try {
      expect(await statusOf(["GET /a HTTP/1.1", "Host: user@localhost"], port)).toBe(400);
      expect(await statusOf(["GET /a HTTP/1.0"], port)).toBe(400);
      expect(await statusOf(["GET /a HTTP/1.1", "Host: localhost"], port)).toBe(200);
      expect(urls).toEqual(["http://localhost/a"]);
    } finally {
      own.closeAllConnections();
      own.close();
    }
  });

  it("takes the authority of HTTP/2 where there is no Host, and no second opinion beside one", () => {
    expect(hostOf("/a", [":authority", "shop.example"], "https").host).toBe("shop.example");
    expect(() =>
      hostOf("/a", [":authority", "evil.example", "host", "localhost"], "https"),
    ).toThrow("must not be repeated");
  });
});

describe("readAuthority", () => {
  it("leaves out the port of the scheme, and no other", () => {
    expect(readAuthority("a.example:443", "https")).toEqual({
      hostname: "a.example",
      host: "a.example",
    });
    expect(readAuthority("a.example:443", "http")?.host).toBe("a.example:443");
  });
});
