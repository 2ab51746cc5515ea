/** A business may leave out schemas that the other side's profile names for the same versions (§1.9). */

import { describe, expect, it } from "vitest";
import { readDocument, type Document } from "../../src/load/document.js";
import { lendSchemas } from "../../src/load/lend-schemas.js";
import type { Profile } from "../../src/load/profile.js";
import { readProfile } from "../../src/load/side.js";

const VERSION = "2026-01-01";
const SHOP = "com.example.shop";
const OWN = "https://example.com/own.json";
const LENT = "https://example.com/lent.json";

/** With a capability and a binding of the same schema. */
function profile(schema: string | undefined, version = VERSION, transport = "rest"): Profile {
  const entry = { version, ...(schema === undefined ? {} : { schema }) };
  const binding = { ...entry, transport, endpoint: "https://shop.example.com/" };
  const member = {
    version: VERSION,
    capabilities: { [SHOP]: [entry] },
    services: { [SHOP]: [binding] },
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ proto: member }));
  return readProfile(readDocument("profile.json", "profile.json", bytes));
}

/** The schemas of capability and binding, where sources contain these. */
async function schemasOf(
  own: Profile,
  other: Profile | undefined,
  contained: readonly string[] = [],
): Promise<readonly (string | undefined)[]> {
  const read = (uri: string): Promise<Document | undefined> => {
    if (uri.endsWith("broken.json")) return Promise.reject(new Error("it is broken"));
    return Promise.resolve(contained.includes(uri) ? own.document : undefined);
  };
  const { registry, services } = await lendSchemas(own, other, { read });
  const bindings = services.flatMap((service) => service.bindings);
  return [...registry.capabilities, ...bindings].map(({ schema }) => schema);
}

describe("the schemas of a profile", () => {
  it("are the other's where it has none", async () => {
    expect(await schemasOf(profile(undefined), profile(LENT))).toEqual([LENT, LENT]);
  });

  it("are its own where a source contains them, or where none contains the other's", async () => {
    expect(await schemasOf(profile(OWN), profile(LENT), [OWN, LENT])).toEqual([OWN, OWN]);
    expect(await schemasOf(profile(OWN), profile(LENT))).toEqual([OWN, OWN]);
    expect(await schemasOf(profile(OWN), profile(undefined), [LENT])).toEqual([OWN, OWN]);
  });

  it("are the other's where a source contains those alone", async () => {
    expect(await schemasOf(profile(OWN), profile(LENT), [LENT])).toEqual([LENT, LENT]);
    const fragment = `${LENT}#/$defs/a`;
    expect(await schemasOf(profile(OWN), profile(fragment), [LENT])).toEqual([fragment, fragment]);
  });

  it("are its own where they are there and cannot be read", async () => {
    const broken = "https://example.com/broken.json";
    expect(await schemasOf(profile(broken), profile(LENT), [LENT])).toEqual([broken, broken]);
  });

  it("are none of another version or transport, nor of no other side", async () => {
    const other = profile(LENT, "2026-02-02");
    expect(await schemasOf(profile(undefined), other)).toEqual([undefined, undefined]);
    const mcp = profile(LENT, VERSION, "mcp");
    expect(await schemasOf(profile(undefined), mcp)).toEqual([LENT, undefined]);
    expect(await schemasOf(profile(undefined), undefined)).toEqual([undefined, undefined]);
  });
});
