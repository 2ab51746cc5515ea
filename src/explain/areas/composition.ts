/** Explanations of the codes of composing extensions with their roots. */

import type { COMPOSITION_CODES } from "../../errors/codes/composition.js";
import type { Explanation } from "../../findings/explanation.js";

const GIFT = "schemas/gift.json";
const SALE = "schemas/sale.json";
const RESULT = { $ref: "search.json#/$defs/search_response" };
const ADDED = "/$defs/com.example.shop.checkout/allOf/1";

export const COMPOSITION = {
  COMPOSE_UNKNOWN_PARENT: {
    text: "extends names the capability that an extension adds to. Neither profile declares one of that name, so the extension could never be active. The message suggests the nearest name; an extension with several parents needs only one of them.",
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
    text: "An extension is composed with allOf, which can add and narrow, but not relax. Here an annotation of the extension omits a member that its base requires, or makes it optional, in the view that the message names. A reader that only knows the base would refuse what the extension allows.",
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
  COMPOSE_ENTRY_MISSPELT: {
    text: "An extension adds to a capability by the $defs entry that has the capability's name, or the last part of it. This entry differs from such a name by one or two letters, so it is a type that nothing refers to, and the extension's members are missing from the generated code.",
    source: "§2.1.2",
    wrong: {
      file: GIFT,
      at: "/$defs",
      json: { "com.example.shop.checkot": { properties: { wrapped: { type: "boolean" } } } },
    },
    right: {
      file: GIFT,
      at: "/$defs",
      json: {
        "com.example.shop.checkout": {
          allOf: [{ $ref: "checkout.json" }, { properties: { wrapped: { type: "boolean" } } }],
        },
      },
    },
  },
  COMPOSE_NO_BASE: {
    text: "The entry of an extension composes the capability that it extends by an allOf of the capability's schema and of its own members. This entry does not include the capability's schema, directly or through another extension: the allOf or the $ref is missing, or the $ref names another document.",
    source: "§2.1.2",
    wrong: {
      file: GIFT,
      at: "/$defs/com.example.shop.checkout/allOf",
      json: [{ properties: { wrapped: { type: "boolean" } } }],
    },
    right: {
      file: GIFT,
      at: "/$defs/com.example.shop.checkout/allOf",
      json: [{ $ref: "checkout.json" }, { properties: { wrapped: { type: "boolean" } } }],
    },
  },
  COMPOSE_ENTRY_LOST: {
    text: "An entry of an extension belongs to the schema that it composes. This one composes nothing of the root that it names, or another entry for the same shape counts, or it is named after a view, such as complete_checkout_request, and composes nothing, so that the members in the message are missing from the generated code. In the author's own schemas the first is an error, COMPOSE_NO_BASE or COMPOSE_NO_SHAPE. Nobody but their author can mend the schemas of others, so that there it is a warning: those of the package, fetched ones, those below node_modules, and directories that --schemas marks as vendor:DIR.",
    source: "§2.1.2",
    wrong: {
      file: SALE,
      at: "/$defs",
      json: {
        sale: { allOf: [RESULT, { properties: { sale_ends: { type: "string" } } }] },
        outlet: { allOf: [RESULT, { properties: { outlet: { type: "boolean" } } }] },
      },
    },
    right: {
      file: SALE,
      at: "/$defs",
      json: {
        "com.example.shop.search": {
          allOf: [
            RESULT,
            { properties: { sale_ends: { type: "string" }, outlet: { type: "boolean" } } },
          ],
        },
      },
    },
  },
  COMPOSE_MEMBERS_REFUSED: {
    text: "additionalProperties: false refuses every member that is not declared in the same schema object, so in a branch of an allOf it refuses the members of the other branches. The base requires some of them, so nothing could be valid. To close the composition, write unevaluatedProperties: false beside the allOf; it knows the members of all branches.",
    source: "§2.1.2, JSON Schema 2020-12 Core §10.3.2.3",
    wrong: {
      file: GIFT,
      at: ADDED,
      json: { properties: { wrapped: { type: "boolean" } }, additionalProperties: false },
    },
    right: { file: GIFT, at: ADDED, json: { properties: { wrapped: { type: "boolean" } } } },
  },
  COMPOSE_NO_SHAPE: {
    text: "A container has no payload of its own: its $defs contain one shape for each operation and direction, such as search_request. An extension adds to the shapes that its entries compose. None of its entries does so. A $ref to the whole document of the container does not say which shape is meant.",
    source: "§2.1.2",
    wrong: {
      file: SALE,
      at: "/$defs",
      json: {
        search_reponse: { type: "object", properties: { sale_ends: { type: "string" } } },
      },
    },
    right: {
      file: SALE,
      at: "/$defs",
      json: {
        search_response: {
          allOf: [RESULT, { properties: { sale_ends: { type: "string" } } }],
        },
      },
    },
  },
  COMPOSE_CLOSED_ENUM: {
    text: "allOf only narrows, so an extension can add a value to an enum only where the release leaves the enum open, by a $dynamicRef to a $dynamicAnchor on it. The extension's schema then has a $dynamicAnchor of the same name with the values that it adds. The release has no open enum of that name that this extension could refer to: the enum is closed, or its anchor has another name. The same is reported where an extension repeats an enum of its base and adds a value, in place or at any depth: what is generated refuses that value.",
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
  COMPOSE_METHOD_TYPE_INCOMPLETE: {
    text: "An extension adds a type of fulfillment method, and a business declares in its profile whether one checkout may have several destinations of that type, and which other types it can be combined with. This type has no place there, so no business can declare it. `proto-gen lint` reports the same as method-type-incomplete, as an error.",
    source: "§2.6",
    untested:
      "The release has to have a configuration of fulfillment, and an example changes one place.",
  },
  COMPOSE_VALUE_IMPOSSIBLE: {
    text: "allOf only narrows: a value that an extension lists in an enum is valid only where the base has it, too. The base's enum, or its const, does not have this one, so that no valid value has it, and a platform that sends it is refused. Other values of the list remain valid, which is why it is a warning; a list that repeats the base's and adds to it is COMPOSE_CLOSED_ENUM.",
    source: "§2.6",
    untested:
      "The base and its extension have to list values of one member, and an example changes one place.",
  },
  COMPOSE_EXTENSION_UNUSED: {
    text: "The additions of an extension to a root are in its $defs, under the full name of the root; an entry that composes a root, or one shape of a container, may have any name. This schema has no such entry for an active root, so the capability is declared but has no effect. Perhaps an entry composes nothing, or by its name it is for a request or response that the root does not have.",
    source: "§2.1.2",
    wrong: {
      file: GIFT,
      at: "/$defs",
      json: {
        with_gift: { properties: { gift: true } },
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
  COMPOSE_MERGED_CONFLICT: {
    text: "Most schemas of one member merge into one type. These do not: one constrains all other members, the other constrains names by pattern, and neither takes the other's members into account. Both are checked unchanged, and the type is their intersection, which is harder to read. Members that are named one by one merge.",
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
  COMPOSE_CONTRADICTION: {
    text: "An extension and its base both describe a required member, and no value satisfies both. Every payload would be refused, so nothing is generated. The message names both rules. If only an optional member is lost, or one alternative, it is the warning COMPOSE_UNSATISFIABLE.",
    source: "§2.1.2",
    wrong: { file: GIFT, at: ADDED, json: { properties: { id: { type: "integer" } } } },
    right: { file: GIFT, at: ADDED, json: { properties: { id: { minLength: 1 } } } },
  },
  COMPOSE_UNSATISFIABLE: {
    text: "Two schemas contradict each other at one place: a string and a number, values without one in common, a maximum below a minimum, or a member that the other does not allow. Members, items and branches are searched at any depth, through references, and in schemas that do not merge. The message names both sides, the place, and the members to leave out to avoid it: optional ones can be, so it is a warning. Where everything up to the root is required, it is the error COMPOSE_CONTRADICTION.",
    source: "JSON Schema 2020-12 Core §10.2.1.1",
    wrong: { file: GIFT, at: `${ADDED}/properties`, json: { status: { type: "integer" } } },
    right: { file: GIFT, at: `${ADDED}/properties`, json: { status: { type: "string" } } },
  },
} satisfies Record<keyof typeof COMPOSITION_CODES, Explanation>;
