/** Codes of countries that addresses write with two letters, with three, or by name (§2.3). */

import { cutText } from "@proto-gen/runtime/json";
import { COUNTRY_CODES } from "../country-codes.js";
import { foldedWords } from "./fold.js";

/** ISO 3166-1 alpha-3, which `Intl` does not have, of the countries that prices and limits of sale name. */
const ALPHA_3: Readonly<Record<string, string>> = {
  ...{ USA: "US", CAN: "CA", JPN: "JP", AUT: "AT", BEL: "BE", BGR: "BG", CYP: "CY", DEU: "DE" },
  ...{ EST: "EE", ESP: "ES", FIN: "FI", FRA: "FR", GRC: "GR", HRV: "HR", IRL: "IE", ITA: "IT" },
  ...{ LTU: "LT", LUX: "LU", LVA: "LV", MLT: "MT", NLD: "NL", PRT: "PT", SVN: "SI", SVK: "SK" },
};

const OTHER_NAMES = { "United States of America": "US" };

/** In characters. The text is the caller's, of any length, and is read once for each variant. */
const LONGEST_NAME = 60;

const known = codesByName();

/** ISO 3166-1 alpha-2; a name that nobody knows stays what it is, in capitals; undefined for a blank one. */
export function countryOfName(name = ""): string | undefined {
  const text = foldedName(name);
  return text === "" ? undefined : (known.get(text) ?? text.toUpperCase());
}

export function foldedName(name: string): string {
  return foldedWords(cutText(name, LONGEST_NAME)).join("");
}

function codesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const all = [
    ...COUNTRY_CODES.map((code) => [names.of(code) ?? code, code] as const),
    ...Object.entries({ ...ALPHA_3, ...OTHER_NAMES }),
  ];
  return new Map(all.map(([name, code]) => [foldedName(name), code]));
}
