/** A field of the buyer's form, and what may be in it. */

import { isEmail } from "@proto-gen/runtime/schema";

export type FieldKind = "text" | "email" | "tel" | "country" | "choice";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Field {
  /** JSONPath of the member, in one spelling; the control has it as its name. */
  readonly path: string;
  readonly label: string;
  /** Of fields that belong together. */
  readonly group: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** What HTML's `autocomplete` knows it as. */
  readonly autocomplete: string;
  /** What the checkout has already. */
  readonly value: string;
  /** Of a choice, and of a country, whose value may be another all the same. */
  readonly choices: readonly Choice[];
}

const MAX_LENGTH = 200;
/** E.164, once what people write between the digits is gone. */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** As it is kept: without spaces around it, a phone number without what stands between its digits. */
export function normalized({ kind }: Field, sent: string | null): string {
  const value = (sent ?? "").trim();
  if (kind === "tel") return value.replace(/[\s().-]/g, "");
  return kind === "country" ? value.toUpperCase() : value;
}

/** What is wrong with it, for the buyer; undefined where nothing is. */
export function wrongWith(field: Field, value: string): string | undefined {
  if (value === "") return field.isRequired ? `${field.label} is missing.` : undefined;
  if (value.length > MAX_LENGTH) return `${field.label} is too long.`;
  // A line break in a name is a forged line somewhere else.
  if (/\p{Cc}/u.test(value)) return `${field.label} has characters that cannot be there.`;
  return WRONG[field.kind](value, field);
}

const WRONG: Readonly<Record<FieldKind, (value: string, field: Field) => string | undefined>> = {
  text: () => undefined,
  email: (value) => (isEmail(value) ? undefined : "This is no email address: name@example.com."),
  tel: (value) =>
    PHONE.test(value) ? undefined : "This is no phone number with its country: +49 30 123456.",
  country: (value) =>
    /^[A-Z]{2}$/.test(value) ? undefined : "A country is two letters: DE for Germany.",
  choice: (value, { choices }) =>
    choices.some((each) => each.value === value) ? undefined : "Choose one of these.",
};
