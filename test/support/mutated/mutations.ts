/**
 * Random damages of the text of one document. In: the text, and what other documents of the input are called. Out: the
 * text with one damage, and a sentence that says which. Most leave a document that can still be read, so that later
 * stages have work, too.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import { KEYWORDS } from "../../../src/json-schema/keywords.js";
import type { Random } from "../oracle/random.js";

export interface Mutation {
  readonly what: string;
  readonly bytes: Uint8Array;
}

export interface MutationContext {
  readonly random: Random;
  /** URLs of the documents of the input. */
  readonly urls: readonly string[];
  /** The document has schemas. */
  readonly hasSchemas: boolean;
}

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Container = Value[] | { [name: string]: Value };

/** A member or an item of a document. */
interface Slot {
  readonly parent: Container;
  readonly key: string | number;
  readonly pointer: string;
}

interface Draft extends MutationContext {
  /** `root` is its only item. */
  readonly holder: [Value];
  readonly slots: readonly Slot[];
}

/** Changes a draft in place. Undefined where there is nothing to change in this way. */
type Change = (draft: Draft) => string | undefined;

/** `JSON.stringify` cannot write these numbers, nor the same name twice: texts with this mark are replaced afterwards. */
const RAW = "raw-json:";

const NUMBERS = [
  ...[0, -1, 1, 2, 0.5, -0.5, 3, 1e21, 1e-7, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e300, 5e-324],
  ...["-0", "0.0", "-0.0", "1e2", "1E+2", "1e400", "-1e400", "1e-400", "9007199254740993"].map(
    (text) => `${RAW}${text}`,
  ),
  ...["0.1000000000000000055511151231257827", "1.0", "100000000000000000000000000000"].map(
    (text) => `${RAW}${text}`,
  ),
] as const;

const PROTOTYPE_NAMES = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"],
  ...["isPrototypeOf", "__defineGetter__", "toJSON", "length", "name", "arguments", "caller"],
];

const HOSTILE_TEXTS = [
  ...["", " ", "~", "~0", "~1", "~2", "/", "//", "#", "%", "%zz", "..", ".", "../../x", "a\nb"],
  ...["\u0000", "\u2028", "\u202e", "é", "e\u0301", "😀", "ﬁ", "İ", "ß", "a b", "a.b.c", "\\", '"'],
  ...["`${x}`", "*/", "-->", "<script>", "class", "default", "async", "number", "0", "-1", "1e9"],
  ...["https:", "https://", "http://[", "urn:a", "urn:a:b", "file:///etc/passwd", "data:,x", "//x"],
  ...["CON", "index", "index.ts", "package.json", "::error::x", "a".repeat(300), "x".repeat(5_000)],
  ...[`${RAW}"\\ud800"`, `${RAW}"\\udc00x"`, `${RAW}"\\u0000"`],
  ...PROTOTYPE_NAMES,
];

export const FRAGMENTS = [
  ...[
    "",
    "#",
    "#/",
    "##",
    "#/a~",
    "#/$defs/a~",
    "#/~2",
    "#/%",
    "#/%zz",
    "#%",
    "#/%ff",
    "#//",
    "#a~",
  ],
  ...[
    "#/$defs",
    "#/properties",
    "#/properties/id",
    "#/$defs/constructor",
    "#/__proto__",
    "#/allOf/0",
  ],
  ...["#/allOf/00", "#/allOf/-", "#/allOf/-1", "#/allOf/1e0", "#/allOf/length", "#nope", "#/title"],
  ...[
    "#/$defs/x y",
    "#/%24defs",
    "#/%2524defs",
    "#\u0000",
    "#/\ud83d\ude00",
    "#/required/0",
    "#/type",
  ],
];

