/** The page of a comparison in Chromium. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { htmlReport } from "../../../src/diff/report/html/html-report.js";
import type { ReviewedComparison } from "../../../src/diff/report/reviewed.js";
import { printable } from "../../../src/text/line.js";
import { sampled } from "../../support/sizes.js";
import { put, temporaryDirectory } from "../../write/temporary.js";
import {
  ADDED,
  change,
  comparison,
  HOSTILE,
  HOSTILE_COMPARISON,
  REQUIRED,
  SAMPLE,
  VALUE_ADDED,
} from "../sample-comparison.js";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [
  { width: 1280, height: 900 },
  { width: 400, height: 800 },
] as const;

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

describe.skipIf(!existsSync(executablePath))("the page in chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    // Tests run as root in containers, where chromium has no sandbox.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  }, 60_000);
  afterAll(() => browser.close());

  interface Opened {
    readonly page: Page;
    readonly requests: readonly string[];
    /** What the page complained of; a test that wants it to takes it out. */
    readonly problems: string[];
  }

  /** Opened as a file, off the network; ends with the test, which fails if the page complained. */
  async function open(
    shown: ReviewedComparison,
    {
      hash = "",
      ...options
    }: Parameters<Browser["newContext"]>[0] & { readonly hash?: string } = {},
  ): Promise<Opened> {
    const directory = temporaryDirectory();
    put(directory, "report.html", htmlReport(shown));
    const context: BrowserContext = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    const requests: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => void requests.push(request.url()));
    page.on("requestfailed", (request) => {
      // Chromium tells of what the policy kept it from asking for, too.
      if (request.failure()?.errorText === "csp")
        requests.splice(requests.indexOf(request.url()), 1);
    });
    page.on("console", (said) => void problems.push(said.text()));
    page.on("pageerror", (error) => void problems.push(String(error)));
    page.on("dialog", (dialog) => {
      problems.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    onTestFinished(async () => {
      await context.close();
      expect(problems).toEqual([]);
    });
    await page.goto(pathToFileURL(path.join(directory, "report.html")).href + hash);
    return { page, requests, problems };
  }

  async function shownIds(page: Page): Promise<readonly string[]> {
    const all = await page.locator("article:visible").all();
    return Promise.all(all.map(async (each) => (await each.getAttribute("id"))?.slice(-2) ?? ""));
  }

  async function stumbles(page: Page): Promise<readonly string[]> {
    // Not as a script of the page, which the policy would refuse.
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    );
  }

  it("asks for the file itself and nothing else", async () => {
    const { page, requests } = await open(SAMPLE);
    await page.getByRole("searchbox").fill("status");
    await page.locator("#theme").click();
    await page.waitForTimeout(200);
    expect(requests.filter((url) => url !== "data:,")).toEqual([page.url()]);
  });

  it("may not ask, even if something slipped into it", async () => {
    const { page, requests, problems } = await open(SAMPLE);
    const outcome = await page.evaluate(`
      fetch("https://example.com/").then(() => "fetched", () => "refused")
    `);
    expect(outcome).toBe("refused");
    await page.evaluate(`
      document.body.append(Object.assign(document.createElement("img"), { src: "https://example.com/x.png" }));
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.slipped = 1" }));
    `);
    expect(await page.evaluate("window.slipped")).toBeUndefined();
    await expect.poll(() => problems.join("\n")).toContain("Loading the image");
    expect(requests.filter((url) => url.startsWith("https:"))).toEqual([]);
    problems.length = 0;
  });

  it("filters by level", async () => {
    const { page } = await open(SAMPLE);
    expect(await shownIds(page)).toEqual(["a4", "a1", "a2", "a3", "a5", "a6"]);
    await page.getByLabel("safe", { exact: true }).uncheck();
    expect(await shownIds(page)).toEqual(["a4", "a1", "a2", "a5"]);
    await page.getByLabel("breaking", { exact: true }).uncheck();
    expect(await shownIds(page)).toEqual(["a2", "a5"]);
    expect(await page.getByRole("status").textContent()).toBe("2 of 6 shown");
    expect(await page.locator("section:visible h2").allTextContents()).toEqual([
      "dev.proto.shopping.checkout",
      "shared types",
    ]);
    await page.getByLabel("dangerous", { exact: true }).uncheck();
    expect(await page.getByText("There are no changes to show.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => shownIds(page)).toHaveLength(6);
  });

  it("filters by text: every word, of any part of a change", async () => {
    const { page } = await open(SAMPLE);
    const search = page.getByRole("searchbox");
    await search.fill("STATUS");
    expect(await shownIds(page)).toEqual(["a2"]);
    await search.fill("create_checkout  required");
    expect(await shownIds(page)).toEqual(["a1"]);
    await search.fill("line_item.json:9");
    expect(await shownIds(page)).toEqual(["a1"]);
    await search.fill("nothing has this");
    expect(await shownIds(page)).toEqual([]);
    await search.fill("  ");
    expect(await shownIds(page)).toHaveLength(6);
  });

  it("shows a change as grave as it is for the role that is chosen", async () => {
    const { page } = await open(SAMPLE);
    await page.getByLabel("For", { exact: true }).selectOption("business");
    await page.getByLabel("safe", { exact: true }).uncheck();
    expect(await shownIds(page)).toEqual(["a4", "a5"]);
    expect(await page.locator("article:visible .badge").allTextContents()).toEqual([
      "dangerous",
      "dangerous",
    ]);
    expect(await page.locator("section:visible .chips li:visible").allTextContents()).toEqual([
      "1 dangerous",
      "1 dangerous",
    ]);
    await page.getByLabel("For", { exact: true }).selectOption("");
    expect(await page.locator("article:visible .badge").first().textContent()).toBe("breaking");
  });

  it("filters by direction, of those that there are", async () => {
    const { page } = await open(SAMPLE);
    const direction = page.getByLabel("In", { exact: true });
    expect(await direction.locator("option").allTextContents()).toEqual([
      "everything",
      "requests",
      "responses",
      "profiles",
      "schemas",
    ]);
    await direction.selectOption("response");
    expect(await shownIds(page)).toEqual(["a2", "a3"]);
  });

  it("of one role has no choice of roles, and filters all the same", async () => {
    const { page } = await open(comparison([REQUIRED, ADDED], { role: "platform" }));
    expect(await page.getByLabel("For", { exact: true }).count()).toBe(0);
    await page.getByLabel("safe", { exact: true }).uncheck();
    expect(await shownIds(page)).toEqual(["a1"]);
  });

  it("is used by the keyboard alone", async () => {
    const { page } = await open(SAMPLE);
    await page.keyboard.press("/");
    await page.keyboard.type("status/enum");
    expect(await page.getByRole("searchbox").inputValue()).toBe("status/enum");
    expect(await shownIds(page)).toEqual(["a2"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await shownIds(page)).toEqual([]);
  });

  it("leads to a change by its fingerprint, whatever the filters leave", async () => {
    const { page } = await open(SAMPLE, { hash: `#c-${ADDED.fingerprint}` });
    expect(await page.locator("article:target").getAttribute("id")).toBe(`c-${ADDED.fingerprint}`);
    await page.getByLabel("breaking", { exact: true }).uncheck();
    await page.evaluate(`location.hash = "#c-${REQUIRED.fingerprint}"`);
    const target = page.locator(`[id="c-${REQUIRED.fingerprint}"]`);
    await target.waitFor({ state: "visible" });
    expect(await page.getByLabel("breaking", { exact: true }).isChecked()).toBe(true);
  });

  it("is light and dark, as the system has it or as the reader wants", async () => {
    const background = "getComputedStyle(document.body).backgroundColor";
    for (const [colorScheme, color, other, name] of [
      ["light", "rgb(255, 255, 255)", "rgb(20, 23, 26)", "Dark colors"],
      ["dark", "rgb(20, 23, 26)", "rgb(255, 255, 255)", "Light colors"],
    ] as const) {
      const { page } = await open(SAMPLE, { colorScheme });
      expect(await page.evaluate(background)).toBe(color);
      await page.getByRole("button", { name }).click();
      expect(await page.evaluate(background)).toBe(other);
    }
  });

  it("shows every change where scripts are off, and no filters", async () => {
    const { page } = await open(SAMPLE, { javaScriptEnabled: false });
    expect(await page.locator("article:visible").count()).toBe(6);
    expect(await page.locator("form:visible, button:visible, #none:visible").count()).toBe(0);
    expect(await page.locator(`a[href="#c-${VALUE_ADDED.fingerprint}"]`).isVisible()).toBe(true);
  });

  it("prints every change that is shown, without the filters", async () => {
    const { page } = await open(SAMPLE, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("form:visible, button:visible, nav:visible").count()).toBe(0);
    expect(await page.locator("article:visible").count()).toBe(6);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
      "rgb(255, 255, 255)",
    );
  });

  it("has nothing that axe finds, and no sideways scrolling", async () => {
    const long = change({ subject: "x".repeat(300), operations: ["y".repeat(300)] });
    const pages = [SAMPLE, comparison([]), comparison([long, ADDED]), HOSTILE_COMPARISON].flatMap(
      (shown) =>
        SIZES.flatMap((viewport) =>
          (["light", "dark"] as const).map((colorScheme) => ({ shown, viewport, colorScheme })),
        ),
    );
    for (const { shown, ...options } of sampled("AXE_PAGES", pages, 5)) {
      const { page } = await open(shown, options);
      expect(await stumbles(page)).toEqual([]);
      const widest = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      expect(widest).toBeLessThanOrEqual(options.viewport.width);
    }
  });

  it("shows hostile texts as they are, and runs none of them", async () => {
    const { page } = await open(HOSTILE_COMPARISON);
    const headings = await page.locator("h3").allInnerTexts();
    for (const text of HOSTILE)
      expect(
        headings.filter((each) => each.includes(printable(text).trim())),
        text,
      ).toHaveLength(2);
    expect(await page.locator("script, img").count()).toBe(1);
    expect(await page.locator("article").count()).toBe(20);
    expect(
      await page.evaluate(`[...document.querySelectorAll("*")].filter((each) =>
      each.getAttributeNames().some((name) => name.startsWith("on"))).length`),
    ).toBe(0);
  });

  it("is not laid out anew for each of thousands of changes", async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      change({ fingerprint: index.toString(16).padStart(16, "0"), subject: `member_${index}` }),
    );
    const { page } = await open(comparison(many));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const layouts = async (): Promise<number> => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "LayoutCount")?.value ?? NaN;
    };
    await page.evaluate("document.body.offsetHeight");
    const before = await layouts();
    // A layout for each change that is hidden would be thousands.
    await page.evaluate(`(() => {
      const search = document.querySelector("input[type=search]");
      search.value = "member_2999";
      search.dispatchEvent(new Event("input", { bubbles: true }));
      document.body.offsetHeight;
    })()`);
    const during = (await layouts()) - before;
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThan(20);
    expect(await page.locator("article:visible").count()).toBe(1);
  });
});
