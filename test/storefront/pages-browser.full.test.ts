import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import { errorAnswer, type Connection, type ServerRequest } from "@proto-gen/runtime/server";
import { ProtocolError } from "@proto-gen/runtime/error";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPages, type Pages } from "../../templates/storefront/src/pages/index.js";
import {
  asksFor,
  CART,
  checkoutRow,
  DELIVERY,
  fakeBackstage,
  ORDER,
  PRODUCT,
  REQUEST,
  type FakeBackstage,
  type Finish,
} from "../../templates/storefront/test/pages-fake.js";

import { answerOfPages } from "../../templates/storefront/test/pages-call.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LONG = "x".repeat(300);
const WIDTHS = [1280, 390] as const;
const PATH = "/checkout-sessions/chk-1";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

describe.skipIf(!existsSync(executablePath))("pages in chromium", () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let shop: { backstage: FakeBackstage; pages: Pages; server: NodeServer } | undefined;

  beforeAll(async () => {
    // Tests run as root in containers, where chromium has no sandbox.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    errors = [];
    page = await browser.newPage();
    page.on("console", (said) => {
      if (said.type() === "error") errors.push(said.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
  });
  afterEach(async () => {
    await page.close();
    shop?.pages.close();
    await shop?.server.close({ timeoutMs: 500 });
    shop = undefined;
    expect(errors).toEqual([]);
  });

  /** Where the shop is. */
  async function open(
    stock: Parameters<typeof fakeBackstage>[0],
    finish?: Finish,
  ): Promise<FakeBackstage> {
    const backstage = fakeBackstage(stock, finish);
    const pages = createPages({ backstage, title: "Teapots" });
    const answer = async (request: ServerRequest, connection?: Connection) =>
      (await answerOfPages(pages, request, connection)) ??
      errorAnswer(new ProtocolError("not_found"));
    const server = await serveNode({ answer }, { port: 0, development: true });
    shop = { backstage, pages, server };
    return backstage;
  }

  async function visit(path: string): Promise<void> {
    await page.goto(`${shop?.server.url}${path}`);
  }

  /** All that axe finds, be it small. */
  async function stumbles(): Promise<readonly string[]> {
    // Not as a script of the page, which the policy would refuse.
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    );
  }

  /** The page, in both widths and both schemes. */
  async function expectReadable(): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const widest = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      expect(widest).toBeLessThanOrEqual(width);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await stumbles()).toEqual([]);
      }
    }
  }

  /** In each machine that is drawn. */
  function current(): Promise<string[]> {
    return page.locator('[aria-current="step"] strong').allTextContents();
  }

  it("the status page is readable, whatever it shows", async () => {
    const long = { ...checkoutRow({ id: LONG }), messages: [asksFor("$.buyer.email", LONG)] };
    await open({
      products: [PRODUCT, { ...PRODUCT, title: LONG }],
      carts: [{ ...CART, id: LONG }],
      checkouts: [checkoutRow(), ...["a", "b", "c"].map((id) => ({ ...long, id: LONG + id }))],
      orders: [ORDER, { ...ORDER, id: LONG }],
      requests: [REQUEST, { ...REQUEST, path: `/${LONG}`, platform: `https://${LONG}.example` }],
    });
    await visit("/");
    await page.getByText("The machine of checkouts").click();
    const folded = page.locator("details:not([open]) > summary");
    while ((await folded.count()) > 0) await folded.first().click();
    await expectReadable();
  });

  it("the status page follows a purchase without being loaded again", async () => {
    const backstage = await open({ products: [PRODUCT] });
    await visit("/");
    await page.evaluate("window.mark = 1");
    await page.getByText("Live: the page follows by itself.").waitFor();

    backstage.put({ checkouts: [checkoutRow({ status: "incomplete" })], requests: [REQUEST] });
    await page.getByText("must be an integer").waitFor();
    expect(await current()).toEqual(["incomplete"]);
    await page.getByRole("link", { name: "chk-1" }).focus();

    for (const status of [
      "requires_escalation",
      "ready_for_complete",
      "complete_in_progress",
      "completed",
    ] as const) {
      backstage.patch("chk-1", { status });
      await page.locator('[aria-current="step"]', { hasText: status }).waitFor();
      expect(await current()).toEqual([status]);
    }
    backstage.put({ orders: [ORDER] });
    await page.getByRole("heading", { name: "Order order-1" }).waitFor();
    expect(await page.evaluate("window.mark")).toBe(1);
    const focused = await page.evaluate("document.activeElement.textContent");
    expect(focused).toBe("chk-1");
  });

  it("what someone has folded and unfolded stays so when the page follows, and keeps the focus", async () => {
    const rows = ["a", "b", "c", "d", "e"].map((id) => checkoutRow({ id }));
    const backstage = await open({ checkouts: rows });
    await visit("/");
    await page.getByText("Live: the page follows by itself.").waitFor();
    const foldOf = (id: string) => page.locator(`details[data-key="${id}"]`);
    await foldOf("a").locator("summary").click();
    await foldOf("e").locator("summary").focus();
    await page.keyboard.press("Enter");
    const isOpen = async (): Promise<string[]> =>
      page
        .locator("details[data-key][open]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-key") ?? ""));
    expect(await isOpen()).toEqual(["b", "c", "e"]);

    // It is one of the three latest, and "c" no longer is: nothing folds while someone may read it.
    backstage.put({ checkouts: [checkoutRow({ id: "new" }), ...rows] });
    await foldOf("new").waitFor();
    expect(await isOpen()).toEqual(["new", "b", "c", "e"]);
    expect(
      await foldOf("e")
        .locator("summary")
        .evaluate((each) => each.matches(":focus")),
    ).toBe(true);
    await page.getByRole("link", { name: "Checkouts (6)" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await isOpen()).toEqual(["new", "b", "c"]);
  });

  it("the status page is whole without JavaScript", async () => {
    await open({ checkouts: [checkoutRow({ status: "ready_for_complete" })] });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${shop?.server.url}/`);
    const marked = await still.locator('[aria-current="step"] strong').allTextContents();
    await context.close();
    expect(marked).toEqual(["ready_for_complete"]);
  });

  it("a buyer finishes with the keyboard alone, and sees at each field what is wrong", async () => {
    const messages = [asksFor("$.buyer.email"), asksFor("$.fulfillment.methods[0].groups")];
    const backstage = await open({ checkouts: [checkoutRow({ messages, fulfillment: DELIVERY })] });
    await visit(PATH);
    await expectReadable();

    await tabTo("Email");
    await page.keyboard.type("ada");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await expectReadable();
    expect(await page.getByLabel("Email").inputValue()).toBe("ada");
    const described = await page.getByLabel("Email").getAttribute("aria-describedby");
    expect(await page.locator(`#${described}`).textContent()).toContain("no email address");

    await tabTo("Email");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.press("T");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your order is placed" }).waitFor();
    expect(backstage.finished.map(({ values }) => values)).toEqual([
      [
        { path: "$.buyer.email", value: "ada@example.com" },
        { path: "$.fulfillment.methods[0].groups[0].selected_option_id", value: "fast" },
      ],
    ]);
    await expectReadable();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(PATH);
  });

  it("a buyer who clicks twice, reloads and goes back buys once", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const backstage = await open({ checkouts: [checkoutRow()] }, async () => {
      await held;
      return { kind: "completed" };
    });
    await visit(PATH);
    await page.getByLabel("Email").fill("ada@example.com");
    const box = await page.getByRole("button").boundingBox();
    const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
    // Each is a form of its own to the browser, which gives up waiting for the first.
    await page.mouse.click(x, y);
    await page.mouse.click(x, y);
    release();
    await page.getByRole("heading", { name: "Your order is placed" }).waitFor();
    await page.reload();
    await page.goBack().catch(() => undefined);
    expect(backstage.finished).toHaveLength(1);
  });

  it("a buyer without JavaScript chooses a country by its name", async () => {
    const at = "$.fulfillment.methods[0].destinations[0].address_country";
    const row = checkoutRow({ messages: [asksFor(at)], fulfillment: DELIVERY });
    const backstage = await open({ checkouts: [row] });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${shop?.server.url}${PATH}`);
    await still.getByLabel("Country").focus();
    await still.keyboard.type("Germ");
    await still.keyboard.press("Tab");
    await still.keyboard.press("Enter");
    await still.getByRole("heading", { name: "Your order is placed" }).waitFor();
    await context.close();
    expect(backstage.finished).toMatchObject([{ values: [{ path: at, value: "DE" }] }]);
  });

  it.each(["/orders/order-1", "/carts/cart-1"])("the page %s is readable", async (path) => {
    await open({ orders: [ORDER], carts: [CART] });
    await visit(path);
    await expectReadable();
  });

  it.each(["incomplete", "complete_in_progress", "canceled"] as const)(
    "the buyer's page of what is %s is readable",
    async (status) => {
      await open({ checkouts: [checkoutRow({ status, messages: [asksFor("$.buyer", LONG)] })] });
      await visit(PATH);
      await expectReadable();
    },
  );

  it("runs nothing that others have written", async () => {
    const hostile = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>`;
    await open({ checkouts: [checkoutRow({ messages: [asksFor("$.line_items[0]", hostile)] })] });
    for (const path of ["/", PATH]) {
      await visit(path);
      expect(await page.evaluate("window.hit")).toBeUndefined();
      expect(await page.getByText(hostile).count()).toBe(1);
    }
  });

  it("refuses a form that another site sends, though it has a token", async () => {
    const backstage = await open({ checkouts: [checkoutRow()] });
    await visit(PATH);
    const token = await page.locator('[name="token"]').inputValue();
    // Another port is the same site; 127.0.0.1 and localhost are not.
    const action = `${shop?.server.url}${PATH}`;
    await page.route("http://localhost:1/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${action}"><input name="token" value="${token}">
          <input name="$.buyer.email" value="eve@example.com"><button>Win</button></form>`,
      }),
    );
    await page.goto("http://localhost:1/");
    await page.getByRole("button").click();
    await page.getByRole("heading", { name: "This form is not valid" }).waitFor();
    expect(backstage.finished).toEqual([]);
    // Chromium says that the answer was a 403.
    expect(errors.splice(0)).toEqual([expect.stringContaining("403")]);
  });

  /** Presses Tab until the control with this label has the focus, which has to be seen. */
  async function tabTo(label: string): Promise<void> {
    const control = page.getByLabel(label, { exact: true });
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      if (await control.evaluate((element) => element.matches(":focus-visible"))) return;
    }
    throw new Error(`no way to ${label} with the keyboard`);
  }
});
