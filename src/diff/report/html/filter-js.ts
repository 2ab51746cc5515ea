/** The script of the page: it shows the filters, and hides the changes that they exclude. */

export const FILTER_JS = `"use strict";

const form = document.getElementById("filters");
const { text, level: levelBoxes, role, direction } = form.elements;
const shown = document.getElementById("shown");
const none = document.getElementById("none");
const theme = document.getElementById("theme");
const sections = [...document.querySelectorAll("main section")];
const changes = [...document.querySelectorAll("main article")].map((element) => ({
  element,
  badge: element.querySelector(".badge"),
  text: element.textContent.toLowerCase(),
  level: element.dataset.level,
}));

function apply() {
  const words = text.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  const levels = [...levelBoxes].filter((box) => box.checked).map((box) => box.value);
  // There is no choice where the report is for one role.
  const chosen = role === undefined ? "" : role.value;
  let count = 0;
  for (const change of changes) {
    const { element, badge } = change;
    // For one role, a change is as grave as it is for that role.
    const level = chosen === "" ? change.level : element.dataset[chosen];
    element.dataset.level = badge.dataset.level = badge.textContent = level;
    element.hidden = !(
      levels.includes(level) &&
      (direction.value === "" || element.dataset.direction === direction.value) &&
      words.every((word) => change.text.includes(word))
    );
    if (!element.hidden) count++;
  }
  sections.forEach(recount);
  none.hidden = count > 0;
  shown.textContent = count + " of " + changes.length + " shown";
}

function recount(section) {
  const left = [...section.querySelectorAll("article:not([hidden])")];
  section.hidden = left.length === 0;
  for (const chip of section.querySelectorAll(".chips li")) {
    const { level } = chip.dataset;
    const number = left.filter((element) => element.dataset.level === level).length;
    chip.textContent = number + " " + level;
    chip.hidden = number === 0;
  }
}

// A link to a change leads to it, whatever the filters leave.
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null || target.closest("[hidden]") === null) return;
  form.reset();
  apply();
  target.scrollIntoView();
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : chosen === "dark";
}

function nameTheme() {
  theme.textContent = isDark() ? "Light colors" : "Dark colors";
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
// The form is as it was before only after the event.
form.addEventListener("reset", () => setTimeout(apply));
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
window.addEventListener("hashchange", reveal);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select")) return;
  event.preventDefault();
  text.focus();
});

form.hidden = theme.hidden = false;
nameTheme();
apply();
reveal();
`;
