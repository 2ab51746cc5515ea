/** What `/live.js` is: it takes the sections of the page again whenever the server says that they changed. */

// Parts are compared first: what has not changed keeps its focus and its selection.
export const LIVE_JS = `"use strict";

const note = document.getElementById("live");
let loading = false;
let again = false;

async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  do {
    again = false;
    await load().catch(() => say("The page cannot be loaded. Reload it."));
    if (again) await pause(500);
  } while (again);
  loading = false;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function load() {
  const response = await fetch("/", { headers: { accept: "text/html" } });
  // The shop limits how often it is asked, its own page too.
  if (response.status === 429) {
    again = true;
    return pause(1000 * (Number(response.headers.get("retry-after")) || 1));
  }
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const next of page.querySelectorAll("[data-live]")) {
    const now = document.getElementById(next.id);
    if (now !== null) keepFolds(now, next);
    if (now !== null && now.innerHTML !== next.innerHTML) replace(now, next);
  }
}

// Nothing folds under someone who reads it, or unfolds again: what is there stays as it is.
function keepFolds(now, next) {
  for (const fold of foldsIn(next)) {
    const old = foldIn(now, fold.dataset.key);
    if (old !== undefined) fold.open = old.open;
  }
}

function foldsIn(part) {
  return [...part.querySelectorAll("details[data-key]")];
}

function foldIn(part, key) {
  return foldsIn(part).find((each) => each.dataset.key === key);
}

function replace(now, next) {
  const focused = now.contains(document.activeElement) ? document.activeElement : null;
  now.replaceWith(document.adoptNode(next));
  if (focused !== null) sameIn(next, focused)?.focus({ preventScroll: true });
}

function sameIn(part, focused) {
  if (focused.matches("summary"))
    return foldIn(part, focused.parentElement.dataset.key)?.querySelector("summary");
  const href = focused.getAttribute("href");
  if (href === null) return undefined;
  return [...part.querySelectorAll("a")].find((each) => each.getAttribute("href") === href);
}

function say(text) {
  if (note.textContent !== text) note.textContent = text;
}

const events = new EventSource("/events");
events.addEventListener("message", refresh);
events.addEventListener("error", () => say("Not live: the page waits for the business."));
// What has happened while nobody listened is not told again.
events.addEventListener("open", () => {
  say("Live: the page follows by itself.");
  refresh();
});
`;
