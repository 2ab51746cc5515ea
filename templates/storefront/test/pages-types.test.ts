import { expect, it } from "vitest";
import type { Checkout, Order, Product } from "../src/generated/index.js";
import type { CheckoutRow, OrderRow, ProductRow } from "../src/pages/index.js";

// Checked by the compiler: what the business has is what its pages show.
it("takes the generated types as rows", () => {
  const rowOf = (checkout: Checkout): CheckoutRow => checkout;
  const orderRowOf = (order: Order): OrderRow => order;
  const productRowOf = (product: Product): ProductRow => product;
  expect([rowOf, orderRowOf, productRowOf]).toHaveLength(3);
});
