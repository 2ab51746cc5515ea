import { describe, expect, it } from "vitest";
import { createPages, type Pages } from "../src/pages/index.js";
import { answerOfPages, call, ORIGIN } from "./pages-call.js";
import { checkoutRow, fakeBackstage, type FakeBackstage } from "./pages-fake.js";

function pagesOf(backstage: FakeBackstage = fakeBackstage({ checkouts: [checkoutRow()] })): Pages {
  return createPages({ backstage, title: "Teapots" });
}

const PATHS = [
  "/",
  "/checkout-sessions/chk-1",
  "/checkout-sessions/none",
  "/style.css",
  "/live.js",
];

describe("headers of every page", () => {
  it.each(PATHS)(
    "%s is not stored, not framed, not sniffed, and sends no referrer",
    async (path) => {
      const { headers } = await call(pagesOf(), path);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      const policy = headers["content-security-policy"]?.split("; ");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy?.join()).not.toContain("unsafe");
    },
  );

  it.each(PATHS)("%s has nothing inline that the policy would have to allow", async (path) => {
    const { text, headers } = await call(pagesOf(), path);
    if (headers["content-type"] !== "text/html; charset=utf-8") return;
    expect(text).not.toMatch(/<style|<script(?! src="\/live\.js")|\son\w+=|\sstyle=/);
  });

  it("are those of forms and of refusals too", async () => {
    const init = { method: "POST" };
    const { status, headers } = await call(pagesOf(), "/checkout-sessions/chk-1", init);
    expect(status).toBe(403);
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });
});

describe("what is answered", () => {
  it.each([
    ["/", "POST", "GET, HEAD"],
    ["/style.css", "DELETE", "GET, HEAD"],
    ["/live.js", "PUT", "GET, HEAD"],
    ["/events", "POST", "GET, HEAD"],
    ["/checkout-sessions/chk-1", "DELETE", "GET, HEAD, POST"],
  ])("%s does not take %s: 405", async (path, method, allow) => {
    const { status, headers } = await call(pagesOf(), path, { method });
    expect([status, headers["allow"]]).toEqual([405, allow]);
  });

  it.each(PATHS)("HEAD of %s is GET without its body", async (path) => {
    const [get, head] = await Promise.all([
      call(pagesOf(), path),
      call(pagesOf(), path, { method: "HEAD" }),
    ]);
    expect(head).toEqual({ ...get, text: "" });
  });

  it.each([
    "/proto/v1/checkout-sessions/chk-1",
    "/.well-known/proto",
    "/checkout-sessions",
    "/checkout-sessions/",
    "/checkout-sessions/chk-1/more",
    "//",
    "/index.html",
  ])("%s is left to the server", (path) => {
    const request = new Request(ORIGIN + path);
    const here = { target: path, remoteAddress: "127.0.0.1" };
    expect(pagesOf().find(request, here)).toBeUndefined();
    expect(pagesOf().find(request, {})).toBeUndefined();
  });

  it("says nothing of what the backstage throws", async () => {
    const reported: unknown[] = [];
    const broken = new Error("password=hunter2");
    const backstage = {
      ...fakeBackstage(),
      checkout: () => Promise.reject(broken),
      carts: () => Promise.reject(broken),
    };
    const report = (thrown: unknown): void => void reported.push(thrown);
    const pages = createPages({ backstage, title: "Teapots", report });
    for (const path of ["/", "/checkout-sessions/chk-1"]) {
      const { status, text } = await call(pages, path);
      expect(status).toBe(500);
      expect(text).not.toContain("hunter2");
    }
    expect(reported).toEqual([broken, broken]);
  });
});

describe("/events", () => {
  async function open(pages: Pages): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const answer = await answerOfPages(pages, new Request(`${ORIGIN}/events`));
    if (!(answer?.body instanceof ReadableStream)) throw new TypeError("no stream");
    return answer.body.getReader();
  }

  it("says once that something has changed, however often it has", async () => {
    const backstage = fakeBackstage();
    const reader = await open(pagesOf(backstage));
    for (let count = 0; count < 100; count += 1) backstage.put({});
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe("data: changed\n\n");
    await reader.cancel();
  });

  it("no longer listens once its reader has gone", async () => {
    const backstage = fakeBackstage();
    const reader = await open(pagesOf(backstage));
    expect(backstage.listeners).toBe(1);
    await reader.cancel();
    expect(backstage.listeners).toBe(0);
  });

  it("keeps one word for a reader that does not read", async () => {
    const backstage = fakeBackstage();
    const pages = pagesOf(backstage);
    const reader = await open(pages);
    for (let count = 0; count < 4; count += 1) {
      backstage.put({});
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    pages.close();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(true);
  });

  it("ends when the pages close, and takes no more than fifty at a time", async () => {
    const backstage = fakeBackstage();
    const pages = pagesOf(backstage);
    const readers = await Promise.all(Array.from({ length: 50 }, () => open(pages)));
    expect((await call(pages, "/events")).status).toBe(503);
    pages.close();
    for (const reader of readers) expect((await reader.read()).done).toBe(true);
    expect(backstage.listeners).toBe(0);
    await (await open(pages)).cancel();
  });

  it("opens no stream for HEAD", async () => {
    const backstage = fakeBackstage();
    await call(pagesOf(backstage), "/events", { method: "HEAD" });
    expect(backstage.listeners).toBe(0);
  });
});
