/** Values as source: whatever they are, they parse, and are what they were. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { jsonLiteral } from "../../src/source/literal.js";
import { printDoc } from "../../src/source/doc.js";
import { propertyOptions } from "../support/sizes.js";

function evaluated(value: Json): unknown {
  return new Function(`return ${printDoc(jsonLiteral(value))};`)() as unknown;
}

describe("a JSON value as a literal", () => {
  it.each<Json>([
    { "a-b": "a-b" },
    { 1: 1 },
    { "": "" },
    { '"': '"' },
    { true: true, null: null },
    { ["__proto__"]: "__proto__" },
    [1, [2, "three"], {}],
  ])("%j is itself", (value) => {
    expect(evaluated(value)).toEqual(value);
  });

  it("is itself, whatever it is", () => {
    const texts = fc.constantFrom("a", "a-b", "1", "", "'", "\u2028", "true", "constructor");
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        texts,
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(texts, fc.string()), tie("tree"), {
          maxKeys: 4,
          noNullPrototype: true,
        }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(evaluated(value)).toEqual(value);
      }),
      propertyOptions("LITERALS", { quick: 100, full: 1000 }),
    );
  });
});
