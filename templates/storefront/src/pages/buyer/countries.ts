/** The countries of addresses. In: how they are called. Out: what a buyer chooses from, in the order of names. */

import type { Writing } from "../written.js";
import type { Choice } from "./field.js";

/** ISO 3166-1 alpha-2. `Intl` knows what each is called, but has no list of them. */
const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

// Sorting by the rules of a language is dear, and each form has the list.
const lists = new WeakMap<Writing, readonly Choice[]>();

export function countryChoices(writing: Writing): readonly Choice[] {
  const known = lists.get(writing) ?? listOf(writing);
  lists.set(writing, known);
  return known;
}

/** What nobody knows stays as it is. */
export function countryName(writing: Writing, code: string | undefined): string | undefined {
  return countryChoices(writing).find(({ value }) => value === code)?.label ?? code;
}

function listOf({ country, compare }: Writing): readonly Choice[] {
  const choices = CODES.map((value) => ({ value, label: country(value) }));
  return choices.sort((one, other) => compare(one.label, other.label));
}