/** Values that a keyword may have, and some that it may not. */
const PLAUSIBLE: Readonly<Record<string, readonly Value[]>> = {
  type: ["string", "object", "array", "integer", ["string", "null"], "null", "strin", []],
  enum: [["a", "b"], [1, 2], [], [null], ["a", "a"], [{ a: 1 }, [1]], [1, 1.5, "1"]],
  const: ["a", 1, null, {}, { a: [1] }, false, ""],
  required: [["id"], ["nope"], [], ["id", "id"], [""], ["__proto__"], true, "id"],
  properties: [{ id: {} }, { id: false }, {}, { "": true }, { a: { type: "string" } }],
  patternProperties: [{ "^x-": {} }, { "(": {} }, { "": false }, { "^(a+)+$": {} }, { ".*": true }],
  pattern: [
    "^a",
    "(",
    "^(a+)+$",
    "[",
    "\\p{L}",
    "^.{0,99999}$",
    "(?<a>x)\\k<a>",
    "(?=a)",
    "^$",
    "\\1",
  ],
  format: ["date", "uri", "nope", "", "date-tim", "regex", "email", "int32"],
  items: [{}, false, true, { type: "string" }, [{}], { $ref: "#" }],
  prefixItems: [[{}], [true, false], [], {}],
  $ref: ["#", "#/", "#/$defs/a~", "nope.json", "", "#/properties/id"],
  $dynamicRef: ["#", "#node", "#/$defs/a", "nope.json#x", ""],
  $anchor: ["a", "", "1", "a b", "node"],
  $dynamicAnchor: ["node", "", "a b", "a"],
  $id: [
    "x.json",
    "",
    "https://elsewhere.example/a.json",
    "#a",
    "http://[",
    "urn:a:b",
    "..",
    "?",
    "//",
  ],
  $schema: [
    "https://json-schema.org/draft/2020-12/schema",
    "http://json-schema.org/draft-07/schema#",
    "x",
  ],
  $vocabulary: [{}, { "https://json-schema.org/draft/2020-12/vocab/core": true }, []],
  $defs: [{}, { a: {} }, { "a.b.c": { x: {} } }, { __proto__x: true }, { a: 1 }],
  definitions: [{}, { a: { $ref: "#" } }],
  dependentRequired: [{ id: ["total"] }, { id: [] }, { id: "x" }, { nope: ["id", "id"] }],
  dependentSchemas: [{ id: { required: ["total"] } }, { id: false }, { id: { $ref: "#" } }],
  default: [null, 1, "a", {}, [], { id: 1 }],
  examples: [[], [1], ["a"], [{ id: 1 }], 1],
  title: ["A", "", "class", "Checkout", 1],
  description: ["A text.", "", "*/ evil()", 1],
  deprecated: [true, "x"],
  contentSchema: [{}, { $ref: "#" }, 1],
  propertyNames: [{ pattern: "^a" }, false, { enum: ["id"] }, { maxLength: 2 }],
};

const SCHEMA_VALUES: readonly Value[] = [
  ...[{}, true, false, { type: "string" }, { $ref: "#" }, { type: "object", required: ["id"] }],
  ...[
    { not: {} },
    { properties: { id: { const: "a" } } },
    { $dynamicRef: "#node" },
    { minProperties: 2 },
  ],
];

const ANY_VALUES: readonly Value[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  "",
  "a",
  [],
  {},
  [1],
  { a: 1 },
  [[]],
  [null],
];

const KEYWORD_LIST = [...KEYWORDS, "proto_request", "proto_response", "ucp_request", "nullable"];

export function mutate(text: string, context: MutationContext): Mutation {
  const { random } = context;
  if (random.chance(0.06)) return mutateBytes(text, random);
  for (let attempt = 0; attempt < 8; attempt++) {
    const holder = [JSON.parse(text) as Value] as [Value];
    const draft = { ...context, holder, slots: collectSlots(holder) };
    const what = pickChange(context)(draft);
    if (what !== undefined) return { what, bytes: Buffer.from(print(holder[0]), "utf8") };
  }
  return mutateBytes(text, random);
}

