/** A whole document around what a page says. */

import { html } from "hono/html";

/** Escaped already. What is put into `html` is escaped unless it is this. */
export type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  /** The business's name, in the header of each page. */
  readonly business: string;
  readonly main: Html;
  /** Follows the business live, where there is JavaScript. */
  readonly isLive?: boolean;
}

/** An icon of no bytes: browsers ask for one, and nothing answers. */
export function documentOf({ title, business, main, isLive = false }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - ${business}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        ${isLive ? html`<script src="/live.js" defer></script>` : ""}
      </head>
      <body>
        <header><p>${business}</p></header>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html>`;
}
