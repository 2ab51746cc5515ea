/** Alternating names and values of header fields, as a signature covers them. */

import type { WebHeaders } from "./web.js";

/** Repeated fields have been joined by now: prefer the raw headers if they are known. */
export function headerList(headers: WebHeaders): readonly string[] {
  const list: string[] = [];
  headers.forEach((value, name) => list.push(name, value));
  return list;
}
