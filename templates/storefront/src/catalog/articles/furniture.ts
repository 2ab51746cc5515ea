/** Furniture: what no parcel service takes. */

import type { Article } from "../article.js";

export const FURNITURE: readonly Article[] = [
  {
    id: "prod_sideboard",
    handle: "oak-sideboard",
    title: "Oak sideboard",
    description: "Three sliding doors, 180 cm wide, oiled. Comes in one piece.",
    categories: ["Home", "Furniture"],
    tags: ["oak", "storage"],
    media: [{ file: "sideboard.jpg", alt: "The sideboard below a picture" }],
    variants: [{ id: "sideboard", sku: "SDB-180", price: 164_900, stock: 2 }],
    rating: { value: 4.7, count: 18 },
    bulky: true,
    attributes: { wood: "oak", width: "180 cm" },
  },
  {
    id: "prod_cabinet",
    handle: "print-cabinet",
    title: "Print cabinet",
    description: "Ten flat steel drawers for prints. Two people carry it to where it will stand.",
    categories: ["Home", "Furniture"],
    tags: ["steel", "storage", "office"],
    media: [{ file: "cabinet.jpg", alt: "The cabinet with a drawer open" }],
    variants: [{ id: "cabinet", sku: "CAB-10", price: 219_900, stock: 3 }],
    byAppointment: true,
    attributes: { weight: "140 kg" },
  },
];
