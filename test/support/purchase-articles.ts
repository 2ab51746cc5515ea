/** What the business of the purchases sells. Prices are in US cents. */

import { UNLIMITED, type Article } from "../../templates/storefront/src/catalog/article.js";

type Limits = Pick<Article, "digital" | "bulky" | "byAppointment" | "notSoldIn">;

export const ARTICLES: readonly Article[] = [
  article("camera", "Camera", 24_900, 3),
  article("tripod", "Tripod", 4_900, 10),
  article("film", "Film", 900, 0),
  article("ebook", "E-book", 1_500, UNLIMITED, { digital: true }),
  article("piano", "Piano", 90_000, 2, { byAppointment: true }),
  article("sofa", "Sofa", 150_000, 4, { bulky: true }),
  article("knife", "Knife", 3_000, 20, {
    notSoldIn: [{ country: "US", region: "UT" }, { country: "JP" }],
  }),
];

function article(
  id: string,
  title: string,
  price: number,
  stock: number,
  limits: Limits = {},
): Article {
  return {
    id: `product_${id}`,
    handle: `one-${id}`,
    title,
    description: `${title}, as good as new.`,
    categories: ["Things"],
    tags: [],
    media: [],
    variants: [{ id, sku: id.toUpperCase(), price, stock }],
    ...limits,
  };
}
