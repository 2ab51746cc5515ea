/** A field of the buyer's form, and what may be in it. */

import { isEmail } from "@proto-gen/runtime/schema";
import type { Texts } from "../texts.js";

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
export function wrongWith(field: Field, value: string, texts: Texts): string | undefined {
  const { kind, label, isRequired } = field;
  if (value === "") return isRequired ? texts.isMissing(label) : undefined;
  if (value.length > MAX_LENGTH) return texts.isTooLong(label);
  // A line break in a name is a forged line somewhere else.
  if (/\p{Cc}/u.test(value)) return texts.hasOddCharacters(label);
  const { isRight, otherwise } = RULES[kind];
  return isRight(value, field) ? undefined : texts[otherwise];
}

interface Rule {
  isRight(value: string, field: Field): boolean;
  /** The text for what is not right. */
  readonly otherwise: "noEmail" | "noPhone" | "noCountry" | "noChoice";
}

const RULES: Readonly<Record<FieldKind, Rule>> = {
  text: { isRight: () => true, otherwise: "noChoice" },
  email: { isRight: isEmail, otherwise: "noEmail" },
  tel: { isRight: (value) => PHONE.test(value), otherwise: "noPhone" },
  country: { isRight: (value) => /^[A-Z]{2}$/.test(value), otherwise: "noCountry" },
  choice: {
    isRight: (value, { choices }) => choices.some((each) => each.value === value),
    otherwise: "noChoice",
  },
};
