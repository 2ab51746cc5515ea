/** The credentials that tokens stand for (§2.10), and their validation. */

import { isObject, own, type Members } from "../json/members.js";

/** A credential of any kind, which may have further members. */
export interface SourceCredential {
  /** `card`, or a kind that the tokenizer's specification describes. */
  readonly type: string;
}

export interface CardCredential extends SourceCredential {
  readonly type: "card";
  readonly card_number_type?: "fpan" | "dpan" | "network_token" | undefined;
  readonly number: string;
  /** 1 to 12. */
  readonly expiry_month?: number | undefined;
  /** Four digits. */
  readonly expiry_year?: number | undefined;
  readonly cvc?: string | undefined;
}

/** Returns the names of invalid members of a credential. The caller reads them, so never return values. */
export type CredentialCheck = (credential: SourceCredential) => readonly string[];

/** Short enough for a database column, and without characters to escape. */
const KIND = /^[\w.-]{1,64}$/;

export function isSourceCredential(value: unknown): value is SourceCredential {
  if (!isObject(value)) return false;
  const type = own(value, "type");
  if (typeof type !== "string" || !KIND.test(type)) return false;
  return type !== "card" || wrongMembers(value, CARD_SHAPE).length === 0;
}

export function isCard(credential: SourceCredential): credential is CardCredential {
  return credential.type === "card" && isSourceCredential(credential);
}

type Rule = (value: unknown) => boolean;

/** As in the protocol's schema: what a tokenizer may return. */
const CARD_SHAPE: Readonly<Record<string, Rule>> = {
  card_number_type: optional((value) => NUMBER_TYPES.has(value)),
  number: (value) => typeof value === "string" && value !== "",
  expiry_month: optional(Number.isInteger),
  expiry_year: optional(Number.isInteger),
  cvc: optional((value) => typeof value === "string"),
};

/** Plausible cards: ISO/IEC 7812 numbers have 8 to 19 digits. */
const CARD_RULES: Readonly<Record<string, Rule>> = {
  ...CARD_SHAPE,
  number: digits(8, 19),
  expiry_month: optional((value) => isWithin(value, 1, 12)),
  expiry_year: optional((value) => isWithin(value, 1_000, 9_999)),
  cvc: optional(digits(3, 4)),
};

const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["fpan", "dpan", "network_token"]);

/** Checks a card. Does not verify the check digit: that is up to the issuer. */
export function checkCard(credential: SourceCredential): readonly string[] {
  return wrongMembers(credential as unknown as Members, CARD_RULES);
}

function wrongMembers(object: Members, rules: Readonly<Record<string, Rule>>): readonly string[] {
  return Object.entries(rules).flatMap(([name, rule]) => (rule(own(object, name)) ? [] : [name]));
}

function optional(rule: Rule): Rule {
  return (value) => value === undefined || rule(value);
}

function digits(least: number, most: number): Rule {
  const pattern = new RegExp(`^[0-9]{${least},${most}}$`);
  return (value) => typeof value === "string" && pattern.test(value);
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
