/** A whole document around what a page says. */

import { html } from "hono/html";

/** Escaped already. What is put into `html` is escaped unless it is this. */
export type Html = ReturnType<typeof html>;

/** An id on one line, cut where there is no room; all of it for who points at it. */
export function idLink(path: string | undefined, id: string): Html {
  const name = html`<code class="id" title="${id}">${id}</code>`;
  return path === undefined ? name : html`<a href="${path}">${name}</a>`;
}

export interface Page {
  readonly title: string;
  /** The business's name, above the heading. */
  readonly business: string;
  readonly main: Html;
  /** Of `main` and `title`; English unless given. */
  readonly language?: string | undefined;
  /** Of the business itself, for those who run it: its name is the heading, and there is room for tables. */
  readonly isStatus?: boolean;
  /** Follows the business live, where there is JavaScript. */
  readonly isLive?: boolean;
}

/** An icon of no bytes: browsers ask for one, and nothing answers. */
export function documentOf(page: Page): Html {
  const { title, business, main, language = "en", isStatus = false, isLive = false } = page;
  const [above, heading] = isStatus ? [title, business] : [business, title];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - ${business}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        ${isLive ? html`<script src="/live.js" defer></script>` : ""}
      </head>
      <body class="${isStatus ? "status" : "buyer"}">
        <header><p>${above}</p></header>
        <main>
          <h1>${heading}</h1>
          ${main}
        </main>
      </body>
    </html>`;
}
