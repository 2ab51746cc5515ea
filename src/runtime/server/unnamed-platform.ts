/**
 * Handles calls that name no platform, in releases whose service documents do not require it. Such a platform has
 * every capability of the business, except extensions whose required members its request lacks.
 */

import type { Negotiator, PlatformAgreement } from "../envelope/create-negotiator.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { CapabilityDeclaration } from "../negotiation/registry.js";
import type { Operation } from "../service/operation.js";
import type { Surfaces } from "./surfaces.js";

export interface UnnamedPlatformOptions {
  /** The protocol's name. */
  readonly name: string;
  readonly agreement: Agreement;
  readonly negotiator: Negotiator;
  readonly surfaces: Surfaces;
}

/** Limit per request: one with more issues is refused anyway. */
const MOST_ISSUES = 100;

/** @returns the agreement that applies to one request */
export type UnnamedPlatform = (operation: Operation, payload: unknown) => PlatformAgreement;

export function createUnnamedPlatform({
  name,
  agreement: { version, capabilities },
  negotiator,
  surfaces,
}: UnnamedPlatformOptions): UnnamedPlatform {
  const extensions = capabilities.filter((each) => each.extends.length > 0);

  /** Cached per set of omitted extensions, under a name that is not a URL. */
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

/** The business's own configuration does not apply to the platform. */
function withoutConfig({ name, version, extends: parents }: CapabilityDeclaration): object {
  return { name, version, ...(parents.length === 0 ? {} : { extends: parents }) };
}