/** What is in schemas often changes keywords and references; what is elsewhere, nodes and texts. */
function pickChange({ random, hasSchemas }: MutationContext): Change {
  const weights: readonly (readonly [Change, number])[] = hasSchemas
    ? [
        ...([
          [changeKeyword, 40],
          [changeReference, 14],
          [addMember, 8],
        ] as const),
        ...([
          [changeNumber, 5],
          [renameMember, 10],
          [changeText, 7],
        ] as const),
        ...([
          [deleteNode, 6],
          [copyNode, 3],
          [swapNodes, 3],
        ] as const),
        ...([
          [replaceNode, 3],
          [wrapNode, 4],
          [repeatName, 1],
        ] as const),
      ]
    : [
        ...([
          [changeText, 18],
          [renameMember, 14],
          [addMember, 6],
          [changeNumber, 4],
        ] as const),
        ...([
          [deleteNode, 14],
          [copyNode, 12],
          [swapNodes, 8],
        ] as const),
        ...([
          [replaceNode, 14],
          [wrapNode, 8],
          [repeatName, 2],
          [changeReference, 4],
        ] as const),
      ];
  let left = random.int(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [change, weight] of weights) {
    if (left < weight) return change;
    left -= weight;
  }
  return changeText;
}

function mutateBytes(text: string, random: Random): Mutation {
  const bytes = Buffer.from(text, "utf8");
  const at = random.int(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.int(8));
  const insert = (added: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);
  switch (random.int(7)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.int(8));
      return { what: `a bit is flipped at ${at}`, bytes: flipped };
    }
    case 1:
      return {
        what: `bytes ${at} to ${end} are deleted`,
        bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]),
      };
    case 2:
      return { what: `the text ends at ${at}`, bytes: bytes.subarray(0, at) };
    case 3:
      return {
        what: `a random byte is inserted at ${at}`,
        bytes: insert(Buffer.from([random.int(256)])),
      };
    case 4:
      return {
        what: "a byte-order mark is put first",
        bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      };
    case 5: {
      const token = random.pick([
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "null",
        "//",
        "\\u",
        "1",
        "-",
        "NaN",
      ]);
      return { what: `${token} is inserted at ${at}`, bytes: insert(Buffer.from(token)) };
    }
    default:
      return {
        what: "the text is empty",
        bytes: Buffer.from(random.pick(["", " ", "null", "[]", "{}", "0", '""'])),
      };
  }
}

function collectSlots(holder: [Value]): Slot[] {
  const slots: Slot[] = [{ parent: holder, key: 0, pointer: "" }];
  for (const { parent, key, pointer } of slots) {
    const value = (parent as Readonly<Record<string | number, Value>>)[key];
    if (typeof value !== "object" || value === null) continue;
    for (const name of Object.keys(value)) {
      const at = `${pointer}/${escapePointerToken(name)}`;
      slots.push({ parent: value, key: Array.isArray(value) ? Number(name) : name, pointer: at });
    }
  }
  return slots;
}

function get({ parent, key }: Slot): Value {
  return (parent as Record<string | number, Value>)[key] as Value;
}

