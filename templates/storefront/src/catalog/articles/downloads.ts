/** What is downloaded. */

import { UNLIMITED, type Article } from "../article.js";

export const DOWNLOADS: readonly Article[] = [
  {
    id: "prod_presets",
    handle: "film-look-presets",
    title: "Film look presets",
    description: "Thirty presets that give digital pictures the color of film.",
    categories: ["Photo", "Downloads"],
    tags: ["digital", "film", "color"],
    media: [{ file: "presets.jpg", alt: "One picture with six presets" }],
    variants: [{ id: "presets", sku: "DL-PRE", price: 2_900, stock: UNLIMITED }],
    rating: { value: 4.1, count: 430 },
    digital: true,
  },
  {
    id: "prod_course",
    handle: "darkroom-course",
    title: "Darkroom course",
    description: "Six hours of video, from the first roll to the first print.",
    categories: ["Photo", "Downloads"],
    tags: ["digital", "film", "black-and-white", "video"],
    media: [{ file: "course.jpg", alt: "Red light on a print in a tray" }],
    variants: [{ id: "course", sku: "DL-DRK", price: 5_900, stock: UNLIMITED }],
    rating: { value: 4.8, count: 97 },
    digital: true,
  },
];
