/** Markup that is escaped already: what is put into `html` is escaped unless it is this. */

import type { html } from "hono/html";

export type Html = ReturnType<typeof html>;
