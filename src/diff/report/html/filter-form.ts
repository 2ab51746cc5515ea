/** The filter bar. It is hidden until the script shows it. */

import { html } from "hono/html";
import { LEVELS, type ChangeDirection, type Level } from "../../change.js";
import type { ReviewedComparison } from "../reviewed.js";
import { rolePlural, rolesOf } from "../words.js";
import type { Html } from "./html.js";

export function filterForm(comparison: ReviewedComparison): Html {
  const roles = rolesOf(comparison).map((role) => [role, rolePlural(role)] as const);
  const directions = directionsOf(comparison).map((each) => [each, LABELS[each]] as const);
  return html`<form class="filters" id="filters" aria-label="Filters" hidden>
    <label class="visually-hidden" for="text">Text to look for</label>
    <input type="search" name="text" id="text" placeholder="Search (press /)" autocomplete="off" />
    <fieldset>
      <legend class="visually-hidden">Levels</legend>
      ${LEVELS.map(levelBox)}
    </fieldset>
    ${roles.length < 2 ? "" : choice("role", "For", [["", "everyone"], ...roles])}
    ${choice("direction", "In", [["", "everything"], ...directions])}
    <button type="reset">Reset</button>
    <p class="shown" id="shown" role="status"></p>
  </form> `;
}

function levelBox(level: Level): Html {
  return html`<label
    ><input type="checkbox" name="level" value="${level}" checked /> ${level}</label
  >`;
}

function choice(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select name="${name}" id="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </div>`;
}

const LABELS: Readonly<Record<ChangeDirection, string>> = {
  request: "requests",
  response: "responses",
  webhook: "webhooks",
  profile: "profiles",
  schema: "schemas",
};

function directionsOf({ changes }: ReviewedComparison): readonly ChangeDirection[] {
  const present = new Set(changes.map(({ direction }) => direction));
  return (Object.keys(LABELS) as ChangeDirection[]).filter((direction) => present.has(direction));
}
