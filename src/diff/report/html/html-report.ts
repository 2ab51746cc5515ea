/**
 * A comparison as one HTML file that loads nothing else. Without scripts every change is shown; with them there are
 * filters.
 */

import { html, raw } from "hono/html";
import { printable, type Printable } from "../../../text/line.js";
import type { SideSummary } from "../../change.js";
import { groupChanges, type ChangeGroup } from "../groups.js";
import { countsOf, type ReviewedComparison } from "../reviewed.js";
import { rolesOf, sideText } from "../words.js";
import { changeArticle } from "./change-article.js";
import { chips } from "./chips.js";
import { filterForm } from "./filter-form.js";
import type { Html } from "./html.js";
import { POLICY, SCRIPT, STYLE } from "./inline-code.js";

export function htmlReport(comparison: ReviewedComparison): Printable {
  const { before, after, changes, ignored } = comparison;
  const groups = groupChanges(changes);
  const title = printable(`${sideText(before)} to ${sideText(after)}`);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href="data:," />
        <title>Changes from ${title}</title>
        ${STYLE}
      </head>
      <body>
        <header>
          <button type="button" id="theme" hidden>Dark colors</button>
          <p class="eyebrow">
            ${comparison.role === undefined ? "Changes" : `Changes for a ${comparison.role}`}
          </p>
          <h1>
            <span>${printable(sideText(before))}</span> to
            <span>${printable(sideText(after))}</span>
          </h1>
          <dl class="sides">${side("Before", before)}${side("After", after)}</dl>
          ${changes.length + ignored === 0 ? "" : chips(countsOf(changes), ignored)}
        </header>
        <main>
          ${changes.length === 0 ? "" : filterForm(comparison)}
          ${groups.length < 2 ? "" : contents(groups)}
          ${groups.map((group, index) => section(group, index, comparison))}
          <p class="none" id="none" ${raw(changes.length === 0 ? "" : " hidden")}>
            There are no changes to show.
          </p>
        </main>
        ${changes.length === 0 ? "" : SCRIPT}
      </body>
    </html> `;
  return String(page) as Printable;
}

function side(label: string, { source, version }: SideSummary): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd><code>${printable(source)}</code> ${printable(version)}</dd>
  </div>`;
}

function contents(groups: readonly ChangeGroup[]): Html {
  return html`<nav class="contents" aria-label="Capabilities">
    <ul>
      ${groups.map(
        ({ title, changes }, index) =>
          html`<li><a href="#${sectionId(index)}">${printable(title)}</a> ${changes.length}</li>`,
      )}
    </ul>
  </nav>`;
}

function section(group: ChangeGroup, index: number, comparison: ReviewedComparison): Html {
  const { title, counts, changes } = group;
  const id = sectionId(index);
  const roles = rolesOf(comparison);
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <div class="section-head">
      <h2 id="${id}-title">${printable(title)}</h2>
      ${chips(counts)}
    </div>
    ${changes.map((change) => changeArticle(change, roles))}
  </section> `;
}

/** By number: a name may hold anything. */
function sectionId(index: number): string {
  return `group-${index + 1}`;
}
