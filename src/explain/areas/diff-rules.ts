/** Rules of `diff`: what each finds, why it matters, and a member's schema before and after. */

import type { Json } from "@proto-gen/runtime/json";

export interface RuleExplanation {
  /** As the rule itself says it. */
  readonly purpose: string;
  /** Why it has its levels, and what to do. */
  readonly text: string;
  /** The schema of one member, which the rule tells of. */
  readonly example?: { readonly before: Json; readonly after: Json };
}

const TEXT = { type: "string" };
const PAIR = { type: "object", properties: { a: TEXT, b: TEXT } };

function example(before: Json, after: Json): Pick<RuleExplanation, "example"> {
  return { example: { before, after } };
}

export const DIFF_RULES: Readonly<Record<string, RuleExplanation>> = {
  "capability-added": {
    purpose: "A capability that stands by itself is new.",
    text: "Nobody has to declare it. Its schemas are not compared with anything.",
  },
  "capability-removed": {
    purpose: "A capability that stands by itself is gone.",
    text: "A platform finds no business that answers it in the new version. A business may go on to serve the old one.",
  },
  "extension-added": {
    purpose: "An extension is new.",
    text: "It is active only where both sides declare it, so that nobody else meets its members.",
  },
  "extension-removed": {
    purpose: "An extension is gone, with the members that it added.",
    text: "A platform that reads its members finds them no longer. They are not told one by one.",
  },
  "parent-changed": {
    purpose: "An extension extends something else.",
    text: "What it adds to one more capability takes nothing from the others, which is safe. Where a parent is gone its members are gone from there.",
  },
  "requires-changed": {
    purpose: "A capability requires another version of the protocol or of a capability.",
    text: "A party that supports the old version may be left out by negotiation. Look at which versions you declare.",
  },
  "version-changed": {
    purpose: "A capability has another version.",
    text: "That is what a release is for. What differs is told by other rules.",
  },
  "operation-added": {
    purpose: "An operation, webhook or method is new.",
    text: "Nobody calls it yet. A business that declares the new version has to serve it.",
  },
  "operation-removed": {
    purpose: "An operation, webhook or method is gone.",
    text: "Calls of it fail. A business may keep it for platforms of the old version.",
  },
  "route-changed": {
    purpose: "An operation has another method or path, another tool, or another transport.",
    text: "Calls of the old route find nothing. A transport more breaks nobody, and is safe.",
  },
  "path-parameter-renamed": {
    purpose: "A parameter of a path has another name; requests are as they were.",
    text: "No request is another one. A generated client is called with the parameter's name, and a handler is given it: generate anew, and the compiler shows where the old name stands.",
  },
  "servers-changed": {
    purpose: "A service document names other servers.",
    text: "A platform calls the endpoint of the business's profile. Who takes the address from the service document calls one that is named no more. One more server is safe.",
  },
  "parameter-added": {
    purpose: "A header, another parameter, an argument or a body is new.",
    text: "Where it is required, calls without it are refused. Where it is optional, that is safe.",
  },
  "parameter-removed": {
    purpose: "A header, another parameter, an argument or the body is gone.",
    text: "Who reads it finds it no longer. What is still sent may be ignored or refused.",
  },
  "parameter-required": {
    purpose:
      "A header, another parameter, an argument or the body must be there that could be missing.",
    text: "Calls without it are refused. Send it before the new version is used.",
  },
  "parameter-optional": {
    purpose:
      "A header, another parameter, an argument or the body may be missing that had to be there.",
    text: "Who reads it has to cope without it. Who sends it may go on to do so.",
  },
  "status-added": {
    purpose: "An operation may answer with one more status.",
    text: "Who calls may meet it, and what it does then depends on how it takes unknown statuses.",
  },
  "status-removed": {
    purpose: "An operation does not answer with a status any more.",
    text: "Who answers may not give it any more. What a caller waits for with it does not come.",
  },
  "response-header-added": {
    purpose: "An answer has one more header.",
    text: "Who reads answers may leave it aside. Where it is required, who answers has to send it.",
  },
  "response-header-removed": {
    purpose: "An answer lacks a header that it had.",
    text: "Who reads it finds it no longer.",
  },
  "error-added": {
    purpose: "A tool may fail with one more error.",
    text: "A platform that knows the old codes treats it as any other error, which is enough as long as it does not retry for ever.",
  },
  "error-removed": {
    purpose: "A tool does not fail with an error any more.",
    text: "A business that still fails so breaks the document. A platform waits for a code in vain.",
  },
  "error-changed": {
    purpose: "An error of a tool has another message, or other data with it.",
    text: "Programs go by the code, so that another message is safe. Look at what reads the data.",
  },
  "response-body-added": {
    purpose: "An answer may have a body, or one of another kind.",
    text: "Who reads answers may meet one that it does not know.",
  },
  "response-body-removed": {
    purpose: "An answer has no body any more, or none of some kind.",
    text: "Who reads it waits for what does not come. Who answers may not give that kind any more.",
  },
  "request-media-type-changed": {
    purpose: "The body of a call may be of another media type.",
    text: "A type that is gone is refused where it is sent. One that is new may reach who does not read it.",
  },
  "response-media-type-changed": {
    purpose: "The body of an answer may be of another media type.",
    text: "A type that is gone may not be answered with any more. One that is new may reach who does not read it.",
  },
  "security-changed": {
    purpose: "A caller has to show in another way who it is.",
    text: "A way that is gone is refused. One that is new has to be checked by who answers.",
  },
  "required-added": {
    purpose: "A member must be there that could be missing before, or is new.",
    text: "Payloads without it are refused: who sends has to add it first. In a closed object a new member is refused by those who read the old version, too.",
    ...example(PAIR, { ...PAIR, required: ["a"] }),
  },
  "required-removed": {
    purpose: "A member may be missing that had to be there.",
    text: "Who reads it has to cope without it. Generated types of the old version say that it is there.",
    ...example({ ...PAIR, required: ["a"] }, PAIR),
  },
  "property-added": {
    purpose: "A member is new, and optional.",
    text: "Open objects take members that they do not know. In a closed object those who read the old version refuse it. Where a schema for members of any name held for it before, what the two differ in is told beside it.",
    ...example({ type: "object", properties: { a: TEXT } }, PAIR),
  },
  "property-removed": {
    purpose: "A member is gone.",
    text: "Who reads it finds it no longer. What is still sent says nothing to anyone, and is refused where the object is closed.",
    ...example(PAIR, { type: "object", properties: { a: TEXT } }),
  },
  "visibility-changed": {
    purpose:
      "A member is shown, hidden, required or optional in an operation, since its annotation says so.",
    text: "It concerns the operations and the direction that the annotation names. Its levels are those of a member that comes, goes, or becomes required or optional.",
    ...example(PAIR, {
      ...PAIR,
      properties: { a: TEXT, b: { type: "string", proto_request: "omit" } },
    }),
  },
  "transition-announced": {
    purpose: "A member's visibility is announced to change.",
    text: "Nothing changes yet. Prepare for what it will be.",
    ...example(PAIR, {
      ...PAIR,
      properties: {
        a: TEXT,
        b: { type: "string", proto_request: { transition: { from: "optional", to: "omit" } } },
      },
    }),
  },
  "transition-carried-out": {
    purpose: "A member's visibility changed as it was announced to.",
    text: "Its levels are those of the change itself: that it was announced helps only those who read it.",
    ...example(
      {
        ...PAIR,
        properties: {
          a: TEXT,
          b: { type: "string", proto_request: { transition: { from: "optional", to: "omit" } } },
        },
      },
      { ...PAIR, properties: { a: TEXT, b: { type: "string", proto_request: "omit" } } },
    ),
  },
  "type-changed": {
    purpose: "A value has another type: none of the old ones is left.",
    text: "No value is right on both sides. Nothing else is told of such a member.",
    ...example(TEXT, { type: "integer" }),
  },
  "type-narrowed": {
    purpose: "A value may have fewer types.",
    text: "What has one of the other types is refused. Null has rules of its own.",
    ...example({ type: ["string", "integer"] }, TEXT),
  },
  "type-widened": {
    purpose: "A value may have more types.",
    text: "Who reads it meets types that it does not expect. Null has rules of its own.",
    ...example(TEXT, { type: ["string", "integer"] }),
  },
  "null-allowed": {
    purpose: "A value may be null.",
    text: "Who reads it has to expect null.",
    ...example(TEXT, { type: ["string", "null"] }),
  },
  "null-refused": {
    purpose: "A value may not be null any more.",
    text: "Who sends null has to leave the member out, or to send a value.",
    ...example({ type: ["string", "null"] }, TEXT),
  },
  "const-changed": {
    purpose: "The only value that is allowed is another one, is set, or is not set any more.",
    text: "Set, it refuses all other values; another one, both sides disagree; no longer set, who reads it may meet others.",
    ...example({ const: "a" }, { const: "b" }),
  },
  "enum-narrowed": {
    purpose: "A list of allowed or known values has fewer of them.",
    text: "Those that are gone are refused. Of an open list, which allows others anyway, that is safe.",
    ...example({ enum: ["a", "b"] }, { enum: ["a"] }),
  },
  "enum-widened": {
    purpose: "A list of allowed or known values has more of them.",
    text: "Who reads it may meet a value without a case for it. Of an open list that is expected, and safe.",
    ...example({ enum: ["a", "b"] }, { enum: ["a", "b", "c"] }),
  },
  "enum-closed": {
    purpose: "Only listed values are allowed, where others were too.",
    text: "All others are refused. Bounds and patterns that the list makes needless are not told beside it.",
    ...example(TEXT, { enum: ["a", "b"] }),
  },
  "enum-opened": {
    purpose: "Other values are allowed than those that are listed.",
    text: "Who reads it needs a case for what it does not know.",
    ...example({ enum: ["a", "b"] }, TEXT),
  },
  "bounds-tightened": {
    purpose: "A bound of a number, length or count allows less.",
    text: "Values beyond it are refused. Bounds are compared by what they allow: of an integer, more than 0 is 1 at least.",
    ...example({ type: "integer", minimum: 0 }, { type: "integer", exclusiveMinimum: 0 }),
  },
  "bounds-loosened": {
    purpose: "A bound of a number, length or count allows more.",
    text: "Who reads it may meet values that were refused. Look at columns and buffers of the old size.",
    ...example({ type: "string", maxLength: 5 }, { type: "string", maxLength: 9 }),
  },
  "pattern-added": {
    purpose: "A text must match a pattern.",
    text: "Texts that do not match are refused.",
    ...example(TEXT, { type: "string", pattern: "^a" }),
  },
  "pattern-removed": {
    purpose: "A text need not match a pattern any more.",
    text: "Who reads it may meet texts of any form.",
    ...example({ type: "string", pattern: "^a" }, TEXT),
  },
  "pattern-changed": {
    purpose: "A text must match another pattern.",
    text: "Which texts two patterns have in common is not worked out: some may be refused now, and others be new.",
    ...example({ type: "string", pattern: "^a" }, { type: "string", pattern: "^b" }),
  },
  "format-changed": {
    purpose: "A text has another format, has one now, or has none any more.",
    text: "Whether a format is checked is for each side to decide, so that it is dangerous to both.",
    ...example(TEXT, { type: "string", format: "uuid" }),
  },
  "content-changed": {
    purpose:
      "A text holds something else: it is encoded otherwise, of another media type, or what is in it has another schema.",
    text: "Validators take it all the same. Who decodes the text gets something else, or nothing: look at what reads it.",
    ...example(TEXT, { type: "string", contentEncoding: "base64" }),
  },
  "additional-properties-closed": {
    purpose: "An object refuses members that it does not name.",
    text: "Members of extensions and of later versions are refused, too.",
    ...example(PAIR, { ...PAIR, additionalProperties: false }),
  },
  "additional-properties-opened": {
    purpose: "An object takes members that it does not name, where it refused them.",
    text: "Who reads it has to leave aside what it does not know.",
    ...example({ ...PAIR, additionalProperties: false }, PAIR),
  },
  "tuple-changed": {
    purpose: "A position of a list has a schema of its own now, or none any more.",
    text: "In an open list a position more refuses some items; in a list that ends with its positions it allows one more.",
    ...example(
      { type: "array", prefixItems: [TEXT] },
      { type: "array", prefixItems: [TEXT, { type: "integer" }] },
    ),
  },
  "unique-items-added": {
    purpose: "Items of a list must differ from each other.",
    text: "Lists that have an item twice are refused.",
    ...example({ type: "array" }, { type: "array", uniqueItems: true }),
  },
  "unique-items-removed": {
    purpose: "Items of a list may be equal.",
    text: "Who reads it as a set may lose items.",
    ...example({ type: "array", uniqueItems: true }, { type: "array" }),
  },
  "union-branch-added": {
    purpose: "A value may be one more alternative.",
    text: "Who reads it may meet an alternative without a case for it. One whose values another alternative has already is not told.",
    ...example({ anyOf: [PAIR, { type: "array" }] }, { anyOf: [PAIR, { type: "array" }, TEXT] }),
  },
  "union-branch-removed": {
    purpose: "A value may not be one of its alternatives any more.",
    text: "Its values are refused. Where another alternative takes all of them, what is lost of their members is told instead.",
    ...example({ anyOf: [PAIR, { type: "array" }, TEXT] }, { anyOf: [PAIR, { type: "array" }] }),
  },
  "condition-added": {
    purpose:
      "More is demanded of a value: by not, if, a dependency, contains or the names of its members.",
    text: "Values that do not meet it are refused. A condition that says something else is told as one that is gone and one that is new.",
    ...example(PAIR, { ...PAIR, dependentRequired: { a: ["b"] } }),
  },
  "condition-removed": {
    purpose:
      "Less is demanded of a value: by not, if, a dependency, contains or the names of its members.",
    text: "Who reads it may meet values that were refused.",
    ...example({ ...PAIR, dependentRequired: { a: ["b"] } }, PAIR),
  },
  "default-changed": {
    purpose: "What a missing member stands for is another value.",
    text: "The same payload means something else to either side. Send the value until both have the new version.",
    ...example({ type: "string", default: "a" }, { type: "string", default: "b" }),
  },
  deprecated: {
    purpose: "Something is not to be used any more.",
    text: "Nothing changes yet. Look for what takes its place.",
    ...example(TEXT, { type: "string", deprecated: true }),
  },
  undeprecated: {
    purpose: "Something is not deprecated any more.",
    text: "It may be used again.",
    ...example({ type: "string", deprecated: true }, TEXT),
  },
  "description-changed": {
    purpose: "Title, description or examples are others; nothing that is checked.",
    text: "No payload is refused or allowed by it. It may say that a member means something else, so read it.",
    ...example(
      { type: "string", description: "In cents." },
      { type: "string", description: "In euros." },
    ),
  },
  "definition-moved": {
    purpose: "A file or a named schema has another place; its content is compared all the same.",
    text: "Payloads do not show it. Schemas of others that refer to the old place have to be changed.",
  },
  "definition-added": {
    purpose: "A named schema is new that nothing leads to.",
    text: "No payload has it yet. Extensions may refer to it.",
  },
  "definition-removed": {
    purpose: "A named schema is gone that nothing led to.",
    text: "No payload had it. Extensions of others that refer to it do not load any more.",
  },
};
