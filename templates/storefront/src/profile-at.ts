/**
 * A business's profile (§2.1), as the shop publishes it: its services at the shop's own address. In: the profile, of whatever protocol. Out: the same with these, and what it says.
 */

import { readFileSync } from "node:fs";
import type { ResponseHandlers } from "@proto-gen/runtime/server";
import { declaredHandlers } from "./generated/commerce.js";

const OWN = new URL("../profile.json", import.meta.url);

type Members = Readonly<Record<string, unknown>>;

export interface ShopProfile {
  /** The protocol's: of the profile's member, of headers and paths. */
  readonly name: string;
  /** For `/.well-known/<name>`, with the keys that the shop has. */
  readonly published: object;
  /** By their names, as answers have them in their envelope. */
  readonly paymentHandlers: ResponseHandlers;
  /** Those of the array form (§2.1.3), which checkouts have in `payment` (§2.5); none in the other form. */
  readonly listedHandlers: readonly object[];
}

/** The `profile.json` of this project. */
export function ownProfile(): object {
  return JSON.parse(readFileSync(OWN, "utf8")) as object;
}

/**
 * @param base without a slash at its end
 * @throws TypeError where no member of the profile is the protocol's
 */
export function profileAt(base: string, given: object): ShopProfile {
  const profile = given as Members;
  const name = protocolName(profile);
  const member = profile[name] as Members;
  const { services } = member;
  const moved = services === undefined ? {} : { services: createMove(base)(services) };
  return {
    name,
    published: { ...profile, [name]: { ...member, ...moved } },
    paymentHandlers: declaredHandlers(member) ?? {},
    listedHandlers: listedBeside(profile),
  };
}

/** @throws TypeError where no member of the profile is the protocol's */
export function protocolName(profile: object): string {
  for (const [name, member] of Object.entries(profile)) {
    if (!isObject(member) || typeof member["version"] !== "string") continue;
    if (member["capabilities"] !== undefined || member["services"] !== undefined) return name;
  }
  throw new TypeError("no member of the profile has a version, and capabilities or services");
}

/** Every `endpoint` below, in whatever shape a registry has: at the shop's address, with the path it has. */
function createMove(base: string): (value: unknown) => unknown {
  const taken = new Map<string, string>();

  // Endpoints at several hosts may have one path; at one host they cannot.
  function moved(endpoint: string): string {
    const wanted = base + new URL(endpoint).pathname.replace(/\/$/, "");
    let url = wanted;
    for (let count = 2; (taken.get(url) ?? endpoint) !== endpoint; count += 1)
      url = `${wanted}/${count}`;
    taken.set(url, endpoint);
    return url;
  }

  return function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      key === "endpoint" && typeof each === "string" ? moved(each) : move(each),
    ]);
    return Object.fromEntries(entries) as object;
  };
}

/** `payment.handlers` beside the protocol's member. */
function listedBeside({ payment }: Members): readonly object[] {
  const handlers = isObject(payment) ? payment["handlers"] : undefined;
  return Array.isArray(handlers) ? handlers.filter(isObject) : [];
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
