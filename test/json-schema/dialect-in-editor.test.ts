/** The dialect in the engine that VS Code and other editors complete and check JSON with. */

import { describe, expect, it } from "vitest";
import {
  getLanguageService,
  TextDocument,
  type LanguageService,
} from "vscode-json-languageservice";
import { DIALECT, DIALECT_TEXT } from "../support/dialect.js";

const FILE = "file:///gift/schemas/gift.json";
const COPY = "file:///gift/node_modules/proto-gen/schemas/draft/dialect.json";

/** An editor that finds the dialect, and nothing else: neither by a setting nor in the network. */
function createEditor(): LanguageService {
  const editor = getLanguageService({
    schemaRequestService: (uri) =>
      [DIALECT.$id, COPY].includes(uri)
        ? Promise.resolve(DIALECT_TEXT)
        : Promise.reject(new Error(`asked for ${uri}`)),
    workspaceContext: {
      resolveRelativePath: (relative, resource) => new URL(relative, resource).href,
    },
  });
  editor.configure({ validate: true });
  return editor;
}

const editor = createEditor();

/** An extension, with the text of a member's schema; `|` is where the author types. */
function extension(member: string, $schema = DIALECT.$id): string {
  return `{ "$schema": "${$schema}", "$id": "https://example.com/schemas/gift.json",
    "name": "com.example.gift", "version": "2026-11-23",
    "$defs": { "dev.proto.shopping.checkout": { "allOf": [
      { "$ref": "https://proto.dev/schemas/2026-11-20/shopping/checkout.json" },
      { "type": "object", "properties": { "gift_note": ${member} } } ] } } }`;
}

/** What it underlines, with the message. */
async function underlined(text: string): Promise<string[]> {
  const document = TextDocument.create(FILE, "json", 1, text);
  const found = await editor.doValidation(document, editor.parseJSONDocument(document));
  return found.map(({ range, message }) => `${document.getText(range)} ${message}`);
}

async function completions(text: string): Promise<string[]> {
  const document = TextDocument.create(FILE, "json", 1, text.replace("|", ""));
  const position = document.positionAt(text.indexOf("|"));
  const list = await editor.doComplete(document, position, editor.parseJSONDocument(document));
  return (list?.items ?? []).map(({ label }) => label);
}

describe("an editor underlines", () => {
  it.each([
    ['{ "type": "string", "minLenght": 3 }', '"minLenght" Property minLenght is not allowed.'],
    ['{ "proto_requets": "omit" }', '"proto_requets" Property proto_requets is not allowed.'],
    ['{ "type": "strnig" }', '"strnig" Value is not accepted. Valid values: "array", '],
    ['{ "proto_request": "omitt" }', '"omitt" Value is not accepted. Valid values: "omit", '],
    ['{ "proto_request": { "create": "gone" } }', '"gone" Value is not accepted. Valid values: '],
    [
      '{ "proto_request": { "transition": { "from": "optional", "to": "gone" } } }',
      '"gone" Value is not accepted. Valid values: ',
    ],
    ['{ "format": "datetime" }', '"datetime" Matches a schema that is not allowed.'],
    ['{ "nullable": true }', '"nullable" Property nullable is not allowed.'],
    ['{ "ucp_request": "omit" }', '"ucp_request" Property ucp_request is not allowed.'],
    ['{ "required": ["a", "a"] }', '["a", "a"] Array has duplicate items.'],
    ['{ "required": true }', 'true Incorrect type. Expected "array".'],
    ['{ "minLength": "3" }', '"3" Incorrect type. Expected "integer".'],
  ])("%s", async (member, message) => {
    expect(await underlined(extension(member))).toEqual([
      expect.stringContaining(message) as string,
    ]);
  });

  it("nothing in a correct schema, whether it names the URL or a path to a copy", async () => {
    const member = `{ "type": "string", "maxLength": 200, "x-own": 1,
      "proto_request": { "create": "optional", "complete": { "transition": { "from": "optional", "to": "omit" } } } }`;
    const path = "../node_modules/proto-gen/schemas/draft/dialect.json";
    expect(await underlined(extension(member))).toEqual([]);
    expect(await underlined(extension(member, path))).toEqual([]);
    expect(await underlined(extension('{ "minLenght": 3 }', path))).toHaveLength(1);
  });
});

describe("an editor completes", () => {
  it("annotations and keywords", async () => {
    const found = await completions(extension('{ "type": "string", "|" }'));
    expect(found).toEqual(
      expect.arrayContaining(["proto_request", "proto_response", "minLength", "const", "default"]),
    );
  });

  it("the words of an annotation, and the operations that it may name", async () => {
    const words = ['"omit"', '"required"', '"optional"'];
    expect(await completions(extension('{ "proto_request": | }'))).toEqual(words);
    expect(await completions(extension('{ "proto_request": { "create": | } }'))).toEqual(words);
    expect(await completions(extension('{ "proto_request": { "|" } }'))).toEqual(
      expect.arrayContaining(["create", "update", "complete"]),
    );
  });
});
