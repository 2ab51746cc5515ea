/** A protocol of another name (DESIGN §3): its annotations are read, and those of `proto` are not. */

import { describe, expect, it } from "vitest";
import { compose, type Composition } from "../../src/compose/compose.js";
import { viewText } from "../../src/compose/view.js";
import { load } from "../support/load.js";
import { agree } from "../../src/negotiate/agree.js";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  release,
  rootOf,
  SCHEMAS,
} from "../support/release.js";

async function composed(name: string, properties: object): Promise<Composition> {
  const given = release({
    profile: { [name]: { version: "2026-01-01", capabilities: capability(CHECKOUT) } },
    schemas: { "checkout.json": checkoutSchema(properties) },
  });
  const sources = await load({ profile: given.profile, schemas: [rootOf(given)] });
  return compose(sources, agree(sources).agreement);
}

function createRequest({ schemas }: Composition): unknown {
  const document = `${SCHEMAS}/checkout.json`;
  const reference = schemas.reference(
    { document, pointer: "" },
    { direction: "request", operation: "create" },
  );
  return schemas.set.resolve("proto-gen:", reference)?.schema;
}

function viewsOf({ shapes }: Composition): string[] {
  return shapes.flatMap(({ views }) => views.map(viewText));
}

describe.each(["proto", "acme", "ucp"])("a protocol named %s", (name) => {
  it("has its own annotations, and no other view keyword stays in a view", async () => {
    const composition = await composed(name, {
      total: { type: "integer", [`${name}_request`]: "omit" },
    });
    expect(viewsOf(composition)).toEqual(["response", "request.create", "request.update"]);
    expect(createRequest(composition)).toMatchObject({
      required: ["id"],
      properties: { id: { type: "string" } },
    });
    expect(JSON.stringify(createRequest(composition))).not.toContain("total");
  });

  it("carries the annotations of another without acting on them", async () => {
    const total = { type: "integer", other_request: "omit" };
    const composition = await composed(name, { total });
    expect(viewsOf(composition)).toEqual(["response"]);
    expect(createRequest(composition)).toMatchObject({
      required: ["id", "total"],
      properties: { total },
    });
  });
});
