/** The business's page of a checkout (§3.3), as a buyer's browser uses it: the form is sent as it is shown. */

const MOST_FORMS = 3;

/** @throws where the page places no order, with what it says */
export async function finishOnPage(url: string, checkoutId: string): Promise<void> {
  const page = `${url}/checkout-sessions/${encodeURIComponent(checkoutId)}`;
  let at = page;
  for (let sent = 0; ; sent += 1) {
    const text = await (await fetch(at)).text();
    const form = formIn(text);
    if (sent > 0 && form === undefined) return;
    if (form === undefined || sent === MOST_FORMS) throw new Error(`no order at ${page}: ${text}`);
    at = await sendForm(page, form);
  }
}

/** @returns the page that follows */
export async function sendForm(page: string, form: URLSearchParams): Promise<string> {
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: form,
  });
  const next = response.headers.get("location");
  if (next === null) throw new Error(`${response.status} ${await response.text()}`);
  return new URL(next, page).href;
}

/** The values of the page's one form; undefined where the page has none. */
export function formIn(page: string): URLSearchParams | undefined {
  if (!page.includes("<form")) return undefined;
  const form = new URLSearchParams();
  for (const [tag] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name !== undefined) form.set(name, attribute(tag, "value") ?? "");
  }
  for (const [, tag = "", options = ""] of page.matchAll(
    /(<select\b[^>]*>)([\s\S]*?)<\/select>/g,
  )) {
    const chosen = /<option\b[^>]*\bselected[^>]*>/.exec(options)?.[0] ?? "";
    form.set(attribute(tag, "name") ?? "", attribute(chosen, "value") ?? "");
  }
  return form;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