/** Also for `__proto__`, which an assignment would not create. */
function set(parent: Container, key: string | number, value: Value): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isMap(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Objects that look like schemas. */
function schemaSlots({ slots }: Draft): readonly Slot[] {
  const marks = [
    "type",
    "$ref",
    "properties",
    "allOf",
    "anyOf",
    "oneOf",
    "items",
    "enum",
    "const",
    "$defs",
  ];
  return slots.filter((slot) => {
    const value = get(slot);
    return isMap(value) && marks.some((mark) => Object.hasOwn(value, mark));
  });
}

function pickSlot({ slots, random }: Draft): Slot {
  // The root itself is rarely changed: nothing would be left.
  return random.pick(slots.length > 1 && !random.chance(0.01) ? slots.slice(1) : slots);
}

function valueFor(keyword: string, random: Random): Value {
  if (random.chance(0.15)) return random.pick(ANY_VALUES);
  const plausible = PLAUSIBLE[keyword];
  if (plausible !== undefined) return random.pick(plausible);
  if (/^(?:min|max|exclusive|multiple)/i.test(keyword)) return random.pick(NUMBERS);
  if (/Of$/.test(keyword)) return [random.pick(SCHEMA_VALUES), random.pick(SCHEMA_VALUES)];
  if (/_re(?:quest|sponse)$/.test(keyword))
    return random.pick<Value>([
      "omit",
      "required",
      { create: "omit" },
      { nope: "required" },
      "x",
      1,
      {},
    ]);
  return random.pick(SCHEMA_VALUES);
}

function changeKeyword(draft: Draft): string | undefined {
  const { random } = draft;
  const schemas = schemaSlots(draft);
  if (schemas.length === 0) return undefined;
  const slot = random.pick(schemas);
  const schema = get(slot) as Record<string, Value>;
  const own = Object.keys(schema);
  if (random.chance(0.2) && own.length > 0) {
    const keyword = random.pick(own);
    delete schema[keyword];
    return `${slot.pointer}: ${keyword} is removed`;
  }
  const keyword =
    random.chance(0.25) && own.length > 0 ? random.pick(own) : random.pick(KEYWORD_LIST);
  const value = valueFor(keyword, random);
  set(schema, keyword, value);
  return `${slot.pointer}: ${keyword} becomes ${short(value)}`;
}

function changeReference(draft: Draft): string | undefined {
  const { random, slots, urls } = draft;
  const references = slots.filter(
    (slot) =>
      /^(?:\$ref|\$dynamicRef|schema|spec|\$id)$/.test(String(slot.key)) &&
      typeof get(slot) === "string",
  );
  if (references.length === 0) return undefined;
  const slot = random.pick(references);
  const old = get(slot) as string;
  const above = slot.pointer.slice(0, slot.pointer.lastIndexOf("/"));
  const targets = slots.filter((each) => isMap(get(each)));
  const [file = ""] = old.split("#");
  const value = random.pick([
    // Twice as often as the others: what can be read.
    ...[`#${random.pick(targets).pointer}`, `#${random.pick(targets).pointer}`],
    ...[random.pick(urls), random.pick(urls)],
    ...[`#${above}`, "#", `#${above.slice(0, above.lastIndexOf("/"))}`],
    ...[`${random.pick(urls)}${random.pick(FRAGMENTS)}`, random.pick(FRAGMENTS)],
    ...[`${file}${random.pick(FRAGMENTS)}`, `${old}~`, `${old}%`, random.pick(HOSTILE_TEXTS)],
    ...[old.slice(0, -1), old.toUpperCase(), `${old}#`, `./${old}`, `${old}/x`],
  ]);
  if (random.chance(0.1) && slot.key === "$ref" && isMap(slot.parent as Value)) {
    set(slot.parent, "$dynamicRef", value);
    if (random.chance(0.5)) delete (slot.parent as Record<string, Value>)["$ref"];
    return `${above}: a $dynamicRef to ${short(value)} is added`;
  }
  set(slot.parent, slot.key, value);
  return `${slot.pointer} becomes ${short(value)}`;
}

function changeNumber(draft: Draft): string | undefined {
  const numbers = draft.slots.filter((slot) => typeof get(slot) === "number");
  if (numbers.length === 0) return undefined;
  const slot = draft.random.pick(numbers);
  const value = draft.random.pick(NUMBERS);
  set(slot.parent, slot.key, value);
  return `${slot.pointer} becomes ${short(value)}`;
}

function renameMember(draft: Draft): string | undefined {
  const { random, slots } = draft;
  const members = slots.filter(({ key }) => typeof key === "string");
  if (members.length === 0) return undefined;
  const { parent, key, pointer } = random.pick(members);
  const siblings = Object.keys(parent);
  const written = String(key);
  const name = random.pick([
    ...[random.pick(HOSTILE_TEXTS), random.pick(HOSTILE_TEXTS), random.pick(PROTOTYPE_NAMES)],
    ...[`${written}x`, written.slice(1), written.toUpperCase(), random.pick(KEYWORD_LIST)],
    ...[random.pick(siblings), `x-${written}`],
  ]);
  const entries = Object.entries(parent as Record<string, Value>);
  for (const [each] of entries) delete (parent as Record<string, Value>)[each];
  for (const [each, value] of entries) set(parent, each === key ? name : each, value);
  return `${pointer} is renamed to ${short(name)}`;
}

function changeText(draft: Draft): string | undefined {
  const { random, slots, urls } = draft;
  const texts = slots.filter((slot) => typeof get(slot) === "string");
  if (texts.length === 0) return undefined;
  const slot = random.pick(texts);
  const old = get(slot) as string;
  const others = texts.map((each) => get(each) as string);
  const value = random.pick([
    ...[random.pick(HOSTILE_TEXTS), random.pick(HOSTILE_TEXTS), random.pick(others)],
    ...[`${old}x`, old.slice(0, -1), `${old}\n`, random.pick(urls), old.toUpperCase()],
  ]);
  set(slot.parent, slot.key, value);
  return `${slot.pointer} becomes ${short(value)}`;
}

function addMember(draft: Draft): string | undefined {
  const { random, slots } = draft;
  const maps = slots.filter((slot) => isMap(get(slot)));
  if (maps.length === 0) return undefined;
  const slot = random.pick(maps);
  const name = random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.pick(KEYWORD_LIST);
  const value = random.chance(0.5) ? random.pick(SCHEMA_VALUES) : random.pick(ANY_VALUES);
  set(get(slot) as Container, name, value);
  return `${slot.pointer}: ${short(name)} is added as ${short(value)}`;
}

function deleteNode(draft: Draft): string {
  const { parent, key, pointer } = pickSlot(draft);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  // The root was deleted.
  if (draft.holder.every((each) => each === undefined)) draft.holder.push(null);
  return `${pointer} is deleted`;
}

function copyNode(draft: Draft): string {
  const { random, slots } = draft;
  const slot = pickSlot(draft);
  const copy = structuredClone(get(slot));
  const into = random.chance(0.5) ? slot.parent : get(random.pick(slots));
  const target = typeof into === "object" && into !== null ? into : slot.parent;
  if (Array.isArray(target)) target.splice(random.int(target.length + 1), 0, copy);
  else
    set(
      target,
      random.pick([`${slot.key}_copy`, String(slot.key), random.pick(KEYWORD_LIST)]),
      copy,
    );
  return `${slot.pointer} is copied`;
}

function swapNodes(draft: Draft): string {
  const [left, right] = [pickSlot(draft), pickSlot(draft)];
  const [one, other] = [structuredClone(get(left)), structuredClone(get(right))];
  set(left.parent, left.key, other);
  set(right.parent, right.key, one);
  return `${left.pointer} and ${right.pointer} are swapped`;
}

function replaceNode(draft: Draft): string {
  const { random, slots } = draft;
  const slot = pickSlot(draft);
  const value = random.chance(0.7)
    ? random.pick(ANY_VALUES)
    : structuredClone(get(random.pick(slots)));
  set(slot.parent, slot.key, value);
  return `${slot.pointer} becomes ${short(value)}`;
}

function wrapNode(draft: Draft): string {
  const { random } = draft;
  const slot = pickSlot(draft);
  const value = get(slot);
  const wrapped = random.pick<Value>([
    ...[[value], { value }, { allOf: [value] }, { not: value }, { anyOf: [value, value] }],
    ...[{ items: value }, { $ref: "#", allOf: [value] }, { if: value, then: value, else: false }],
    ...[{ type: "object", properties: { wrapped: value } }, [value, value], { oneOf: [value] }],
  ]);
  set(slot.parent, slot.key, wrapped);
  return `${slot.pointer} is wrapped: ${Object.keys(wrapped as object).join(", ")}`;
}

function repeatName(draft: Draft): string | undefined {
  const maps = draft.slots.filter(
    (slot) => isMap(get(slot)) && Object.keys(get(slot) as object).length > 0,
  );
  if (maps.length === 0) return undefined;
  const slot = draft.random.pick(maps);
  const [name = ""] = Object.keys(get(slot) as object);
  set(get(slot) as Container, `${RAW}${JSON.stringify(name)}`, 1);
  return `${slot.pointer} has ${short(name)} twice`;
}

function print(root: Value): string {
  const text = `${JSON.stringify(root, null, 2) ?? "null"}\n`;
  return text.replaceAll(
    new RegExp(`"${RAW}((?:[^"\\\\]|\\\\.)*)"`, "g"),
    (_, raw: string) => JSON.parse(`"${raw}"`) as string,
  );
}

function short(value: Value): string {
  return JSON.stringify(value)?.slice(0, 80) ?? "undefined";
}
