/** The format `time` of RFC 3339 §5.6. */
import { isSecond, TIME } from "./calendar.js";

const FULL_TIME: RegExp = /* @__PURE__ */ new RegExp(`^${TIME}$`, "i");

export function isTime(value: string): boolean {
  return FULL_TIME.test(value) && isSecond(value, 0);
}
