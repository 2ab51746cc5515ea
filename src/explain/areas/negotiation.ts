/** Explanations of the codes of negotiation. */

import type { NEGOTIATION_CODES } from "../../errors/codes/negotiation.js";
import { commandLine } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";

const GIFT = "/proto/capabilities/com.example.shop.gift/0";

export const NEGOTIATION = {
  NEGOTIATE_CYCLE: {
    text: "An extension is active if one of its parents is. Here each waits for the other, so none ever becomes active, and there is no base to add to. One of the extends members is wrong: a root has none.",
    source: "§2.1.2, §9.3",
    wrong: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.checkout/0",
      json: {
        version: "2026-01-01",
        schema: "https://example.com/schemas/checkout.json",
        extends: "com.example.shop.gift",
      },
    },
    right: {
      file: "profile.json",
      at: "/proto/capabilities/com.example.shop.checkout/0",
      json: { version: "2026-01-01", schema: "https://example.com/schemas/checkout.json" },
    },
  },
  NEGOTIATE_PRUNED: {
    text: "The active set contains what both sides declare, without extensions whose parents are missing. This capability is not in it: the platform does not declare it, has no version in common, lacks its parent, or does not meet what its schema requires. That is the purpose of negotiation, and not an error. The generated code leaves the capability out.",
    source: "§9.3",
    run: commandLine("", "--platform ./platform.json"),
    wrong: { file: "platform.json", at: `${GIFT}/version`, json: "2025-06-01" },
    right: { file: "platform.json", at: `${GIFT}/version`, json: "2026-01-01" },
  },
  NEGOTIATE_EMPTY: {
    text: "The two sides have no capability in common, so there is nothing to generate. The message gives the reason for each capability. Extensions alone are not enough: both sides must declare at least one root in the same version.",
    source: "§9.2, §9.3",
    run: commandLine("", "--platform ./platform.json --capabilities com.example.shop.checkout"),
    wrong: {
      file: "platform.json",
      at: "/proto/capabilities/com.example.shop.checkout/0/version",
      json: "2025-06-01",
    },
    right: {
      file: "platform.json",
      at: "/proto/capabilities/com.example.shop.checkout/0/version",
      json: "2026-01-01",
    },
  },
} satisfies Record<keyof typeof NEGOTIATION_CODES, Explanation>;
