/** Escaped markup: the `html` tag escapes every other value. */

import type { html } from "hono/html";

export type Html = ReturnType<typeof html>;
