/** Pages beside the endpoints of a business: markup that escapes, forms that only the page itself can send. */

import { createPages, html, type FormFields } from "@proto-gen/runtime/business";
import { toResponse, type ServerRequest } from "@proto-gen/runtime/server";
import { beforeEach, describe, expect, it } from "vitest";

const SITE = "https://shop.example";
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let submitted: [id: string, fields: FormFields][];
beforeEach(() => {
  submitted = [];
});

const find = createPages({
  "/orders/{id}": { name: "order", show: (id) => html`<p>${id}</p>` },
  "/carts/{id}/edit": {
    name: "cart",
    show: (id) => (id === "none" ? undefined : html`<form></form>`),
    submit(id, fields) {
      submitted.push([id, fields]);
      return fields["again"] === undefined ? undefined : html`<p>again</p>`;
    },
  },
});

async function open(path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const request = new Request(`${SITE}${path}`, init) as unknown as ServerRequest;
  const connection = { target: path };
  const route = find(request, connection);
  if (route === undefined) return undefined;
  try {
    const count = undefined as never;
    return toResponse(await route.answer({ request, target: path, connection, count })) as never;
  } catch (error) {
    return toResponse(route.error?.(error as never) as never) as never;
  }
}

function send(path: string, fields: Record<string, string>, headers: object = SAME_ORIGIN) {
  const body = new URLSearchParams(fields).toString();
  return open(path, { method: "POST", headers: { ...FORM, ...headers }, body });
}

describe("html", () => {
  it.each([
    ["a text", html`<p>${"<b>&\"'"}</p>`, "<p>&lt;b&gt;&amp;&quot;&#39;</p>"],
    ["markup of its own", html`<p>${html`<b>1</b>`}</p>`, "<p><b>1</b></p>"],
    ["a list", html`${[html`<i></i>`, "<", 2]}`, "<i></i>&lt;2"],
    ["nothing", html`<p>${undefined}${false}</p>`, "<p></p>"],
    ["0", html`${0}`, "0"],
  ])("writes %s", (_, markup, text) => {
    expect(markup.text).toBe(text);
  });
});

describe("a page", () => {
  it("is shown, and nobody stores it, frames it, or runs a script in it", async () => {
    const response = await open("/orders/a%3Cb%3E");
    expect(await response?.text()).toBe("<p>a&lt;b&gt;</p>");
    expect(response?.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response?.headers.get("cache-control")).toBe("no-store");
    expect(response?.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response?.headers.get("content-security-policy")).toMatch(
      /default-src 'none';.*frame-ancestors 'none'/,
    );
  });

  it("has no body for HEAD", async () => {
    const response = await open("/orders/1", { method: "HEAD" });
    expect([response?.status, await response?.text()]).toEqual([200, ""]);
  });

  it.each(["/", "/orders/", "/orders/1/2", "/orders/%E0", "/carts/1", "/carts/1/edit/more"])(
    "is not at %s",
    async (path) => {
      expect(await open(path)).toBeUndefined();
    },
  );

  it("may be missing", async () => {
    expect((await open("/carts/none/edit"))?.status).toBe(404);
  });

  it("takes no form unless it has one", async () => {
    const response = await send("/orders/1", {});
    expect([response?.status, response?.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("a form", () => {
  it("is taken from the page itself, which is then loaded anew", async () => {
    const response = await send("/carts/1/edit?attempt=2", { name: "Ada & Bo" });
    expect(submitted).toEqual([["1", { name: "Ada & Bo" }]]);
    expect(response?.status).toBe(303);
    expect(response?.headers.get("location")).toBe("/carts/1/edit?attempt=2");
  });

  it("may lead to another page", async () => {
    expect(await (await send("/carts/1/edit", { again: "" }))?.text()).toBe("<p>again</p>");
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }, 403],
    ["a page of another origin", { origin: "https://evil.example" }, 403],
    ["nobody knows where", {}, 403],
  ])("is refused from %s", async (_, headers, status) => {
    expect((await send("/carts/1/edit", {}, headers))?.status).toBe(status);
    expect(submitted).toEqual([]);
  });

  it("is taken by its Origin where a browser says no more", async () => {
    expect((await send("/carts/1/edit", {}, { origin: SITE }))?.status).toBe(303);
  });

  it("is refused if it is no form, or too large", async () => {
    const json = { ...SAME_ORIGIN, "content-type": "application/json" };
    expect((await send("/carts/1/edit", {}, json))?.status).toBe(415);
    expect((await send("/carts/1/edit", { name: "x".repeat(40_000) }))?.status).toBe(413);
    expect(submitted).toEqual([]);
  });
});
