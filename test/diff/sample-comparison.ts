/** Comparisons made by hand, for what is printed from them. */

import type { Change, Comparison } from "../../src/diff/change.js";
import type { ReviewedComparison } from "../../src/diff/report/reviewed.js";
import type { FindingRule } from "../../src/findings/finding.js";

export const RULES: readonly FindingRule[] = [
  { id: "required-added", summary: "A member is required that was not.", severity: "error" },
  { id: "enum-value-added", summary: "A value may come that did not.", severity: "warning" },
  { id: "member-added", summary: "A member is new.", severity: "note" },
  { id: "member-removed", summary: "A member is gone.", severity: "error" },
  { id: "operation-removed", summary: "An operation is gone.", severity: "error" },
];

const CHECKOUT = "dev.proto.shopping.checkout";
const OLD = "schemas/2026-11-20/shopping";
const NEW = "schemas/draft/shopping";

/** The usual change, but for what the test says. */
export function change(changes: Partial<Change> = {}): Change {
  return {
    rule: "required-added",
    level: "breaking",
    levels: { platform: "breaking", business: "safe" },
    capability: CHECKOUT,
    direction: "request",
    operations: ["create_checkout", "update_checkout"],
    subject: "line_items[].quantity",
    message: "is required now",
    before: {
      file: `${OLD}/types/line_item.json`,
      line: 20,
      column: 7,
      pointer: "/properties/quantity",
    },
    after: { file: `${NEW}/types/line_item.json`, line: 9, column: 3, pointer: "/required" },
    fingerprint: "00000000000000a1",
    ...changes,
  };
}

export const REQUIRED = change();

export const VALUE_ADDED = change({
  rule: "enum-value-added",
  level: "dangerous",
  levels: { platform: "dangerous", business: "safe" },
  direction: "response",
  operations: ["create_checkout", "get_checkout"],
  subject: "status",
  message: '"on_hold" may come, which did not',
  before: { file: `${OLD}/checkout.json`, line: 31, column: 7, pointer: "/properties/status/enum" },
  after: { file: `${NEW}/checkout.json`, line: 32, column: 7, pointer: "/properties/status/enum" },
  fingerprint: "00000000000000a2",
});

export const ADDED = change({
  rule: "member-added",
  level: "safe",
  levels: { platform: "safe", business: "safe" },
  direction: "response",
  operations: ["get_checkout"],
  subject: "gift_note",
  message: "is new, and optional",
  before: undefined,
  after: {
    file: `${NEW}/checkout.json`,
    line: 40,
    column: 5,
    pointer: "/properties/gift_note",
  },
  fingerprint: "00000000000000a3",
});

export const OPERATION_REMOVED = change({
  rule: "operation-removed",
  capability: "dev.proto.shopping.cart",
  levels: { platform: "breaking", business: "dangerous" },
  direction: undefined,
  operations: ["cancel_cart"],
  subject: "cancel_cart",
  message: "is gone",
  before: {
    file: `${OLD}/../services/shopping/rest.openapi.json`,
    line: 120,
    column: 5,
    pointer: "/paths/~1carts~1{id}~1cancel/post",
  },
  after: undefined,
  fingerprint: "00000000000000a4",
});

const SHARED = change({
  rule: "member-removed",
  capability: undefined,
  level: "dangerous",
  levels: { platform: "dangerous", business: "dangerous" },
  direction: "schema",
  operations: [],
  subject: "amount",
  message: "is gone from a type that nobody here uses",
  before: { file: `${OLD}/types/total.json`, line: 4, column: 3, pointer: "/properties/amount" },
  after: { file: `${NEW}/types/total.json`, line: 4, column: 3, pointer: "/properties" },
  fingerprint: "00000000000000a5",
});

export const PROFILE = change({
  rule: "member-added",
  capability: undefined,
  level: "safe",
  levels: { platform: "safe", business: "safe" },
  direction: "profile",
  operations: [],
  subject: "signing_keys[].use",
  message: "is new, and optional",
  before: undefined,
  after: {
    file: "schemas/draft/signing_key.json",
    line: 12,
    column: 5,
    pointer: "/properties/use",
  },
  fingerprint: "00000000000000a6",
});

export function comparison(
  changes: readonly Change[],
  more: Partial<Comparison> = {},
): ReviewedComparison {
  return {
    before: { name: "2026-11-20", source: "schemas/2026-11-20", version: "2026-11-20" },
    after: { name: "git:main:schemas", source: "git:main:schemas", version: "draft" },
    role: undefined,
    notices: [],
    changes,
    ignored: 0,
    ...more,
  };
}

export const SAMPLE = comparison([
  OPERATION_REMOVED,
  ADDED,
  REQUIRED,
  VALUE_ADDED,
  PROFILE,
  SHARED,
]);

/** What a schema's author may write, and a report must not be broken by. */
export const HOSTILE = [
  "</script><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "| a | b |",
  "``` `code` ```",
  "[a](javascript:alert(1))",
  "# heading\n- item\r\n1. one",
  "&lt;b&gt; \u202egnp.exe \u001b[31m \u0000 \ud800",
  "*bold* _under_ ~~gone~~ \\ | ",
  '"\' onmouseover="alert(1)',
  "-->]]><!-- </style></details></summary>",
] as const;

/** Every text of a change is hostile. */
export function hostileChange(text: string, index = 0): Change {
  const place = { file: `${text}.json`, line: 3, column: 4, pointer: `/${text}` };
  return change({
    rule: text,
    capability: text,
    operations: [text],
    subject: text,
    message: text,
    before: place,
    after: place,
    fingerprint: index.toString(16).padStart(16, "0"),
  });
}

export const HOSTILE_COMPARISON = comparison(
  HOSTILE.flatMap((text, index) => [
    hostileChange(text, index),
    { ...hostileChange(text, index + 100), level: "safe", levels: ADDED.levels } as const,
  ]),
  {
    before: { name: HOSTILE.join(" "), source: HOSTILE[0], version: HOSTILE[1] },
    after: { name: HOSTILE[2], source: HOSTILE[3], version: HOSTILE[4] },
  },
);
