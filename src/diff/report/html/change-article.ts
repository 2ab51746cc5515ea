/** One change on the page. */

import { html } from "hono/html";
import type { SourceLocation } from "../../../errors.js";
import { printable } from "../../../text/line.js";
import type { Change, Role } from "../../change.js";
import { operationsOf, positionText, rolePlural, headlineOf } from "../words.js";
import type { Html } from "./html.js";

export function changeArticle(change: Change, roles: readonly Role[]): Html {
  const { rule, level, levels, direction, before, after, fingerprint } = change;
  const id = `c-${printable(fingerprint)}`;
  const { subject, joint, rest } = headlineOf(change);
  return html`<article
    id="${id}"
    aria-labelledby="${id}-what"
    data-level="${level}"
    data-platform="${levels.platform}"
    data-business="${levels.business}"
    data-direction="${direction ?? ""}"
  >
    <div class="change-head">
      <span class="badge" data-level="${level}">${level}</span>
      <h3 id="${id}-what"><code>${printable(subject)}</code>${joint}${printable(rest)}</h3>
      <a class="anchor" href="#${id}" aria-label="Link to this change">#</a>
    </div>
    <dl class="facts">
      ${fact("Rule", html`<code>${printable(rule)}</code>`)}${
        direction === undefined ? "" : fact("In", direction)
      }${operationsFact(change)}${roles.map((role) => fact(capitalized(rolePlural(role)), levels[role]))}
    </dl>
    <dl class="places">
      ${placeOf("Before", before, "not there")}${placeOf("After", after, "gone")}
    </dl>
  </article> `;
}

function operationsFact(change: Change): Html | string {
  const operations = operationsOf(change);
  if (operations.length === 0) return "";
  const names = operations.map((name) => html`<code>${printable(name)}</code> `);
  return fact(operations.length === 1 ? "Operation" : "Operations", names);
}

function fact(name: string, value: Html | string | readonly Html[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function placeOf(name: string, place: SourceLocation | undefined, without: string): Html {
  if (place === undefined)
    return html`<div>
      <dt>${name}</dt>
      <dd>${without}</dd>
    </div>`;
  const { pointer = "" } = place;
  return html`<div>
    <dt>${name}</dt>
    <dd>
      <code>${printable(positionText(place))}</code>${
        pointer === "" ? "" : html`<code class="pointer">${printable(pointer)}</code>`
      }
    </dd>
  </div>`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
