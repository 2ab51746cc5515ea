/** Which values of `FACTS` are in force for a profile. */

import { compareVersions } from "@proto-gen/runtime/negotiation";
import { SPECIFICATION_FACTS, type ReleaseFacts } from "@proto-gen/runtime/codegen/generator";
import { FACT_NAMES, FACTS, type FactName, type FactRow } from "./facts.js";

/** The values that a user gives in place of those of the release. */
export type FactOverrides = Readonly<Partial<Record<FactName, string>>>;

export interface ReleaseName {
  /** The protocol's: the member of a profile. */
  readonly protocol: string;
  readonly version: string;
}

export interface FactInForce {
  readonly name: FactName;
  readonly value: string;
  /** Undefined for the protocol's own text. */
  readonly source: string | undefined;
}

/** In the order of the table. */
export function factsInForce(
  release: ReleaseName,
  overrides: FactOverrides = {},
): readonly FactInForce[] {
  return FACT_NAMES.map((name) => {
    const given = overrides[name];
    if (given !== undefined) return { name, value: given, source: `--fact ${name}=${given}` };
    const row = FACTS[name].rows.find((each) => isOf(each, release));
    return { name, value: row?.value ?? SPECIFICATION_FACTS[name], source: row?.source };
  });
}

export function releaseFacts(release: ReleaseName, overrides?: FactOverrides): ReleaseFacts {
  const entries = factsInForce(release, overrides).map(({ name, value }) => [name, value]);
  return Object.freeze(Object.fromEntries(entries) as ReleaseFacts);
}

export function overrideFacts(facts: ReleaseFacts, overrides: FactOverrides = {}): ReleaseFacts {
  return Object.freeze({ ...facts, ...overrides } as ReleaseFacts);
}

function isOf({ protocol, from, until }: FactRow, release: ReleaseName): boolean {
  return (
    protocol === release.protocol &&
    compareVersions(release.version, from) >= 0 &&
    (until === undefined || compareVersions(release.version, until) <= 0)
  );
}
