/**
 * Platforms: the interface through which their profiles are obtained, by the URL that a call names (§5.3), and calls
 * that name no platform.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { Cancellation } from "../time/time.js";
import type { Negotiator, PlatformAgreement } from "../envelope/create-negotiator.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { CapabilityDeclaration } from "../negotiation/registry.js";
import type { Operation } from "../service/operation.js";
import type { PlatformViews } from "./platform-views.js";

export interface PlatformProfile {
  readonly url: string;
  readonly profile: unknown;
  /** Changes whenever the content does: an entity tag, or a hash. */
  readonly identity: string;
}

export interface PlatformProfiles {
  /**
   * @throws ProtocolError `invalid_profile_url`, `profile_unreachable`, `profile_malformed`, `profile_not_trusted`
   */
  get(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
  /**
   * Like `get`, but fetches the profile again, for a key that the cached one lacks (§5.4). Limited to one fetch per
   * short period, since anyone can name a key.
   */
  refresh?(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
}

/**
 * Accepts only the given platforms, by profile URL (§7, `profile_not_trusted`). Fetches nothing.
 * @example
 * ```ts
 * import { approvedPlatforms } from "@proto-gen/runtime/server";
 *
 * const agent = { proto: { version: "2026-11-27", capabilities: {} } };
 * const platforms = approvedPlatforms({ "https://agent.example/profile.json": agent });
 * const { signal } = new AbortController();
 * (await platforms.get("https://agent.example/profile.json", { signal })).profile === agent; // true
 * await platforms.get("https://other.example/profile.json", { signal }); // throws ProtocolError
 * ```
 */
export function approvedPlatforms(profiles: Readonly<Record<string, object>>): PlatformProfiles {
  const known = new Map(Object.entries(profiles));
  return {
    get(url) {
      const profile = known.get(url);
      return profile === undefined
        ? Promise.reject(new ProtocolError("profile_not_trusted"))
        : Promise.resolve({ url, profile, identity: url });
    },
  };
}

interface UnnamedPlatformOptions {
  /** The protocol's name. */
  readonly name: string;
  readonly agreement: Agreement;
  readonly negotiator: Negotiator;
  readonly views: PlatformViews;
}

/** Limit per request: one with more issues is refused anyway. */
const MOST_ISSUES = 100;

/** @returns the agreement that applies to one request */
export type UnnamedPlatform = (operation: Operation, payload: unknown) => PlatformAgreement;

/**
 * Handles calls that name no platform, in releases whose service documents do not require it. Such a platform has
 * every capability of the business, except extensions whose required members its request lacks.
 */
export function createUnnamedPlatform({
  name,
  agreement: { version, capabilities },
  negotiator,
  views,
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
      (views.request(operation, active)?.check(payload, MOST_ISSUES) ?? []).filter(
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
