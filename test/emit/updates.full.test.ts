/** `updateRequestOf`: what the business has given, as the update that changes nothing (§4.2). */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { createInstance } from "../../src/model/instance/create-instance.js";
import {
  bundleOf,
  memoryRelease,
  operationsOf,
  ownProfile,
  type Bundle,
} from "../support/bundle.js";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { importEmitted } from "../support/emitted.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";

type UpdateRequestOf = (resource: object) => JsonObject;

const RELEASES: readonly Release[] = [
  ownRelease,
  ...(published === undefined ? [] : publishedReleases),
];

async function updateRequestOfIn(bundle: Bundle): Promise<UpdateRequestOf> {
  const module: Record<string, unknown> = await importEmitted(bundle.directory, "updates.ts");
  return module["updateRequestOf"] as UpdateRequestOf;
}

describe.each(RELEASES)("updateRequestOf in $name", (release) => {
  it("makes of every example of a resource a request that its update takes", async () => {
    const bundle = await bundleOf(release, `updates-${release.name}`);
    const updateRequestOf = await updateRequestOfIn(bundle);
    const { validators } = (await importEmitted(bundle.directory, "validators.ts")) as unknown as {
      readonly validators: Readonly<Record<string, { readonly request: Validator<unknown> }>>;
    };
    const operations = operationsOf(bundle).filter(({ verb }) => verb === "update");
    expect(operations.length).toBeGreaterThan(0);
    for (const { id, response } of operations) {
      for (const optional of ["none", "some", "all"] as const)
        for (const seed of [0, 1, 2]) {
          const resource = createInstance(response!.node, { optional, seed }) as JsonObject;
          const request = updateRequestOf(resource);
          const issues = validators[id]?.request.check(request) ?? [];
          // A credential that was given without its secret cannot be sent again (§2.5).
          const others = issues.filter((issue) => !issue.pointer.includes("/credential/"));
          expect([id, others]).toEqual([id, []]);
          expect(request["id"]).toBe(resource["id"]);
          // What it sends is what it has got, but for members that go.
          expect(resource).toMatchObject(request as object);
        }
    }
  });

  it("needs no cast from what a client gives to what it takes", async () => {
    const { directory } = await bundleOf(release, `updates-${release.name}`);
    const file = path.join(directory, "platform.ts");
    writeFileSync(
      file,
      `
      import { BusinessOutcome } from "@proto-gen/runtime/error";
      import type { Client } from "./client.js";
      import { updateRequestOf } from "./updates.js";

      export async function moreOf(client: Client, id: string): Promise<string> {
        const checkout = await client.getCheckout({ id });
        if (checkout instanceof BusinessOutcome) return "none";
        const request = updateRequestOf(checkout);
        const line_items = request.line_items.map((line) => ({ ...line, quantity: line.quantity + 1 }));
        const updated = await client.updateCheckout({ ...request, line_items });
        return updated instanceof BusinessOutcome ? "none" : updated.status;
      }
      `,
    );
    expect(compileProblems({ files: [file], options: HAND_WRITTEN })).toEqual([]);
  });
});

describe("updateRequestOf", () => {
  it("tells resources apart, drops what an update omits at any depth, and changes nothing", async () => {
    const bundle = await bundleOf(ownRelease, `updates-${ownRelease.name}`);
    const updateRequestOf = await updateRequestOfIn(bundle);
    const line = { id: "1", item: { id: "a", title: "A", price: 5 }, quantity: 2, totals: [] };
    const sent = { id: "1", item: { id: "a" }, quantity: 2 };
    const cart = { proto: {}, id: "c", currency: "USD", line_items: [line], totals: [] };
    const checkout = {
      ...cart,
      id: "s",
      status: "incomplete",
      links: [],
      payment: { handlers: [] },
    };
    const before = structuredClone(checkout);
    expect(updateRequestOf(cart)).toEqual({ id: "c", line_items: [sent] });
    expect(updateRequestOf(checkout)).toEqual({
      id: "s",
      currency: "USD",
      line_items: [sent],
      payment: {},
    });
    expect(checkout).toEqual(before);
    expect(() => updateRequestOf({ id: "s" })).toThrow(
      "this resource cannot be updated: expected the members currency, id, line_items",
    );
  });

  it("follows types that lead back to themselves, maps, and what extensions add", async () => {
    const omitted: Json = { type: "string", proto_request: "omit" };
    const addition = {
      type: "object",
      properties: {
        tree: { $ref: "#/$defs/tree" },
        notes: { type: "object", additionalProperties: { $ref: "#/$defs/note" } },
      },
    };
    const entry = {
      allOf: [{ $ref: "https://proto.dev/schemas/2026-11-27/shopping/checkout.json" }, addition],
    };
    const tree = {
      type: "object",
      properties: {
        label: { type: "string" },
        made: omitted,
        below: { type: "array", items: { $ref: "#/$defs/tree" } },
      },
    };
    const note = { type: "object", properties: { text: { type: "string" }, made: omitted } };
    const profile = ownProfile() as { proto: { capabilities: Record<string, Json> } };
    profile.proto.capabilities["com.acme.trees"] = [
      {
        version: "2026-11-27",
        spec: "https://acme.com/trees.html",
        schema: "https://acme.com/trees.json",
        extends: "dev.proto.shopping.checkout",
      },
    ];
    const document: Json = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://acme.com/trees.json",
      $defs: { "dev.proto.shopping.checkout": entry, tree, note },
    };
    const release = memoryRelease("trees", profile as unknown as JsonObject, {
      "https://acme.com/trees.json": document,
    });
    const bundle = await bundleOf(release, "updates-trees");
    const updateRequestOf = await updateRequestOfIn(bundle);
    const leaf = { label: "leaf", made: "yesterday" };
    const resource = {
      ...{ id: "s", currency: "USD", line_items: [], totals: [], status: "incomplete" },
      ...{ links: [], payment: {}, continue_url: "https://a.example/" },
      tree: { label: "root", made: "today", below: [{ ...leaf, below: [leaf] }, leaf] },
      notes: { one: { text: "a", made: "now" }, made: { text: "b" } },
    };
    expect(updateRequestOf(resource)).toMatchObject({
      tree: {
        label: "root",
        below: [{ label: "leaf", below: [{ label: "leaf" }] }, { label: "leaf" }],
      },
      notes: { one: { text: "a" }, made: { text: "b" } },
    });
    expect(JSON.stringify(updateRequestOf(resource))).not.toMatch(/today|yesterday|now/);
    const problems = compileProblems({ files: [path.join(bundle.directory, "updates.ts")] });
    expect(problems).toEqual([]);
  });
});
