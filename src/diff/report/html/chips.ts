/** Counts of changes, a chip a level. In: counts. Out: a list. */

import { html } from "hono/html";
import { LEVELS } from "../../change.js";
import type { Counts } from "../reviewed.js";
import type { Html } from "./html.js";

/** A level that there is none of is there, but hidden: filters may leave some of it. */
export function chips(counts: Counts, ignored = 0): Html {
  const items = LEVELS.map(
    (level) =>
      html`<li data-level="${level}" ${counts[level] === 0 ? "hidden" : ""}>
        ${counts[level]} ${level}
      </li>`,
  );
  const left = ignored === 0 ? "" : html`<li>${ignored} ignored</li>`;
  return html`<ul class="chips">
    ${items}${left}
  </ul>`;
}
