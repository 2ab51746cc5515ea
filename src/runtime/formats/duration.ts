/** The format `duration` of RFC 3339 appendix A: `P1Y2M3DT4H5M6S` or `P2W`. */
import { isDigit } from "./characters.js";

const LETTER_P = 80;
const LETTER_T = 84;

export function isDuration(value: string): boolean {
  if (value.charCodeAt(0) !== LETTER_P) return false;
  const dateEnd = componentsEnd(value, 1, "YMD");
  if (value.charCodeAt(dateEnd) === LETTER_T) {
    const end = componentsEnd(value, dateEnd + 1, "HMS");
    return end > dateEnd + 1 && end === value.length;
  }
  const end = dateEnd > 1 ? dateEnd : componentsEnd(value, 1, "W");
  return end > 1 && end === value.length;
}

/**
 * The end of the components at `from`. In the ABNF each unit can only be followed by the next smaller one, so `P1Y2D`
 * and `PT1H2S` are invalid.
 */
function componentsEnd(value: string, from: number, order: string): number {
  let end = from;
  for (let unit = -1; ;) {
    let at = end;
    while (isDigit(value.charCodeAt(at))) at++;
    if (at === end || at === value.length) return end;
    const found = order.indexOf(value.charAt(at));
    if (found < 0 || (end > from && found !== unit + 1)) return end;
    unit = found;
    end = at + 1;
  }
}
