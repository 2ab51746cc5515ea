/** Codes of composition: extensions onto their roots. */

import type { COMPOSITION_CODES } from "../../errors/codes/composition.js";
import type { Explanation } from "../../findings/explanation.js";

const GIFT = "schemas/gift.json";
const ADDED = "/$defs/com.example.shop.checkout/allOf/1";

export const COMPOSITION = {
  COMPOSE_UNKNOWN_PARENT: {
    text: "extends names the capability that an extension adds to. Neither profile declares one of that name, so that the extension could never be active. The nearest name is suggested; an extension with several parents needs one of them.",
    source: "§2.1.2",
    wrong: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.gift/0/extends",
      json: "com.example.shop.chekout",
    },
    right: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.gift/0/extends",
      json: "com.example.shop.checkout",
    },
  },
  COMPOSE_WEAKENS_BASE: {
    text: "An extension is composed with allOf, which can add and narrow, and never take back. Here an annotation of the extension omits a member that its base requires, or makes it optional, in the view that is named. Whoever knows the base alone would refuse what the extension allows.",
    source: "§2.1.2, §9.6",
    wrong: {
      file: GIFT,
      at: `${ADDED}/properties`,
      json: { total: { type: "integer", proto_response: "optional" } },
    },
    right: {
      file: GIFT,
      at: `${ADDED}/properties`,
      json: { total: { type: "integer", minimum: 0 } },
    },
  },
  COMPOSE_NO_SHAPE: {
    text: "A container has no payload of its own: its $defs hold one shape for each operation and direction, such as search_request. An extension says by the names of its $defs which of them it adds to, and none of its names is one of these.",
    source: "§2.1.2",
    wrong: {
      file: "schemas/sale.json",
      at: "/$defs",
      json: {
        search_reponse: { type: "object", properties: { sale_ends: { type: "string" } } },
      },
    },
    right: {
      file: "schemas/sale.json",
      at: "/$defs",
      json: {
        search_response: { type: "object", properties: { sale_ends: { type: "string" } } },
      },
    },
  },
  COMPOSE_CLOSED_ENUM: {
    text: "allOf only narrows: an extension adds a value to an enum only where the release leaves that open, by a $dynamicRef to a $dynamicAnchor on the enum. The extension's schema has a $dynamicAnchor of the same name with the values that it adds. No enum that this extension can mean is open under that name: the release has closed it, or calls it otherwise.",
    source: "§2.6",
    wrong: {
      file: GIFT,
      at: "/$defs",
      json: {
        status: { $dynamicAnchor: "status", enum: ["wrapped"] },
        "com.example.shop.checkout": { $ref: "checkout.json" },
      },
    },
    right: {
      file: GIFT,
      at: "/$defs",
      json: {
        status: { $dynamicAnchor: "checkout_status", enum: ["wrapped"] },
        "com.example.shop.checkout": { $ref: "checkout.json" },
      },
    },
  },
  COMPOSE_NOTHING: {
    text: "What an extension adds to a root stands in its $defs, under the full name of the root. This schema has no such entry for an active root, so that the capability is declared and does nothing. A type of another name may have been meant for it.",
    source: "§2.1.2",
    wrong: {
      file: GIFT,
      at: "/$defs",
      json: {
        Checkout: { allOf: [{ $ref: "checkout.json" }, { properties: { gift: true } }] },
      },
    },
    right: {
      file: GIFT,
      at: "/$defs",
      json: {
        "com.example.shop.checkout": {
          allOf: [{ $ref: "checkout.json" }, { properties: { gift: true } }],
        },
      },
    },
  },
  COMPOSE_CONFLICT: {
    text: "Most schemas of one member merge into one type. These do not: one says what all other members are, and the other speaks of names by pattern, and neither counts what the other knows. Both are checked as they stand, and the type is their intersection, which reads worse. Members that are named one by one merge.",
    source: "JSON Schema 2020-12 Core §10.3.2.3",
    wrong: {
      file: GIFT,
      at: ADDED,
      json: { type: "object", additionalProperties: { maxLength: 200 } },
    },
    right: {
      file: GIFT,
      at: ADDED,
      json: { type: "object", properties: { gift: { type: "string", maxLength: 200 } } },
    },
  },
  COMPOSE_UNSATISFIABLE: {
    text: "Two schemas say of one place what no value can be: a text and a number, values that have none in common, a most below a least, or a member that the other does not let in. It is looked for in members, items and branches, however deep, through references, and in what does not merge. The message names both sides, the place, and what has to be left away for it: a member that nothing requires may be, and so it is a warning; where everything up to the root is required, nothing is valid.",
    source: "JSON Schema 2020-12 Core §10.2.1.1",
    wrong: { file: GIFT, at: `${ADDED}/properties`, json: { total: { type: "string" } } },
    right: { file: GIFT, at: `${ADDED}/properties`, json: { total: { type: "integer" } } },
  },
} satisfies Record<keyof typeof COMPOSITION_CODES, Explanation>;
