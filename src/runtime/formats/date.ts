/** The format `date` of RFC 3339 §5.6. */
import { DATE, isDay } from "./calendar.js";

const FULL_DATE: RegExp = /* @__PURE__ */ new RegExp(`^${DATE}$`);

export function isDate(value: string): boolean {
  return FULL_DATE.test(value) && isDay(value);
}
