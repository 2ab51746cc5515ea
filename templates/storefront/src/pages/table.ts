/**
 * A table that is a stack of cards where the screen is narrow. Its roles are said aloud: a browser takes them
 * from a table whose rows are laid out as blocks.
 */

import { html } from "hono/html";
import type { Html } from "./layout.js";

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  /** As many cells as columns; the first names its row. */
  readonly rows: readonly (readonly (Html | string | number)[])[];
}

export function tableOf({ caption, columns, rows }: Table): Html {
  const heads = columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`);
  return html`<table role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${heads}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((cells) => rowOf(columns, cells))}
    </tbody>
  </table>`;
}

function rowOf(columns: readonly string[], cells: Table["rows"][number]): Html {
  const data = cells.map((cell, index) =>
    index === 0
      ? html`<th role="rowheader" scope="row" data-label="${columns[0]}">${cell}</th>`
      : html`<td role="cell" data-label="${columns[index]}">${cell}</td>`,
  );
  return html`<tr role="row">
    ${data}
  </tr>`;
}
