/** A page of another origin buys from `proto-gen mock` in chromium, with the generated client, over REST and over MCP. */

import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMock, type OpenMock } from "../support/mock-process.js";
import { repository } from "../support/published.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** What the page runs: it buys one thing, and asks for one that there is not. */
const SCRIPT = `
import { createClient } from "./templates/storefront/src/generated/client.js";
import { mcp } from "@proto-gen/runtime/client/mcp";

globalThis.buy = async (business, profile, via) => {
  const transport = via === "mcp" ? { transport: mcp } : {};
  const shop = await createClient({ business, profile, development: true, ...transport });
  const line_items = [{ item: { id: "presets" }, quantity: 1 }];
  const buyer = { email: "ada@example.com" };
  const { id } = await shop.createCheckout({ line_items, currency: "USD", buyer });
  const credential = { type: "token", token: "tok_ok" };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
  const { status } = await shop.completeCheckout({ id, payment: { instruments: [card] } });
  const missing = await shop.getCheckout({ id: "none" })
    .then(({ messages }) => messages[0].code, ({ code }) => code);
  const { headers } = await fetch(business + "/.well-known/proto");
  return { status, missing, etag: headers.get("etag") };
};
`;

describe.skipIf(!existsSync(executablePath))("a page of another origin", () => {
  let browser: Browser;
  let mock: OpenMock;
  let site: Server;
  let page: Page;

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: SCRIPT, resolveDir: repository },
      absWorkingDir: repository,
      bundle: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      write: false,
    });
    const script = outputFiles[0]?.text ?? "";
    site = createServer(({ url }, response) => {
      const isScript = url === "/script.js";
      response
        .setHeader("Content-Type", isScript ? "text/javascript" : "text/html")
        .end(isScript ? script : '<!doctype html><script type="module" src="/script.js"></script>');
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    // Tests run as root in containers, where chromium has no sandbox.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    mock = await openMock("--profile", "./profile.json");
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.waitForFunction("globalThis.buy !== undefined");
  }, 240_000);
  afterAll(async () => {
    await mock.stop();
    await browser.close();
    site.close();
  });

  it.each(["rest", "mcp"])("buys over %s", async (via) => {
    const { url, platform } = mock.opened;
    const bought = await page.evaluate(
      `buy(${JSON.stringify(url)}, ${JSON.stringify(platform)}, "${via}")`,
    );
    expect(bought).toMatchObject({
      status: "completed",
      missing: "not_found",
      etag: expect.any(String),
    });
  });
});
