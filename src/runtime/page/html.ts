/** Markup in which every value is escaped. */

/** What stands in markup as it is: `html` made it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * The tag of markup. Values are escaped, except for markup of this tag; lists are joined; `false` and `undefined` are
 * nothing. Write attribute values in quotes.
 * @example
 * ```ts
 * import { html } from "@proto-gen/runtime/business";
 *
 * const name = "<Ada>";
 * html`<p>${name}</p>`.text; // "<p>&lt;Ada&gt;</p>"
 * ```
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? textOf(values[index]) : ""))
      .join(""),
  );
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
