/**
 * Calls that name no platform, in releases whose service documents do not ask for its profile. Such a platform has every
 * capability of the business, except extensions that require members which its request lacks.
 */

import type { Negotiator, PlatformAgreement } from "../envelope/index.js";
import type { Agreement, CapabilityDeclaration } from "../negotiation/index.js";
import type { Operation } from "../service/index.js";
import type { Surfaces } from "./surfaces.js";

export interface UnnamedPlatformOptions {
  /** The protocol's. */
  readonly name: string;
  readonly agreement: Agreement;
  readonly negotiator: Negotiator;
  readonly surfaces: Surfaces;
}

/** Of a request: one with more is refused, whatever is active. */
const MOST_ISSUES = 100;

/** @returns the agreement for one request */
export type UnnamedPlatform = (operation: Operation, payload: unknown) => PlatformAgreement;

export function createUnnamedPlatform({
  name,
  agreement: { version, capabilities },
  negotiator,
  surfaces,
}: UnnamedPlatformOptions): UnnamedPlatform {
  const extensions = capabilities.filter((each) => each.extends.length > 0);

  /** Remembered for each set of extensions that requests do without, under a name that is no URL. */
  function agreementWithout(left: ReadonlySet<string>): PlatformAgreement {
    const kept = capabilities.filter((each) => !left.has(each.name)).map(withoutConfig);
    const identity = { url: ["unnamed without", ...[...left].sort()].join(" "), content: version };
    return negotiator.agreementFor({ [name]: { version, capabilities: kept } }, identity);
  }

  return (operation, payload) => {
    const all = agreementWithout(new Set());
    if (payload === undefined) return all;
    const missing = ({ active }: PlatformAgreement): number =>
      (surfaces.request(operation, active)?.check(payload, MOST_ISSUES) ?? []).filter(
        ({ code }) => code === "required",
      ).length;
    let left: ReadonlySet<string> = new Set();
    let found = all;
    let count = missing(all);
    for (const extension of extensions) {
      if (count === 0) break;
      const without = new Set([...left, extension.name]);
      const fewer = agreementWithout(without);
      const fewerMissing = missing(fewer);
      if (fewerMissing < count) [left, found, count] = [without, fewer, fewerMissing];
    }
    return found;
  };
}

/** The business's own configuration is not the platform's. */
function withoutConfig({ name, version, extends: parents }: CapabilityDeclaration): object {
  return { name, version, ...(parents.length === 0 ? {} : { extends: parents }) };
}
