/** A form that was sent. In: its bytes, and the fields that were asked for. Out: values, and what is wrong. */

import { ProtocolError } from "@proto-gen/runtime/error";
import { readJsonBody, type ServerRequest } from "@proto-gen/runtime/server";
import type { FormValue, Problem } from "../backstage.js";
import type { Texts } from "../texts.js";
import { normalized, wrongWith, type Field } from "./field.js";

const TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset=utf-8)?$/i;
const LIMITS = { maxBytes: 32_768, timeoutMs: 10_000 };

/** @throws ProtocolError unsupported_media_type, content_too_large, request_timeout, request_aborted */
export async function readForm(request: ServerRequest): Promise<URLSearchParams> {
  if (!TYPE.test(request.headers.get("content-type") ?? ""))
    throw new ProtocolError("unsupported_media_type", { content: "This is no form." });
  // As a body that no operation takes: read up to the limit, and not taken for JSON.
  const { bytes } = await readJsonBody(request, "none", LIMITS);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

export interface Filled {
  /** Without those that are empty. */
  readonly values: readonly FormValue[];
  readonly problems: readonly Problem[];
}

/** Only of what was asked for: a form cannot set anything else. */
export function filledOf(form: URLSearchParams, fields: readonly Field[], texts: Texts): Filled {
  const values: FormValue[] = [];
  const problems: Problem[] = [];
  for (const field of fields) {
    const { path } = field;
    const value = normalized(field, form.get(path));
    const content = wrongWith(field, value, texts);
    if (content !== undefined) problems.push({ path, content });
    if (value !== "") values.push({ path, value });
  }
  return { values, problems };
}
