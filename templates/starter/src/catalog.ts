/** The operations of the catalog (§4.4). */

import { createLookup, createSearch, takePage } from "@proto-gen/runtime/commerce";
import { BusinessOutcome, errorMessage } from "@proto-gen/runtime/error";
import type { Handlers } from "./generated/server.js";
import { CURRENCY, findProduct, searchProducts, type Product } from "./products.js";

/** A product as a platform sees it (§2.8). Each has one variant. */
function shown({ id, title, description, price, stock }: Product) {
  const amount = { amount: price, currency: CURRENCY };
  return {
    id,
    title,
    description: { plain: description },
    price_range: { min: amount, max: amount },
    variants: [
      {
        id,
        title,
        description: { plain: description },
        price: amount,
        availability: { available: stock > 0 },
      },
    ],
  };
}

//: if search
export const searchCatalog = createSearch<Handlers, readonly string[], { readonly id: string }>({
  readQuery: ({ query = "" }) => query.toLowerCase().split(/\s+/).filter(Boolean),
  async search(words, page) {
    const found = takePage(await searchProducts(words), page, (one, other) =>
      one.id.localeCompare(other.id, "en"),
    );
    const { id } = found.next ?? {};
    return {
      products: found.page.map(shown),
      next: id === undefined ? undefined : { id },
      total: found.total,
    };
  },
  isPosition: (value): value is { readonly id: string } =>
    typeof (value as { readonly id?: unknown } | null)?.id === "string",
});
//: end
//: if lookup

export const lookupCatalog = createLookup<Handlers, Product, string>({
  async find(ids) {
    const products = await Promise.all(ids.map(findProduct));
    return new Map(
      products.flatMap((product) =>
        product === undefined
          ? []
          : [[product.id, [{ product, variant: product.id, match: "exact" }]] as const],
      ),
    );
  },
  show: shown,
});
//: end
//: if product

export const getProduct: Handlers["getProduct"] = async ({ id }) => {
  const product = await findProduct(id);
  if (product !== undefined) return { product: shown(product) };
  const content = "There is no such product.";
  return new BusinessOutcome([
    errorMessage({ code: "not_found", content, severity: "unrecoverable" }),
  ]);
};
//: end
