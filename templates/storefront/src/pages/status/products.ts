/** What is sold, with the ids by which it is bought. */

import { html } from "hono/html";
import type { Html } from "../layout.js";
import type { ProductRow, VariantRow } from "../rows.js";
import { tableOf } from "../table.js";
import type { Writing } from "../written.js";

export function productsOf(products: readonly ProductRow[], writing: Writing): Html {
  return tableOf({
    caption: "What is sold; a line of a checkout or a cart names the id",
    columns: ["Id", "Title", "Price", "Available"],
    rows: products.flatMap((product) =>
      (product.variants ?? []).map((variant) => [
        html`<code>${variant.id ?? ""}</code>`,
        titleOf(product, variant),
        variant.price === undefined
          ? ""
          : writing.money(variant.price.amount, variant.price.currency),
        variant.availability?.available === false ? "no" : "yes",
      ]),
    ),
  });
}

/** Some businesses say the product's title in that of each variant, some do not. */
function titleOf(
  { id, title: product = id ?? "" }: ProductRow,
  { title = "" }: VariantRow,
): string {
  return title.startsWith(product) ? title : `${product} ${title}`.trim();
}
