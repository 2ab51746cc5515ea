/** What platforms have asked, as it came, and what was wrong with it. */

import { html } from "hono/html";
import type { Html } from "../layout.js";
import type { RequestRow } from "../rows.js";
import { tableOf } from "../table.js";
import { clockOf } from "../time.js";
import type { Writing } from "../written.js";

/** A request can be wrong in a thousand places. */
const MAX_ISSUES = 20;

/** More than these are folded, so that what comes after them is not far. */
const UNFOLDED = 10;

export function requestsOf(requests: readonly RequestRow[], writing: Writing): Html {
  const latest = requests.slice(0, UNFOLDED);
  const earlier = requests.slice(UNFOLDED);
  const rest = html`<details data-key="earlier">
    <summary>Earlier requests (${earlier.length})</summary>
    ${rowsOf("Earlier, in UTC", earlier, writing)}
  </details>`;
  return html`${rowsOf("The newest first, in UTC", latest, writing)}
  ${earlier.length === 0 ? "" : rest}`;
}

function rowsOf(caption: string, requests: readonly RequestRow[], writing: Writing): Html {
  return tableOf({
    caption,
    columns: ["Time", "Call", "Answer", "Issues"],
    rows: requests.map((request) => [
      clockOf(request.time, writing),
      callOf(request),
      answerOf(request),
      issuesOf(request),
    ]),
  });
}

function callOf({ method, path, operation, platform }: RequestRow): Html {
  const call = `${method} ${path}`;
  return html`<code class="id" title="${call}">${call}</code> ${operation ?? ""}
    ${platform === undefined ? "" : html`<small>of ${platform}</small>`}`;
}

function answerOf({ status, code, duration }: RequestRow): Html {
  return html`<strong class="badge ${toneOf(status)}">${status}</strong> ${code ?? ""}
    <small>${Math.round(duration)} ms</small>`;
}

function toneOf(status: number): "good" | "plain" | "warn" | "bad" {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "plain" : "good";
}

function issuesOf({ issues = [] }: RequestRow): Html | string {
  if (issues.length === 0) return "none";
  const items = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`);
  const more = issues.length - items.length;
  return html`<ul>
    ${items}${more > 0 ? html`<li>and ${more} more</li>` : ""}
  </ul>`;
}
