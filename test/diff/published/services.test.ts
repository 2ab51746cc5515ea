/** What the services of 2026-04-08 have that those of 2026-01-23 had not, found by reading the documents of both. */

import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Comparison } from "../../../src/diff/change.js";
import { diff } from "../../../src/diff/compare.js";

const PUBLISHED = process.env["PROTO_GEN_PUBLISHED"];

describe.skipIf(PUBLISHED === undefined)("the services of 2026-01-23 and 2026-04-08", () => {
  let comparison: Comparison;

  beforeAll(async () => {
    const side = (name: string) => ({
      name,
      directory: path.join(PUBLISHED as string, name, "source"),
    });
    comparison = await diff({ before: side("2026-01-23"), after: side("2026-04-08") });
  });

  function subjectsOf(...rules: readonly string[]): string[] {
    return comparison.changes
      .filter(({ rule }) => rules.includes(rule))
      .map(({ subject }) => subject)
      .sort();
  }

  it("have lost no operation, and none has another route", () => {
    expect(subjectsOf("operation-removed", "route-changed", "capability-removed")).toEqual([]);
  });

  it("tell what changed in methods that stand in a schema's document, in a list and then by name", () => {
    const [before, after] = [
      "embedded/methods/1",
      "embedded/methods/ec.fulfillment.address_change_request",
    ];
    const changes = comparison.changes.filter(
      ({ rule, before: from, after: to }) =>
        rule !== "description-changed" &&
        (from?.pointer?.includes(before!) === true || to?.pointer?.includes(after!) === true),
    );
    expect(changes.map(({ rule, level }) => [rule, level])).toEqual([
      ["required-added", "breaking"],
      ["union-branch-added", "dangerous"],
    ]);
  });

  it("tell of no request that nobody sends: an order goes from the business to the platform", () => {
    const requests = comparison.changes.filter(({ direction }) => direction === "request");
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter(({ operations }) => operations.length === 0)).toEqual([]);
    const orders = requests.filter(({ capability }) => capability === "dev.ucp.shopping.order");
    expect(orders).toEqual([]);
  });

  it("have these operations more", () => {
    expect(subjectsOf("operation-added")).toEqual([
      "cancel_cart",
      "create_cart",
      "ec.auth",
      "ec.error",
      "ec.totals.change",
      "ec.window.open_request",
      "ep.cart.auth",
      "ep.cart.buyer.change",
      "ep.cart.complete",
      "ep.cart.error",
      "ep.cart.line_items.change",
      "ep.cart.messages.change",
      "ep.cart.ready",
      "ep.cart.start",
      "get_cart",
      "get_order",
      "get_product",
      "lookup_catalog",
      "search_catalog",
      "update_cart",
    ]);
  });

  it("have these parameters and arguments more and less", () => {
    const messages = comparison.changes
      .filter(({ rule }) => rule === "parameter-added" || rule === "parameter-removed")
      .map(({ message, operations }) => `${message}: ${operations.length}`)
      .sort();
    expect(messages).toEqual([
      "argument auth is new: 1",
      "argument idempotency_key is gone: 1",
      "header content-digest is new: 1",
      "header content-digest is new: 4",
      "header request-signature is gone: 1",
      "header request-signature is gone: 5",
      "header signature is new: 1",
      "header signature is new: 5",
      "header signature-input is new: 1",
      "header signature-input is new: 5",
      "header ucp-agent is new, and required: 1",
      "header ucp-agent is new, and required: 5",
      "header webhook-id is new, and required: 1",
      "header webhook-timestamp is new, and required: 1",
    ]);
  });
});
