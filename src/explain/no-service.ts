/** A profile without operations, and with one: the example of `scaffold` and `mock`. */

import type { JsonExample } from "../findings/explanation.js";

const PLACE = { file: "profile.json", at: "/proto/services" };

export const NO_SERVICE: JsonExample = { ...PLACE, json: {} };

export const ONE_SERVICE: JsonExample = {
  ...PLACE,
  json: {
    "com.example.shop": [
      {
        version: "2026-01-01",
        transport: "rest",
        schema: "https://example.com/schemas/rest.json",
        endpoint: "https://shop.example.com/v1",
      },
    ],
  },
};
