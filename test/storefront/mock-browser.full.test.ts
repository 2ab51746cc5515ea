/** `proto-gen mock` as people see it: a purchase that a platform begins and its buyer finishes (§3.3), followed live. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "../../templates/storefront/src/generated/client.js";
import { openMockPlatform, type MockPlatform } from "../support/mock-platform.js";
import { openMock, type OpenMock } from "../support/mock-process.js";
import { resource } from "../support/mock-purchase.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ADDRESS = {
  "Street and number": "1 Main Street",
  "Postal code": "94016",
  City: "Springfield",
};

describe.skipIf(!existsSync(executablePath))("a mock in chromium", () => {
  const errors: string[] = [];
  let browser: Browser;
  let scratch: string;
  let mock: OpenMock;
  let platform: MockPlatform;
  let client: Client;

  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), "proto-gen-test-"));
    // Tests run as root in containers, where chromium has no sandbox.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    mock = await openMock("--profile", "./profile.json", "--mail", scratch);
    const sample = await fetch(mock.opened.platform);
    platform = await openMockPlatform((await sample.json()) as object);
    const business = mock.opened.url;
    const options = { business, profile: platform.profile, development: true };
    client = (await createClient(options)) as Client;
  }, 240_000);
  afterAll(async () => {
    await client.$close();
    await platform.close();
    await mock.stop();
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function visit(url: string): Promise<Page> {
    // The certificate is made at the start: people have to be told to trust it, too.
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    page.on("console", (said) => {
      if (said.type() === "error") errors.push(said.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(url);
    return page;
  }

  /** In both widths; and what axe finds, be it small. */
  async function expectReadable(page: Page): Promise<void> {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      expect(widest).toBeLessThanOrEqual(width);
    }
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run()")) as {
      readonly violations: readonly { readonly id: string }[];
    };
    expect(violations.map(({ id }) => id)).toEqual([]);
  }

  it("is followed live from the first call to the delivered order", async () => {
    const status = await visit(`${mock.opened.url}/`);
    await status.getByText("Live: the page follows by itself.").waitFor();
    await status.evaluate("window.mark = 1");
    const current = status.locator('[aria-current="step"] strong');

    const line_items = [{ item: { id: "view" }, quantity: 1 }];
    const checkout = resource(await client.createCheckout({ line_items, currency: "USD" }));
    await platform.remember(checkout.id, mock.opened.discovery);
    expect(checkout.status).toBe("requires_escalation");
    await status.getByRole("link", { name: checkout.id }).waitFor();
    expect(await current.allTextContents()).toEqual(["requires_escalation"]);

    const buyer = await visit(checkout.continue_url ?? "");
    await expectReadable(buyer);
    // What delivery costs is not known yet.
    const proceed = buyer.getByRole("button", { name: "Continue", exact: true });
    for (const [label, value] of Object.entries({ Email: "ada@example.com", ...ADDRESS }))
      await buyer.getByLabel(label, { exact: true }).fill(value);
    // Not every country has regions.
    await buyer.getByLabel(/^Region/).fill("CA");
    await buyer.getByLabel("Country", { exact: true }).selectOption({ label: "United States" });
    await proceed.click();
    await buyer.getByRole("alert").waitFor();
    await buyer.getByLabel("How and when").selectOption({ index: 1 });
    await proceed.click();
    await buyer.getByText("With what you have given the checkout is another.").waitFor();
    await expectReadable(buyer);
    await buyer.getByRole("button", { name: /\$2,504\.00$/ }).click();
    await buyer.getByRole("heading", { name: "Your order is placed" }).waitFor();

    const done = resource(await client.getCheckout({ id: checkout.id }));
    expect(done).toMatchObject({ status: "completed", buyer: { email: "ada@example.com" } });
    const order = done.order?.id ?? "";
    await status.getByRole("heading", { name: `Order ${order}` }).waitFor();
    expect(await current.allTextContents()).toEqual(["completed"]);
    await status.getByText("delivered", { exact: true }).waitFor();
    expect(await status.evaluate("window.mark")).toBe(1);
    await expectReadable(status);

    await buyer.getByRole("link", { name: order }).click();
    await buyer.getByRole("heading", { name: "Your order", exact: true }).waitFor();
    await expectReadable(buyer);
    await expect.poll(() => platform.delivered(order), { timeout: 20_000 }).toBe(true);
    const mails = readdirSync(scratch).map((name) =>
      readFileSync(path.join(scratch, name), "utf8"),
    );
    expect(mails.filter((text) => text.includes(order))).toHaveLength(1);
    expect(errors).toEqual([]);
  }, 120_000);
});
