/**
 * Pictures of the pages of `mock` and of a project from `init`: each at 390 and 1280 pixels, light and dark. A page that is wider than
 * the screen is an error.
 *
 *   node scripts/screenshots.js FOLDER [CLONE]
 *
 * CLONE is another clone of this repository, installed and built, to compare with an earlier commit.
 */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const REPOSITORY = fileURLToPath(new URL("../", import.meta.url));
const [folder, clone = REPOSITORY] = process.argv.slice(2);
if (folder === undefined) throw new TypeError("usage: node scripts/screenshots.js FOLDER [CLONE]");
const out = path.resolve(folder);
const repository = path.resolve(clone);

const WIDTHS = [390, 1280];
const SCHEMES = ["light", "dark"];
const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};
const CREDENTIAL = { type: "token", token: "tok_ok" };
const PAYMENT = {
  instruments: [
    { id: "card_1", handler_id: "tokenizer", type: "card", selected: true, credential: CREDENTIAL },
  ],
};

/** Starts a process, and returns the first match in what it prints. */
async function started(args, pattern, options = {}) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], ...options });
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    const match = pattern.exec(text);
    if (match !== null) {
      child.stdout.resume();
      return { match, stop: () => child.kill() };
    }
  }
  throw new Error(`${args.join(" ")} ended: ${text}`);
}

/** A platform of one business. @returns a function that calls it over REST */
function platformOf(endpoint, profile) {
  return async (method, place, body) => {
    const response = await fetch(`${endpoint}${place}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "Proto-Agent": `profile="${profile}"`,
        "Request-Id": randomUUID(),
        "Idempotency-Key": randomUUID(),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
}

/** A checkout of one item with all choices made. */
async function readyCheckout(call, item, more = {}) {
  const basket = {
    line_items: [{ item: { id: item }, quantity: 2 }],
    currency: "USD",
    buyer: { email: "ada@example.com" },
    ...more,
  };
  const methods = [{ type: "shipping", destinations: [HOME] }];
  const created = await call("POST", "/checkout-sessions", { ...basket, fulfillment: { methods } });
  const chosen = created.fulfillment.methods.map((method) => ({
    ...method,
    groups: method.groups.map((group) => ({
      id: group.id,
      selected_option_id: group.options[0].id,
    })),
  }));
  const update = { ...basket, fulfillment: { methods: chosen } };
  return call("PUT", `/checkout-sessions/${created.id}`, update);
}

async function mockPages(browser) {
  const args = ["bin/proto-gen.js", "mock", "--profile", "./profile.json", "--port", "0", "--json"];
  const { match, stop } = await started(args, /^(\{"kind":"opened".*\})$/m, { cwd: repository });
  const { url, platform, endpoints } = JSON.parse(match[1]);
  try {
    const call = platformOf(endpoints.rest, platform);
    const page = (id) => `${url}/checkout-sessions/${id}`;
    const empty = { line_items: [{ item: { id: "roses" }, quantity: 1 }], currency: "USD" };
    const item = (await call("POST", "/catalog/search", {})).products[0].variants[0].id;
    empty.line_items[0].item.id = item;

    const waiting = await call("POST", "/checkout-sessions", empty);
    await take(browser, "mock-checkout-waiting", page(waiting.id));
    const review = async (id) =>
      fetch(`${url}/back-office/checkouts/${id}/review`, { method: "POST" });
    const escalated = await call("POST", "/checkout-sessions", empty);
    await review(escalated.id);
    await take(browser, "mock-checkout-form", page(escalated.id));
    await take(browser, "mock-checkout-problems", page(escalated.id), { send: true });
    const german = { ...empty, context: { language: "de" } };
    const inGerman = await call("POST", "/checkout-sessions", german);
    await review(inGerman.id);
    await take(browser, "mock-checkout-german", page(inGerman.id));
    const reviewed = await readyCheckout(call, item);
    await review(reviewed.id);
    await take(browser, "mock-checkout-review", page(reviewed.id));
    const paid = await readyCheckout(call, item);
    const done = await call("POST", `/checkout-sessions/${paid.id}/complete`, { payment: PAYMENT });
    await take(browser, "mock-checkout-completed", page(paid.id));
    await fetch(`${url}/back-office/orders/${done.order.id}/ship`, { method: "POST" });
    await take(browser, "mock-order", `${url}/orders/${done.order.id}`);
    const canceled = await call("POST", "/checkout-sessions", empty);
    await call("POST", `/checkout-sessions/${canceled.id}/cancel`, {});
    await take(browser, "mock-checkout-canceled", page(canceled.id));
    const cart = await call("POST", "/carts", empty);
    await take(browser, "mock-cart", `${url}/carts/${cart.id}`);
    await take(browser, "mock-nothing", `${url}/carts/none`);
    await take(browser, "mock-status", `${url}/`);
  } finally {
    stop();
  }
}

async function starterPages(browser) {
  const project = path.join(repository, "test/.out/screenshots");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(path.dirname(project), { recursive: true });
  const init = ["bin/proto-gen.js", "init", project, "--profile", "./profile.json", "--quiet"];
  const child = spawn(process.execPath, [...init, "--store", "memory"], {
    cwd: repository,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`init ended with ${code}`);
  const port = await freePort();
  const tsx = path.join(repository, "node_modules/tsx/dist/cli.mjs");
  const env = { ...process.env, PORT: String(port) };
  const { stop } = await started([tsx, "src/main.ts"], /The profile is at \S+/, {
    cwd: project,
    env,
  });
  const url = `http://localhost:${port}`;
  try {
    // A business has the capabilities of its own platform.
    const call = platformOf(`${url}/proto/v1`, `${url}/.well-known/proto`);
    const page = (id) => `${url}/checkout-sessions/${id}`;
    const bare = { line_items: [{ item: { id: "mug" }, quantity: 1 }], currency: "USD" };
    await take(
      browser,
      "starter-waiting",
      page((await call("POST", "/checkout-sessions", bare)).id),
    );
    const ready = await readyCheckout(call, "mug");
    await take(browser, "starter-ready", page(ready.id));
  } finally {
    stop();
    rmSync(project, { recursive: true, force: true });
  }
}

async function freePort() {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** @param send the page's form is sent first, as it is */
async function take(browser, name, url, { send = false } = {}) {
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ viewport, colorScheme, ignoreHTTPSErrors: true });
      const page = await context.newPage();
      await page.goto(url);
      if (send) {
        await page.locator("form button").first().click();
        await page.waitForLoadState();
      }
      const widest = await page.evaluate("document.documentElement.scrollWidth");
      if (widest > width) {
        console.error(`${name} is ${widest} pixels wide on a screen of ${width}`);
        process.exitCode = 1;
      }
      const file = path.join(out, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
      await context.close();
    }
  console.log(name);
}

mkdirSync(out, { recursive: true });
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
// In containers, where everyone is root, chromium has no sandbox.
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  await mockPages(browser);
  await starterPages(browser);
} finally {
  await browser.close();
}
