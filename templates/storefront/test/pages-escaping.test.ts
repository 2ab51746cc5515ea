import { expect, it } from "vitest";
import { createPages, type CheckoutRow } from "../src/pages/index.js";
import { call, type Told } from "./pages-call.js";
import {
  asksFor,
  CART,
  checkoutRow,
  DELIVERY,
  fakeBackstage,
  ORDER,
  PRODUCT,
  REQUEST,
} from "./pages-fake.js";

/** From OWASP's list of filter evasions, and what ends an attribute, a comment, a raw text. */
const HOSTILE = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onfocus='alert(1)' autofocus='`,
  `" onfocus="alert(1)" autofocus="`,
  `</title></style></textarea></script><svg onload=alert(1)>`,
  `--><b>out</b><!--`,
  `<<b>script>alert(1)//<</b>script>`,
  `&lt;b&gt;&#60;b&#62;`,
  `\u0000<b>\u2028</b>`,
  "`${alert(1)}`<b>",
  `<a href="javascript:alert(1)">x</a>`,
];

/** Every text of it is the hostile one; numbers, and the words that the types know, stay. */
function poisoned<Row>(row: Row, text: string, kept: readonly string[] = []): Row {
  const known = new Set(["status", "type", "severity", "currency", "selected_option_id", ...kept]);
  const copy = JSON.stringify(row, (name, value: unknown) =>
    typeof value === "string" && !known.has(name) ? text : value,
  );
  return JSON.parse(copy) as Row;
}

function hostileShop(text: string, own: Partial<CheckoutRow> = {}): ReturnType<typeof createPages> {
  const checkout = { ...poisoned(checkoutRow(own), text, ["path"]), id: text };
  const backstage = fakeBackstage({
    products: [poisoned(PRODUCT, text, ["currency"])],
    carts: [poisoned({ ...CART, currency: text }, text)],
    checkouts: [checkout],
    orders: [poisoned(ORDER, text), poisoned({ ...ORDER, currency: text }, text)],
    requests: [poisoned(REQUEST, text)],
  });
  return createPages({ backstage, title: text, notice: text });
}

/** What a page of ours consists of: no tag and no attribute beside those of a harmless one. */
function shapeOf({ text }: Told): string[] {
  return [...text.matchAll(/<(\/?[a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>|<(?!!doctype)/gi)]
    .map(([tag, name = tag, rest = ""]) => [name, ...namesIn(rest)].join(" "))
    .sort();
}

function namesIn(attributes: string): string[] {
  return [...attributes.replace(/"[^"]*"/g, "").matchAll(/[\w-]+/g)].map(([name]) => name);
}

const STATUSES = ["requires_escalation", "completed", "canceled", "incomplete"] as const;
const ASKS = [asksFor("$.buyer"), asksFor("$.fulfillment"), asksFor("$.line_items[0]")];

const KEPT = HOSTILE.flatMap((text) =>
  (["orders", "carts"] as const).map((kind) => [text, kind] as const),
);

it.each(KEPT)("%j is text on the page of %s", async (text, kind) => {
  const shown = (words: string): Promise<Told> =>
    call(hostileShop(words), `/${kind}/${encodeURIComponent(words)}`);
  const told = await shown(text);
  expect(told.status).toBe(200);
  expect(shapeOf(told)).toEqual(shapeOf(await shown("harmless")));
  expect(told.text.includes(text)).toBe(false);
});

it.each(HOSTILE)("%j is text on the status page, wherever it comes from", async (text) => {
  const told = await call(hostileShop(text), "/");
  expect(shapeOf(told)).toEqual(shapeOf(await call(hostileShop("harmless"), "/")));
  expect(told.text.includes(text)).toBe(false);
});

it.each(HOSTILE.flatMap((text) => STATUSES.map((status) => [text, status] as const)))(
  "%j is text on the buyer's page of what is %s",
  async (text, status) => {
    const order = { id: "o", permalink_url: "p" };
    const own = { status, order, buyer: { email: "e" }, fulfillment: DELIVERY, messages: ASKS };
    const path = (id: string): string => `/checkout-sessions/${encodeURIComponent(id)}`;
    const told = await call(hostileShop(text, own), path(text));
    const harmless = await call(hostileShop("harmless", own), path("harmless"));
    expect(told.status).toBe(200);
    expect(shapeOf(told)).toEqual(shapeOf(harmless));
    expect(told.text.includes(text)).toBe(false);
  },
);

it.each(HOSTILE)("%j in a form is text when the form is shown again", async (text) => {
  const backstage = fakeBackstage({ checkouts: [checkoutRow()] });
  const pages = createPages({ backstage, title: "Teapots" });
  const path = "/checkout-sessions/chk-1";
  const { text: page } = await call(pages, path);
  const [, token = ""] = /name="token"\s+value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ token, "$.buyer.email": text });
  const headers = { "sec-fetch-site": "same-origin" };
  const { headers: sent } = await call(pages, path, { method: "POST", body, headers });
  const told = await call(pages, sent["location"] ?? "");
  expect(told.text).toContain('id="field-0-problem"');
  expect(told.text.includes(text)).toBe(false);
});
