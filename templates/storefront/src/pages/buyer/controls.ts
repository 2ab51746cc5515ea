/** Fields as HTML: each with its label, and with what is wrong with it. */

import { html } from "hono/html";
import type { Problem } from "../backstage.js";
import type { Html } from "../layout.js";
import type { Texts } from "../texts.js";
import type { Field, FieldKind } from "./field.js";

/** In its group, in the order in which the groups first come. */
export function fieldsetsOf(
  fields: readonly Field[],
  problems: readonly Problem[],
  texts: Texts,
): Html[] {
  const groups = new Set(fields.map(({ group }) => group));
  return [...groups].map((group) => {
    const controls = fields.map((field, index) =>
      field.group === group
        ? controlOf(field, idOf(index), { problem: problemsAt(field, problems), texts })
        : "",
    );
    return html`<fieldset>
      <legend>${group}</legend>
      ${controls}
    </fieldset>`;
  });
}

export function idOf(index: number): string {
  return `field-${index}`;
}

function problemsAt({ path }: Field, problems: readonly Problem[]): string {
  return problems
    .filter((problem) => problem.path === path)
    .map(({ content }) => content)
    .join(" ");
}

interface Shown {
  /** What is wrong with it. */
  readonly problem: string;
  readonly texts: Texts;
}

function controlOf(field: Field, id: string, { problem, texts }: Shown): Html {
  const { label, isRequired } = field;
  return html`<div class="field">
    <label for="${id}">${label}${isRequired ? "" : ` (${texts.optional})`}</label>
    ${problem === "" ? "" : html`<p class="problem" id="${id}-problem">${problem}</p>`}
    ${isChosen(field) ? choiceOf(field, id, { problem, texts }) : inputOf(field, id, problem)}
  </div>`;
}

function isChosen({ kind }: Field): boolean {
  return kind === "choice" || kind === "country";
}

const INPUT_TYPES: Partial<Record<FieldKind, string>> = { email: "email", tel: "tel" };

// Whether it is right is said by the server, in words: what a browser says is in none of ours.
function inputOf(field: Field, id: string, problem: string): Html {
  const { path, kind, value, autocomplete, isRequired } = field;
  return html`<input
    id="${id}"
    name="${path}"
    type="${INPUT_TYPES[kind] ?? "text"}"
    value="${value}"
    autocomplete="${autocomplete}"
    aria-required="${String(isRequired)}"
    aria-invalid="${String(problem !== "")}"
    aria-describedby="${problem === "" ? "" : `${id}-problem`}"
    maxlength="200"
  />`;
}

function choiceOf(field: Field, id: string, { problem, texts }: Shown): Html {
  const { path, value, autocomplete, isRequired } = field;
  const options = choicesOf(field).map(({ value: each, label }) =>
    each === value
      ? html`<option value="${each}" selected>${label}</option>`
      : html`<option value="${each}">${label}</option>`,
  );
  return html`<select
    id="${id}"
    name="${path}"
    autocomplete="${autocomplete}"
    aria-required="${String(isRequired)}"
    aria-invalid="${String(problem !== "")}"
    aria-describedby="${problem === "" ? "" : `${id}-problem`}"
  >
    <option value="">${texts.choose}</option>
    ${options}
  </select>`;
}

/** A country that nobody knows stays what it was, for the business to judge. */
function choicesOf({ kind, value, choices }: Field): Field["choices"] {
  const isKnown = value === "" || choices.some((each) => each.value === value);
  return kind === "country" && !isKnown ? [{ value, label: value }, ...choices] : choices;
}
