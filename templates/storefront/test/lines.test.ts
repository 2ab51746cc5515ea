/** What lines come of what is asked for (§2.4): ids that last, and never more than there is. */

import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { linesOf, type Line } from "../src/checkout/lines.js";
import { DATA } from "./data-of-test.js";

const catalog = createCatalog(DATA);

function asked(...items: readonly (readonly [string, number])[]) {
  return items.map(([id, quantity]) => ({ item: { id }, quantity }));
}

function quantities(lines: readonly Line[]): (readonly [string, number])[] {
  return lines.map(({ item, quantity }) => [item.id, quantity]);
}

/** What there is of the cabinet. */
const STOCK = catalog.itemOf("cabinet")?.stock ?? 0;

describe("a quantity", () => {
  it("is no more than there is", () => {
    const { lines, messages } = linesOf(catalog, asked(["cabinet", STOCK + 1]));
    expect(quantities(lines)).toEqual([["cabinet", STOCK]]);
    expect(messages).toMatchObject([
      { code: "quantity_adjusted", path: "$.line_items[0].quantity" },
    ]);
  });

  it("is no more than there is in several lines of one item, by whichever identifier", () => {
    const wanted = asked(["cabinet", STOCK - 1], ["CAB-10", 2], ["prod_cabinet", 1], ["mugs", 1]);
    const { lines, messages } = linesOf(catalog, wanted);
    expect(quantities(lines)).toEqual([
      ["cabinet", STOCK - 1],
      ["cabinet", 1],
      ["mugs", 1],
    ]);
    expect(messages).toMatchObject([
      { code: "out_of_stock", content: expect.stringContaining("no more of") },
      { code: "quantity_adjusted", path: "$.line_items[1].quantity" },
    ]);
  });

  it("of what is only copied is a number that totals can be made of (§2.3)", () => {
    const { lines, messages } = linesOf(catalog, asked(["course", Number.MAX_SAFE_INTEGER]));
    expect(lines[0]?.totals.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
    expect(messages).toMatchObject([{ code: "quantity_adjusted" }]);
  });
});

describe("the id of a line", () => {
  const { lines: before } = linesOf(catalog, asked(["mugs", 1], ["presets", 1], ["mugs", 2]));
  const [first, other, second] = before.map(({ id }) => id);

  it("is another for each line", () => {
    expect(new Set([first, other, second]).size).toBe(3);
  });

  it("stays that of its item, where none is named", () => {
    const { lines } = linesOf(catalog, asked(["presets", 1], ["mugs", 1], ["mugs", 2]), before);
    expect(lines.map(({ id }) => id)).toEqual([other, first, second]);
  });

  it("is the one that is named, which is not given to another line", () => {
    const wanted = [{ id: first ?? "", item: { id: "presets" }, quantity: 1 }];
    const { lines } = linesOf(catalog, [...wanted, ...asked(["mugs", 1])], before);
    expect(lines.map(({ id }) => id)).toEqual([first, second]);
  });

  it("is not one that nobody gave out, nor one twice", () => {
    const item = { id: "mugs" };
    const wanted = ["made-up", second ?? "", second ?? "", "__proto__"];
    const { lines } = linesOf(
      catalog,
      wanted.map((id) => ({ id, item, quantity: 1 })),
      before,
    );
    const ids = lines.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([first, second, expect.not.stringMatching("made-up")]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.map(({ id }) => id)).not.toContain(ids.at(-1));
  });

  it("is found in time that grows with the lines, and no faster", () => {
    const wanted = asked(...Array.from({ length: 10_000 }, () => ["presets", 1] as const));
    const started = performance.now();
    const { lines } = linesOf(catalog, wanted);
    const again = linesOf(catalog, wanted, lines);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(again.lines).toHaveLength(10_000);
    expect(again.lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
  });
});

describe("the parent of a line", () => {
  const parents = (lines: readonly Line[]) => lines.map(({ parent_id }) => parent_id);
  const line = (item: string, more: object = {}) => ({ item: { id: item }, quantity: 1, ...more });

  it("is the line that it names, by the id that the request has for it", () => {
    const { lines, messages } = linesOf(catalog, [
      line("mugs", { id: "mine" }),
      line("presets", { parent_id: "mine" }),
    ]);
    expect(parents(lines)).toEqual([undefined, lines[0]?.id]);
    expect(messages).toEqual([]);
  });

  it("is the line that it names, by the id that the shop gave it", () => {
    const { lines: before } = linesOf(catalog, [line("mugs")]);
    const wanted = [line("presets", { parent_id: before[0]?.id }), line("mugs")];
    const { lines, messages } = linesOf(catalog, wanted, before);
    expect(parents(lines)).toEqual([before[0]?.id, undefined]);
    expect(messages).toEqual([]);
  });

  it.each([
    ["a line that there is not", [line("mugs"), line("presets", { parent_id: "none" })], [1]],
    ["itself", [line("mugs"), line("presets", { id: "me", parent_id: "me" })], [1]],
    [
      "a line below it",
      [line("mugs", { id: "a", parent_id: "b" }), line("presets", { id: "b", parent_id: "a" })],
      [0, 1],
    ],
  ])("is not %s", (_, wanted, at) => {
    const { lines, messages } = linesOf(catalog, wanted);
    expect(parents(lines)).toEqual([undefined, undefined]);
    expect(messages).toMatchObject(
      at.map((index) => ({
        code: "invalid_parent",
        severity: "recoverable",
        path: `$.line_items[${index}].parent_id`,
      })),
    );
  });
});

it("an id that is too long for a message is cut between characters", () => {
  for (const length of [98, 99]) {
    const wanted = asked(["a".repeat(length) + "\u{1f600}", 1], ["mugs", 1]);
    const { messages } = linesOf(catalog, wanted);
    expect(messages[0]?.content).toContain("a".repeat(98));
    const { refusal } = linesOf(catalog, wanted.slice(0, 1));
    for (const each of [messages[0], refusal]) expect(each?.content).not.toMatch(/\p{Surrogate}/u);
  }
});
