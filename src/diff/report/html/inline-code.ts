/** The style and script of the page, and the policy with their hashes: both must stay in step, byte for byte. */

import { raw } from "hono/html";
import { sha256Base64 } from "../../../text/sha256.js";
import { FILTER_JS } from "./filter-js.js";
import { STYLE_CSS } from "./style-css.js";

export const STYLE = raw(`<style>${STYLE_CSS}</style>`);
export const SCRIPT = raw(`<script>${FILTER_JS}</script>`);

/** Nothing else may load or run, not even code that slipped into the page. */
export const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE_CSS)}'`,
  `script-src '${hashOf(FILTER_JS)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${sha256Base64(text)}`;
}
