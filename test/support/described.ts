/** What a release offers, to hold it against another that says the same. In: a release. Out: its operations and payloads. */

import { expect } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { interpret } from "../../src/interpret.js";
import type { Interpretation } from "../../src/interpretation.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Definition } from "../../src/model/node.js";
import { compileSubject, type CompiledValidator } from "../../src/validate/compile-subject.js";
import { mutantsOf } from "./oracle/mutate.js";
import type { Release } from "./published.js";

export interface Described {
  readonly rows: readonly unknown[];
  readonly payloads: ReadonlyMap<string, Definition>;
  readonly input: Interpretation;
}

export async function describeRelease(release: Release): Promise<Described> {
  const input = await interpret(release);
  const operations = input.model.services.flatMap((service) => service.operations);
  const nameOf = (definition: Definition | undefined): string | undefined =>
    definition && input.model.hasType(definition) ? input.model.typeOf(definition).name : undefined;
  return {
    input,
    rows: operations.map(({ id, verb, capability, request, response, rest, mcp }) => [
      ...[id, verb, capability, nameOf(request), nameOf(response)],
      ...[rest?.method, rest?.path, mcp?.tool],
    ]),
    payloads: new Map(
      operations.flatMap(({ id, request, response }) =>
        [["request", request] as const, ["response", response] as const].flatMap(
          ([direction, definition]) =>
            definition === undefined ? [] : [[`${id} ${direction}`, definition] as const],
        ),
      ),
    ),
  };
}

function validatorOf({ input }: Described, definition: Definition): Promise<CompiledValidator> {
  const capabilityOf = (): undefined => undefined;
  return compileSubject({
    ...{ definition, capabilityOf, ownerOf: input.model.ownerOf, attribution: undefined },
  });
}

/** An instance and its mutants. */
function valuesOf(definition: Definition): Json[] {
  const instance = createInstance(definition.node);
  return instance === undefined
    ? []
    : [instance, ...[...mutantsOf(instance)].map(({ value }) => value)];
}

/** Each payload of one has the verdicts of the other's, on an instance and its mutants. */
export async function expectSameVerdicts(before: Described, after: Described): Promise<void> {
  for (const [payload, definition] of before.payloads) {
    const [one, other] = await Promise.all([
      validatorOf(before, definition),
      validatorOf(after, after.payloads.get(payload)!),
    ]);
    const values = valuesOf(definition);
    expect(values.length).toBeGreaterThan(0);
    const verdicts = (check: CompiledValidator): boolean[] =>
      values.map((value) => check(value, 1).length === 0);
    expect(verdicts(other), payload).toEqual(verdicts(one));
  }
}
