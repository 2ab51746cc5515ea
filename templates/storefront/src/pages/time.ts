/** A time as HTML: for people what they read, for programs what it is. In: RFC 3339. */

import { html } from "hono/html";
import type { Html } from "./layout.js";
import type { Writing } from "./written.js";

export function timeOf(text: string, { time }: Writing): Html {
  return html`<time datetime="${text}">${time(text)}</time>`;
}

/** The time of day; the date too, where someone points at it. */
export function clockOf(text: string, { clock, time }: Writing): Html {
  return html`<time datetime="${text}" title="${time(text)}">${clock(text)}</time>`;
}
