/** The format `date-time` of RFC 3339 §5.6, in linear time. */
import { DATE, isDay, isSecond, TIME } from "./calendar.js";

const DATE_TIME: RegExp = /* @__PURE__ */ new RegExp(`^${DATE}t${TIME}$`, "i");

export function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && isDay(value) && isSecond(value, 11);
}
