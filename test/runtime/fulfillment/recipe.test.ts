/** Compiles and runs the code of `docs/guide/fulfillment.md`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import type { Checkout, CheckoutUpdateRequest } from "../../../generated/index.js";
import { compileProblems, HAND_WRITTEN } from "../../support/compile.js";
import { outDirectory, repository } from "../../support/published.js";

const PAGE = readFileSync(path.join(repository, "docs/guide/fulfillment.md"), "utf8");
const directory = path.join(outDirectory, "fulfillment-recipe");
const file = path.join(directory, "delivery.ts");

const SHOP = `
export const stores: readonly { readonly id: string; readonly name: string }[] = [
  { id: "store_1", name: "Market Square" },
];
export function isPhysical(item: { readonly id: string }): boolean {
  return item.id !== "warranty";
}
export async function carriers(
  type: "shipping" | "pickup",
  destination: { readonly id: string },
  lineItemIds: readonly string[],
): Promise<readonly { readonly title: string; readonly cents: number }[]> {
  return [{ title: [type, lineItemIds.length].join(" "), cents: destination.id === "home" ? 500 : 0 }];
}
`;

/** What a checkout's answer is made of, as the recipe gives it. */
const USE = `
import type { Checkout } from "GENERATED/index.js";
import type { delivery } from "./delivery.js";
type Answer = Awaited<ReturnType<typeof delivery>>;
export const same: (answer: Answer) => Pick<Checkout, "fulfillment" | "messages" | "totals"> =
  (answer) => answer;
`;

type Part = Pick<Checkout, "fulfillment" | "messages" | "totals">;

interface Recipe {
  delivery(request: object, kept: object, platform: object): Promise<Part>;
}

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  const [, recipe = ""] = /^```ts\n([^`]*planFulfillment[^`]*)^```$/m.exec(PAGE) ?? [];
  const generated = path.relative(directory, path.join(repository, "generated"));
  writeFileSync(file, recipe.replaceAll('"./generated/', `"${generated}/`));
  writeFileSync(path.join(directory, "shop.ts"), SHOP);
  writeFileSync(path.join(directory, "use.ts"), USE.replace("GENERATED", generated));
  // The compiler reads declarations, which a build writes.
}, 180_000);

it("compiles, and returns what a checkout's response has", () => {
  const files = ["use.ts", "shop.ts"].map((name) => path.join(directory, name));
  const options = { ...HAND_WRITTEN, lib: ["es2023", "dom"] };
  expect(compileProblems({ files: [...files, file], options })).toEqual([]);
});

const HOME = {
  id: "home",
  street_address: "12 Harbour Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};

it("leads from an address to a total", async () => {
  const { delivery } = (await import(pathToFileURL(file).href)) as Recipe;
  const line_items = ["camera", "warranty"].map((id) => ({
    id: `li_${id}`,
    item: { id, title: id, price: 1000 },
    quantity: 2,
    totals: [],
  }));
  const platform = { configs: {} };
  const ask = (fulfillment: CheckoutUpdateRequest["fulfillment"], kept?: Part) =>
    delivery({ fulfillment }, { ...kept, line_items }, platform);
  const first = await ask({ methods: [{ type: "shipping", destinations: [HOME] }] });
  expect(first.messages).toMatchObject([{ code: "missing" }]);
  const [method] = first.fulfillment?.methods ?? [];
  const [group] = method?.groups ?? [];
  const { id = "", options: [option] = [] } = group ?? {};
  const groups = [{ id, selected_option_id: option?.id ?? null }];
  const chosen = { id: method?.id ?? "", selected_destination_id: "home", groups };
  const second = await ask({ methods: [chosen] }, first);
  expect(second.messages).toEqual([]);
  expect(second.totals).toEqual([
    { type: "subtotal", amount: 4000 },
    { type: "fulfillment", amount: 500 },
    { type: "total", amount: 4500 },
  ]);
});
