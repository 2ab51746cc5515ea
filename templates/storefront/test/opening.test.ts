/** What `npm start` prints. */

import path from "node:path";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "@proto-gen/runtime/server";
import { openingLines, requestLine } from "../src/opening.js";

const OPENING = {
  profile: { name: "proto" },
  data: "/shop/data",
  mail: "/shop/data/mail",
  platform: "/platform.json",
};

describe("the opening", () => {
  it("says where everything is, and how links open that are https without a certificate (§3.3)", () => {
    const lines = openingLines({ ...OPENING, url: "http://127.0.0.1:3000" });
    expect(lines).toEqual([
      "The shop is open: http://127.0.0.1:3000/.well-known/proto",
      "  status    http://127.0.0.1:3000/",
      "  platform  http://127.0.0.1:3000/platform.json",
      `  data      ${path.resolve("/shop/data")}`,
      `  mail      ${path.resolve("/shop/data/mail")}`,
      "Links to buyers are https always (§3.3). Without a certificate, open them with http:// instead.",
    ]);
  });

  it("says nothing of http where there is a certificate, and nothing of what there is not", () => {
    const url = "https://shop.example.com";
    const lines = openingLines({ ...OPENING, url, mail: undefined, platform: undefined });
    expect(lines.join("\n")).not.toMatch(/http:|mail|platform/);
  });
});

describe("a request's line", () => {
  const entry: LogEntry = {
    level: "info",
    method: "POST",
    path: "/proto/v1/carts",
    operation: "create_cart",
    requestId: undefined,
    platform: undefined,
    durationMs: 3,
    status: 201,
  };

  it("has method and path, and what came of it", () => {
    expect(requestLine(entry)).toBe("POST /proto/v1/carts create_cart 201 -");
    expect(requestLine({ ...entry, outcome: "out_of_stock" })).toMatch(/ 201 out_of_stock$/);
    expect(requestLine({ ...entry, code: "not_found", status: 404 })).toMatch(/ 404 not_found$/);
  });

  it("is one line of what a terminal can show", () => {
    const asked = "/\u001b[2J\n\ud800";
    expect(requestLine({ ...entry, path: asked })).toBe(
      "POST /\\u{1b}[2J\\u{a}\\u{d800} create_cart 201 -",
    );
  });
});
