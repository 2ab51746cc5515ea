/**
 * The profile that a server publishes, against the schemas of its release (§2.1): generated code has their validators. A
 * profile that breaks them is refused by platforms, which hold it against the same schemas (§5.3).
 */

import { joinPointer } from "../json/json-pointer.js";
import { isObject, own, type Members } from "../json/members.js";
import { entriesOf, findSigningKeyProblems, type RegistryEntry } from "../negotiation/index.js";
import type { Validator } from "../schema/index.js";

/** The validators of a business's profile and of its entries, by the names of entries. */
export interface ProfileValidators {
  /** The validator of the whole profile; absent in a release whose schema does not tell the roles apart. */
  readonly profile?: Validator<unknown>;
  /** The validators of entries of capabilities: of their members, `config` among them (§2.1.2). */
  readonly capabilities: Readonly<Record<string, Validator<unknown>>>;
  /** The validators of entries of payment handlers (§2.1.3). */
  readonly paymentHandlers: Readonly<Record<string, Validator<unknown>>>;
  /** The validators of the `config` of payment handlers whose schema describes it alone. */
  readonly paymentConfigs: Readonly<Record<string, Validator<unknown>>>;
}

/** A place of a profile that breaks a rule. */
export interface ProfileProblem {
  /** JSON Pointer in the profile. */
  readonly pointer: string;
  readonly message: string;
}

/** Thrown by `createServer`, before anything is served. */
export class ProfileInvalid extends TypeError {
  override readonly name: string = "ProfileInvalid";
  readonly code = "PROFILE_INVALID";
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    const list = problems.map(({ pointer, message }) => `${pointer || "the profile"}: ${message}`);
    super(`PROFILE_INVALID: no platform accepts the profile: ${list.join("; ")}`);
    this.problems = problems;
  }
}

export interface PublishedProfile {
  /** The protocol's name: the profile's member. */
  readonly name: string;
  readonly profile: object;
  /** Development: URLs of this machine may be http, which no release's schemas allow. */
  readonly development: boolean;
}

/** Nobody reads more. */
const MAX_PROBLEMS = 20;

/** @throws ProfileInvalid */
export function requireValidProfile(
  published: PublishedProfile,
  validators: ProfileValidators | undefined,
): void {
  const { name, development } = published;
  const given = published.profile;
  const profile = development ? (assumeHttps(given) as object) : given;
  const problems = [
    ...findSigningKeyProblems(profile),
    ...(validators === undefined ? [] : schemaProblems(profile as Members, name, validators)),
  ];
  if (problems.length === 0) return;
  const kept = problems.slice(0, MAX_PROBLEMS);
  throw new ProfileInvalid(kept.map(({ pointer, message }) => ({ pointer, message })));
}

function schemaProblems(
  profile: Members,
  name: string,
  validators: ProfileValidators,
): ProfileProblem[] {
  const whole = problemsAt("", profile, validators.profile);
  const capabilities = entriesBelow(profile, [name, "capabilities"]).flatMap((each) =>
    problemsAt(each.pointer, each.entry, own(validators.capabilities, each.name)),
  );
  const handlers = [
    ...entriesBelow(profile, [name, "payment_handlers"]),
    ...entriesBelow(profile, ["payment", "handlers"]),
  ].flatMap((each) => handlerProblems(each, validators));
  return [...whole, ...capabilities, ...handlers];
}

function handlerProblems(
  { name, entry, pointer }: RegistryEntry,
  { paymentHandlers, paymentConfigs }: ProfileValidators,
): ProfileProblem[] {
  const config = own(paymentConfigs, name);
  return [
    ...problemsAt(pointer, entry, own(paymentHandlers, name)),
    ...(entry["config"] === undefined
      ? []
      : problemsAt(`${pointer}/config`, entry["config"], config)),
  ];
}

/** The entries of a registry, of either shape (§2.1); none where the profile has no such member. */
function entriesBelow(profile: Members, path: readonly string[]): RegistryEntry[] {
  const value = path.reduce<unknown>(
    (parent, name) => (isObject(parent) ? own(parent, name) : undefined),
    profile,
  );
  return value === undefined ? [] : entriesOf(value, joinPointer("", ...path));
}

/** A missing `config` is accepted, as it is by the generator: releases require it where their own profiles lack it. */
function problemsAt(pointer: string, value: unknown, validator: unknown): ProfileProblem[] {
  if (validator === undefined) return [];
  return (validator as Validator<unknown>)
    .check(value, MAX_PROBLEMS)
    .filter((issue) => !(issue.code === "required" && issue.pointer === "/config"))
    .map((issue) => ({ pointer: `${pointer}${issue.pointer}`, message: issue.message }));
}

const LOOPBACK_HTTP = /^http:(?=\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/]|$))/i;

function assumeHttps(value: unknown): unknown {
  if (typeof value === "string") return value.replace(LOOPBACK_HTTP, "https:");
  if (Array.isArray(value)) return value.map(assumeHttps);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, assumeHttps(each)]));
}
