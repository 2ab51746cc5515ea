/**
 * Checks the published profile before anything is served: against the generated validators of its release (§2.1),
 * because platforms use the same schemas (§5.3) and would reject an invalid profile, and against what the code was
 * generated for. Platforms negotiate with the profile (§9.6): anything beyond the code would be active for the
 * platform and refused by the server.
 */

import { joinPointer } from "../json/json-pointer.js";
import { isObject, own, type Members } from "../json/members.js";
import { entriesOf, type RegistryEntry, type DeclaredRegistry } from "../negotiation/registry.js";
import { findSigningKeyProblems } from "../profile/signing-key-problems.js";
import type { Validator } from "../schema/validator-interface.js";
import type { Agreement } from "../negotiation/negotiate.js";

/** The validators of a business's profile and of its entries, by entry name. */
export interface ProfileValidators {
  /** Validates the whole profile. Absent in releases whose schema does not distinguish the roles. */
  readonly profile?: Validator<unknown>;
  /** Validate capability entries, including `config` (§2.1.2). */
  readonly capabilities: Readonly<Record<string, Validator<unknown>>>;
  /** Validate payment handler entries (§2.1.3). */
  readonly paymentHandlers: Readonly<Record<string, Validator<unknown>>>;
  /** Validate only the `config` of payment handlers, if that is all their schema describes. */
  readonly paymentConfigs: Readonly<Record<string, Validator<unknown>>>;
}

/** A place in a profile that breaks a rule. */
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
    super(`PROFILE_INVALID: platforms would reject the profile: ${list.join("; ")}`);
    this.problems = problems;
  }
}

export interface PublishedProfile {
  /** The profile's member, which is the protocol's name. */
  readonly name: string;
  readonly profile: object;
  /** Allows http URLs of this machine, which no release's schema does. */
  readonly development: boolean;
}

/** More would not be read. */
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

/** The entries of a registry of either shape (§2.1). Empty if the profile has no such member. */
function entriesBelow(profile: Members, path: readonly string[]): RegistryEntry[] {
  const value = path.reduce<unknown>(
    (parent, name) => (isObject(parent) ? own(parent, name) : undefined),
    profile,
  );
  return value === undefined ? [] : entriesOf(value, joinPointer("", ...path));
}

/** Accepts a missing `config`, as the generator does: releases require it, but their own profiles lack it. */
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

/** A published capability, or version of one, that was not generated. */
interface NotGenerated {
  readonly name: string;
  readonly version: string;
  /** The version that code was generated for. Undefined if no code was generated for the capability. */
  readonly generated: string | undefined;
  /** JSON pointer in the profile. */
  readonly pointer: string;
}

/** Thrown by `createServer`, before anything is served. */
export class ProfileNotGenerated extends TypeError {
  override readonly name: string = "ProfileNotGenerated";
  readonly code = "PROFILE_NOT_GENERATED";
  /** In the order of the profile. Empty if only the protocol's version differs. */
  readonly capabilities: readonly NotGenerated[];

  constructor(why: readonly string[], capabilities: readonly NotGenerated[]) {
    super(
      `PROFILE_NOT_GENERATED: the code was not generated for what the profile publishes: ${why.join("; ")}. ` +
        "Remove it from the profile, or run proto-gen again with this profile; " +
        "it generates one version per capability, the highest that can be active.",
    );
    this.capabilities = capabilities;
  }
}

/**
 * @param name the profile's member, which is the protocol's name
 * @param published the profile's registry; it may have less than was generated
 * @throws ProfileNotGenerated
 */
export function requireGenerated(
  name: string,
  agreement: Agreement,
  published: DeclaredRegistry,
): void {
  const generated = new Map(agreement.capabilities.map((each) => [each.name, each.version]));
  const unknown = published.capabilities
    .filter((each) => generated.get(each.name) !== each.version)
    .map((each) => ({
      name: each.name,
      version: each.version,
      generated: generated.get(each.name),
      pointer: joinPointer("", name) + each.pointer,
    }));
  const why = [
    ...(published.version === agreement.version ? [] : [versionText(agreement, published)]),
    ...unknown.map(notGeneratedText),
  ];
  if (why.length > 0) throw new ProfileNotGenerated(why, unknown);
}

function versionText(agreement: Agreement, published: DeclaredRegistry): string {
  return `protocol ${published.version} (generated for ${agreement.version})`;
}

function notGeneratedText({ name, version, generated, pointer }: NotGenerated): string {
  const instead = generated === undefined ? "" : ` (generated in ${generated})`;
  return `${name} ${version} at ${pointer}${instead}`;
}
