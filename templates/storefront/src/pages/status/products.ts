/** What is sold. */

import type { Html } from "../layout.js";
import type { ProductRow } from "../rows.js";
import { tableOf } from "../table.js";
import type { Writing } from "../written.js";

export function productsOf(products: readonly ProductRow[], writing: Writing): Html {
  return tableOf({
    caption: "Products and their variants",
    columns: ["Product", "Variant", "Price", "Available"],
    rows: products.flatMap(({ id, title, variants = [] }) =>
      variants.map((variant) => [
        title ?? id ?? "",
        variant.title ?? variant.id ?? "",
        variant.price === undefined
          ? ""
          : writing.money(variant.price.amount, variant.price.currency),
        variant.availability?.available === false ? "no" : "yes",
      ]),
    ),
  });
}
