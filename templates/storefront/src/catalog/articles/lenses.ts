/** Lenses, and what is screwed onto them. */

import type { Article } from "../article.js";

export const LENSES: readonly Article[] = [
  {
    id: "prod_lens35",
    handle: "35-mm-lens",
    title: "35 mm f/2 lens",
    description: "A small lens for every day, as wide as one looks around.",
    categories: ["Photo", "Lenses"],
    tags: ["prime", "travel"],
    media: [{ file: "lens35.jpg", alt: "The 35 mm lens" }],
    variants: [
      { id: "lens35_vela", sku: "L35-V", price: 54_900, stock: 12, options: { Mount: "Vela" } },
      { id: "lens35_m", sku: "L35-M", price: 59_900, stock: 6, options: { Mount: "M35" } },
    ],
    rating: { value: 4.8, count: 120 },
  },
  {
    id: "prod_lens85",
    handle: "85-mm-portrait-lens",
    title: "85 mm f/1.8 portrait lens",
    description: "Faces sharp, everything behind them soft.",
    categories: ["Photo", "Lenses"],
    tags: ["prime", "portrait"],
    media: [{ file: "lens85.jpg", alt: "The 85 mm lens and its hood" }],
    variants: [
      { id: "lens85_vela", sku: "L85-V", price: 79_900, stock: 7, options: { Mount: "Vela" } },
      { id: "lens85_m", sku: "L85-M", price: 84_900, stock: 0, options: { Mount: "M35" } },
    ],
    rating: { value: 4.7, count: 88 },
  },
  {
    id: "prod_macro",
    handle: "100-mm-macro-lens",
    title: "100 mm macro lens",
    description: "Life size from a hand's breadth away.",
    categories: ["Photo", "Lenses"],
    tags: ["prime", "macro"],
    media: [{ file: "macro.jpg", alt: "The macro lens above a fern" }],
    variants: [
      { id: "macro", sku: "L100-V", price: 104_900, stock: 0, options: { Mount: "Vela" } },
    ],
    rating: { value: 4.5, count: 33 },
  },
  {
    id: "prod_polarizer",
    handle: "polarizing-filter",
    title: "Polarizing filter",
    description: "Takes reflections off water and glass. Thin brass ring.",
    categories: ["Photo", "Lenses"],
    tags: ["filter", "landscape"],
    media: [{ file: "polarizer.jpg", alt: "The filter before a lake" }],
    variants: [
      { id: "pol_49", sku: "POL-49", price: 4_900, stock: 30, options: { Size: "49 mm" } },
      { id: "pol_58", sku: "POL-58", price: 5_900, stock: 25, options: { Size: "58 mm" } },
      { id: "pol_67", sku: "POL-67", price: 6_900, stock: 0, options: { Size: "67 mm" } },
      { id: "pol_77", sku: "POL-77", price: 8_900, stock: 11, options: { Size: "77 mm" } },
    ],
    rating: { value: 4.1, count: 57 },
  },
];
