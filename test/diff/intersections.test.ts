/** A member whose schema is several references at once: they are compared as one schema, and every change has a place. */

import { describe, expect, it } from "vitest";
import { checkoutWith, compare } from "./memory-release.js";

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };

function object(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

/** Two schemas of one object, each with an opinion of its member. */
const BOTH = {
  allOf: [
    object({ item: { $ref: "#/$defs/named" } }),
    object({ item: { $ref: "#/$defs/priced" } }),
  ],
};
const NAMED_ALONE = object({ item: { $ref: "#/$defs/named" } });

/** Neither can be merged with the other: each speaks of the members that it does not name itself. */
const OPEN_ENDED = { unevaluatedProperties: { type: ["string", "integer"] } };
const APART = object({ item: { allOf: [{ $ref: "#/$defs/named" }, { $ref: "#/$defs/priced" }] } });

interface Side {
  readonly value?: object;
  readonly named?: object;
  readonly priced?: object;
}

const NAMED = object({ name: TEXT, nick: TEXT });
const PRICED = object({ price: NUMBER });

function release({ value = BOTH, named = NAMED, priced = PRICED }: Side) {
  return checkoutWith(value, { $defs: { named, priced } });
}

/** Rule, subject, message and both places, without the direction: requests and answers are there once. */
async function told(before: Side, after: Side): Promise<readonly string[]> {
  const { changes } = await compare(release(before), release(after));
  return changes.map((change) => {
    const places = [change.before, change.after].map((place) => place?.pointer ?? "none");
    return `${change.rule} ${change.subject}: ${change.message} @ ${places.join(" ")}`;
  });
}

describe("a member of several references", () => {
  it.each<[string, Side, Side, readonly string[]]>([
    [
      "loses a member of one",
      {},
      { named: object({ name: TEXT }) },
      ["property-removed value.item.nick: nick is gone @ /$defs/named/properties/nick none"],
    ],
    [
      "has a member of another type",
      {},
      { priced: object({ price: TEXT }) },
      [
        "type-changed value.item.price: was integer and is string @ /$defs/priced/properties/price/type /$defs/priced/properties/price/type",
      ],
    ],
    [
      "has a bound",
      {},
      { priced: { ...PRICED, maxProperties: 4 } },
      [
        "bounds-tightened value.item: the greatest number of members was none and is 4 @ /$defs/named /$defs/priced/maxProperties",
      ],
    ],
    [
      "has one reference less",
      {},
      { value: NAMED_ALONE },
      ["property-removed value.item.price: price is gone @ /$defs/priced/properties/price none"],
    ],
    [
      "has one reference more",
      { value: NAMED_ALONE },
      {},
      ["property-added value.item.price: price is new @ none /$defs/priced/properties/price"],
    ],
    [
      "is described in other words",
      { named: { ...NAMED, description: "Old." } },
      { named: { ...NAMED, description: "New." } },
      [
        "description-changed value.item: description changed @ /$defs/named/description /$defs/named/description",
      ],
    ],
    [
      "is compared as a whole where its parts cannot be merged",
      { value: APART, named: { ...NAMED, ...OPEN_ENDED }, priced: { ...PRICED, ...OPEN_ENDED } },
      {
        value: APART,
        named: object({ name: TEXT }, OPEN_ENDED),
        priced: { ...PRICED, ...OPEN_ENDED },
      },
      [
        "values-widened value.item: it cannot be shown that every value that is valid was so before @ /$defs/named /$defs/named",
      ],
    ],
  ])("that %s", async (_, before, after, expected) => {
    expect(await told(before, after)).toEqual(expected);
  });

  it("of which nothing changed is the same", async () => {
    expect(await told({}, {})).toEqual([]);
  });
});
