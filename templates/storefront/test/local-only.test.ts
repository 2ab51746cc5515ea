/** A shop in development answers requests that name this machine, and no others (DNS rebinding). */

import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformPage, PLATFORM_PATH } from "../src/sample-platform.js";
import { openTestShop, type TestShop } from "./shop-of-test.js";

let open: TestShop;
let port: number;
beforeAll(async () => {
  open = await openTestShop({}, { pages: platformPage({}) });
  port = Number(new URL(open.shop.url).port);
});
afterAll(() => open.close());

/** By hand: no client sends such a Host. */
function statusOf(target: string, fields: readonly string[]): Promise<number> {
  const browser = ["Sec-Fetch-Site: same-origin", "Connection: close"];
  return new Promise((resolve, reject) => {
    let answer = "";
    connect(port, "127.0.0.1")
      .on("data", (bytes) => (answer += bytes.toString("latin1")))
      .on("end", () => resolve(Number(answer.split(" ")[1])))
      .on("error", reject)
      .end([`GET ${target} HTTP/1.1`, ...fields, ...browser, "", ""].join("\r\n"));
  });
}

const PLACES = ["/", "/.well-known/proto", "/checkout?item=presets", PLATFORM_PATH, "/proto/mcp"];

describe("a Host of this machine", () => {
  it.each(["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST", "[::1]:PORT", "127.0.0.1"])(
    "%s is served",
    async (host) => {
      const field = `Host: ${host.replace("PORT", String(port))}`;
      expect(await statusOf("/", [field])).toBe(200);
      expect(await statusOf("/.well-known/proto", [field])).toBe(200);
    },
  );
});

describe("any other Host is a 4xx everywhere", () => {
  it.each([
    ...["evil.example", "a!b.evil.example", "a~b.evil.example", "a;b.evil.example", "a_b", "a$b"],
    ...[
      "%41.evil.example",
      "%6cocalhost",
      "",
      "user@localhost",
      "localhost.evil.example",
      "localhost.",
    ],
    ...["localhost:80:80", "evil.example.", "[::ffff:127.0.0.1]", "[::2]", "127.1", "0.0.0.0"],
    ...["128.0.0.1", "xn--80ak6aa92e.example", "localhost,evil.example", "evil.example:80"],
  ])("%j", async (host) => {
    const statuses = await Promise.all(PLACES.map((target) => statusOf(target, [`Host: ${host}`])));
    expect(statuses.filter((status) => !(status >= 400 && status < 500))).toEqual([]);
  });

  it.each([
    ["two of them", "/", ["Host: localhost", "Host: evil.example"]],
    ["none", "/", []],
    ["the absolute form", "http://evil.example/", ["Host: evil.example"]],
    ["the absolute form beside our own", "http://evil.example/", ["Host: localhost"]],
    ["our own in the absolute form", "http://localhost/", ["Host: evil.example"]],
  ])("%s", async (_, target, fields) => {
    const status = await statusOf(target, fields);
    expect(status >= 400 && status < 500).toBe(true);
  });

  it("begins no checkout", async () => {
    const before = await open.shop.checkouts.latest(50);
    await statusOf("/checkout?item=presets", ["Host: a!b.evil.example"]);
    expect(await open.shop.checkouts.latest(50)).toEqual(before);
  });
});
