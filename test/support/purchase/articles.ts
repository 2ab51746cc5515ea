/** What the business of the purchases sells. */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { Handlers } from "../../../generated/server.js";

export interface Article {
  readonly id: string;
  readonly title: string;
  /** US cents. */
  readonly price: number;
  readonly stock: number;
  /** Needs no delivery. */
  readonly digital?: true;
}

export const ARTICLES: readonly Article[] = [
  { id: "camera", title: "Camera", price: 24_900, stock: 3 },
  { id: "tripod", title: "Tripod", price: 4_900, stock: 10 },
  { id: "film", title: "Film", price: 900, stock: 0 },
  { id: "ebook", title: "E-book", price: 1_500, stock: 10_000, digital: true },
  { id: "piano", title: "Piano", price: 90_000, stock: 2 },
  { id: "sofa", title: "Sofa", price: 150_000, stock: 4 },
  { id: "knife", title: "Knife", price: 3_000, stock: 20 },
];

export function articleOf(id: string): Article | undefined {
  return ARTICLES.find((each) => each.id === id);
}

function productOf({ id, title, price, stock }: Article) {
  const amount = { amount: price, currency: "USD" };
  const variant = {
    id: `${id}_only`,
    title,
    price: amount,
    availability: { available: stock > 0 },
  };
  return { id, title, price_range: { min: amount, max: amount }, variants: [variant] };
}

export const catalogHandlers: Pick<Handlers, "searchCatalog" | "lookupCatalog"> = {
  searchCatalog({ query = "" }) {
    const wanted = query.toLowerCase();
    const found = ARTICLES.filter(({ title }) => title.toLowerCase().includes(wanted));
    return { products: found.map(productOf) };
  },
  lookupCatalog({ ids }) {
    if (ids.length > 100) throw new ProtocolError("request_too_large");
    const found = ARTICLES.filter(({ id }) => ids.includes(id) || ids.includes(`${id}_only`));
    return { products: found.map(productOf) };
  },
};
