/** A resource as a platform gets it, before finishers: what they may still add is no fault, and hides none. */

import { requiredRule, validator, type Check, type Operation } from "@proto-gen/runtime/codegen/v1";
import type { PlatformAgreement } from "../../../src/runtime/envelope/create-negotiator.js";
import { describe, expect, it } from "vitest";
import { presentResource } from "../../../src/runtime/server/payloads.js";
import type { CallContext } from "@proto-gen/runtime/server";

const SIGNATURES = "com.example.signatures";
const GIFT = "com.example.gift";

/** Wants members, each of them for a capability, in this order. */
function wanting(members: readonly (readonly [name: string, capability: string])[]): Check {
  return (value, issues) => {
    for (const [name, capability] of members) {
      if (Object.hasOwn(value as object, name)) continue;
      if (issues === undefined) return true;
      const attribution = { "": capability };
      const found = { rule: requiredRule, pointer: `/${name}`, expected: undefined, attribution };
      if (issues.list.push(found) >= issues.limit) return true;
    }
    return false;
  };
}

const signatures = Array.from({ length: 12 }, (_, index) => [`s${index}`, SIGNATURES] as const);

function present(check: Check, resource: object): object {
  const envelope = { name: "proto", member: { version: "2026-11-27" } };
  const operation = { id: "get_thing" } as Operation;
  const platform = { active: new Set([GIFT]), envelope } as unknown as PlatformAgreement;
  const views = {
    unaddressable: () => [],
    request: () => undefined,
    outcome: () => undefined,
    response: () => validator(check),
    project: (_: Operation, __: ReadonlySet<string>, answer: object) => answer,
    envelopeOf: (each: object) => each,
    handlersOf: () => undefined,
    withoutCredentials: (answer: object) => answer,
  };
  const options = { finishers: { [SIGNATURES]: (body: object) => body } };
  const call = { operation, platform, context: {} as CallContext };
  return presentResource(call, resource, views as never, options as never);
}

describe("a resource that is presented before finishers", () => {
  it("may lack what they add, however much that is", () => {
    expect(present(wanting(signatures), { id: 1 })).toMatchObject({ id: 1 });
  });

  it("is refused for a fault behind as many as are told at once", () => {
    const check = wanting([...signatures, ["gift", GIFT]]);
    expect(() => present(check, { id: 1 })).toThrow("is not valid: $.gift is required");
    expect(present(check, { id: 1, gift: 1 })).toMatchObject({ gift: 1 });
  });

  it("is told no more of its faults than any other", () => {
    const gifts = Array.from({ length: 30 }, (_, index) => [`g${index}`, GIFT] as const);
    expect(() => present(wanting([...signatures, ...gifts]), {})).toThrow(/^[^;]*(?:; [^;]*){9}$/);
  });
});
