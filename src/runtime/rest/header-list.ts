/** Header fields in turn: names and values, as a signature covers them. */

import type { WebHeaders } from "./web.js";

/** Fields that were sent twice are one by now: where they are known as they were sent, take those. */
export function headerList(headers: WebHeaders): readonly string[] {
  const list: string[] = [];
  headers.forEach((value, name) => list.push(name, value));
  return list;
}
