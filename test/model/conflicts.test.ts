/** Compositions that leave a member no value, or whose schemas do not merge, are told (DESIGN §6). */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { generate } from "../../src/generate.js";
import { extensionOf, vendorProfile } from "../support/oracle/vendor.js";

const ROOT = "com.acme.thing";

async function noticesOf(base: Json, addition: Json): Promise<string[]> {
  const schema = { type: "object", ...(base as object) };
  const { notices } = await generate(
    vendorProfile(
      [],
      [
        { name: ROOT, schema },
        { name: "com.acme.gift", extends: ROOT, schema: extensionOf(ROOT, addition) },
      ],
    ),
  );
  return notices.map(({ code, message, place }) => `${code} ${message} ${place?.pointer}`);
}

describe("an extension and its base", () => {
  it("that want different types of one member are told, with both capabilities and the place", async () => {
    const [notice] = await noticesOf(
      { properties: { note: { type: "string" } } },
      { properties: { note: { type: "integer" } } },
    );
    expect(notice).toMatch(
      /^COMPOSE_UNSATISFIABLE .*com\.acme\.thing wants \["string"\], com\.acme\.gift wants \["integer"\]/,
    );
    expect(notice).toMatch(/\/properties\/note$/);
  });

  it("that want different values of one member are told", async () => {
    const [notice] = await noticesOf(
      { properties: { kind: { enum: ["a"] } } },
      { properties: { kind: { const: "b" } } },
    );
    expect(notice).toMatch(/^COMPOSE_UNSATISFIABLE .*wants \["a"\].*wants \["b"\]/);
  });

  it("whose patterns and closing do not merge are an intersection, said once", async () => {
    const notices = await noticesOf(
      { patternProperties: { "^o": { minLength: 2 } } },
      { additionalProperties: { type: "string" } },
    );
    expect(notices.filter((notice) => notice.startsWith("COMPOSE_CONFLICT"))).toHaveLength(1);
  });

  it("that agree are not mentioned", async () => {
    expect(
      await noticesOf(
        { properties: { note: { type: "string" } } },
        { properties: { note: { type: "string", minLength: 2 } } },
      ),
    ).toEqual([]);
  });
});
