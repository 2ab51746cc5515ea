/** Counts of changes, one chip for each level. */

import { html } from "hono/html";
import { LEVELS } from "../../change.js";
import type { Counts } from "../reviewed.js";
import type { Html } from "./html.js";

/** Levels without changes are rendered hidden: filters may give them some. */
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
