/** Names that generated source binds: what is one, and what becomes of what is none. */

import { describe, expect, it } from "vitest";
import { identifier, identifierFrom, isIdentifier } from "../../src/text/identifier.js";
import { camelCase, localName, pascalCase, qualifiedName } from "../../src/text/words.js";

const prefix = identifier("it");

describe("an identifier", () => {
  it.each(["a", "$", "_1", "Checkout", "of", "async", "type", "constructor"])("is %s", (name) => {
    expect(identifier(name)).toBe(name);
  });

  it.each(["", "1", "a-b", "a b", "\u00f1", "a\n", "a;b", "class", "undefined", "await", "NaN"])(
    "is not %j",
    (name) => {
      expect(isIdentifier(name)).toBe(false);
      expect(() => identifier(name)).toThrow(
        new TypeError(`not an identifier: ${JSON.stringify(name)}`),
      );
    },
  );

  it.each([
    ["a", "a"],
    ["line_items", "line_items"],
    ["class", "class2"],
    ["cl ass", "class2"],
    ["2fa", "it2fa"],
    ["", "it"],
    ["\u202e*/", "it"],
    ["x = (alert(1), 2)", "xalert12"],
  ])("is made of %j: %s", (text, name) => {
    expect(identifierFrom(text, prefix)).toBe(name);
  });
});

describe("words as a name", () => {
  it.each([
    ["line-item", "LineItem", "lineItem", "lineItem"],
    ["create_checkout", "CreateCheckout", "createCheckout", "createCheckout"],
    ["IDToken", "IDToken", "idtoken", "iDToken"],
    ["3ds", "Type3ds", "it3ds", "member"],
    ["delete", "Delete", "delete2", "delete2"],
    ["*/;", "Type", "it", "member"],
  ])("%s is the type %s, the constant %s and the variable %s", (text, type, constant, local) => {
    expect([pascalCase(text), camelCase(text, prefix), localName(text)]).toEqual([
      type,
      constant,
      local,
    ]);
  });

  it("may be qualified by a module that no name begins like", () => {
    expect(qualifiedName("schemas/types", identifier("Item"))).toBe("SchemasTypesItem");
    expect(qualifiedName("2fa", identifier("Item"))).toBe("Type2faItem");
  });
});
