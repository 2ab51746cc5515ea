/** What `/style.css` is. Colors have a contrast of 4.5 to 1 at least (WCAG 2.2 §1.4.3), dark and light. */

export const STYLE_CSS = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --soft: light-dark(#4b5563, #b3bac4);
  --page: light-dark(#ffffff, #14171a);
  --card: light-dark(#f3f5f7, #1f2429);
  --line: light-dark(#8a94a0, #6b7682);
  --link: light-dark(#0b57a4, #8ec5ff);
  --strong: light-dark(#0b57a4, #0b57a4);
  --wrong: light-dark(#a30d1b, #ffa3a8);
  --good: light-dark(#0c6b3a, #0c6b3a);
  --warn: light-dark(#8a4b00, #8a4b00);
  --bad: light-dark(#a30d1b, #a30d1b);
  --plain: light-dark(#4b5563, #4b5563);
}

* {
  box-sizing: border-box;
  min-width: 0;
}

/* Lines of a buyer's page are as long as lines are read well; tables take the room that there is. */
body {
  margin: 0 auto;
  max-width: 42rem;
  padding: 0 1rem 4rem;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}

.status {
  max-width: 96rem;
}

header p {
  margin: 1rem 0 0;
  color: var(--soft);
}

h1 {
  margin: 0.25rem 0 1rem;
  line-height: 1.2;
}

h2,
h3,
h4 {
  margin: 1.5rem 0 0.5rem;
  line-height: 1.3;
}

h3,
h4 {
  margin-top: 0.75rem;
  font-size: 1rem;
}

a {
  color: var(--link);
}

:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
}

code {
  font: 0.9em ui-monospace, monospace;
}

/* Text of others: its direction is its own. */
li,
dd,
td,
th,
code,
span {
  unicode-bidi: isolate;
}

small,
time {
  color: var(--soft);
}

article {
  padding: 0.25rem 1rem 0.75rem;
  background: var(--card);
  border-radius: 0.5rem;
}

/* As many columns as there is room for; a card is as tall as what it says. */
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
  gap: 1rem;
  align-items: start;
}

summary {
  padding: 0.25rem 0;
  cursor: pointer;
}

article p,
article ul,
article ol {
  margin: 0.5rem 0;
}

.log {
  padding: 0;
  list-style: none;
}

.log li {
  padding: 0.75rem 0;
  border-top: 1px solid var(--line);
}

.log p {
  margin: 0;
}

/* One line: a mark for each status, and a name for the current one. */
.machine {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  margin: 0.5rem 0;
  padding: 0;
  list-style: none;
}

.machine li {
  flex: none;
  width: 0.9rem;
  height: 0.9rem;
  border: 2px dotted var(--line);
  border-radius: 50%;
}

.machine .next {
  border-style: solid;
  border-color: var(--link);
}

.badge,
.machine [aria-current] {
  width: auto;
  height: auto;
  padding: 0 0.5rem;
  color: #ffffff;
  background: var(--plain);
  border: 0;
  border-radius: 0.35rem;
  white-space: nowrap;
}

.badge.good,
.machine .good {
  background: var(--good);
}

.badge.warn,
.machine .warn {
  background: var(--warn);
}

.badge.bad,
.machine .bad {
  background: var(--bad);
}

/* Said aloud, not shown. */
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

.id {
  display: inline-block;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  line-height: 1.6;
  white-space: nowrap;
  vertical-align: top;
}

.acts {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin: 0.75rem 0 0.25rem;
}

.acts button {
  width: auto;
  padding: 0.25rem 0.75rem;
}

.take {
  margin: 1rem 0;
}

.amounts {
  margin: 0.75rem 0;
  padding: 0;
  list-style: none;
}

.amounts small {
  display: block;
}

.amounts li > span:last-child,
.amounts dd {
  flex: none;
  max-width: 60%;
  text-align: end;
}

.amounts li,
.amounts div {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
}

.amounts dd {
  margin: 0;
}

.amounts .sum {
  border-top: 1px solid var(--line);
  font-weight: bold;
}

.links {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  padding: 0;
  list-style: none;
}

.links a {
  display: inline-block;
  padding: 0.25rem 0;
}

table {
  width: 100%;
  border-collapse: collapse;
}

caption {
  color: var(--soft);
  text-align: start;
}

th time,
.status td[data-label="Answer"] {
  white-space: nowrap;
}

th,
td {
  padding: 0.4rem 0.75rem 0.4rem 0;
  border-top: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
}

td ul {
  margin: 0;
  padding-inline-start: 1rem;
}

@media (min-width: 44.01rem) {
  .status td[data-label="Call"] {
    max-width: 40rem;
  }
}

@media (max-width: 44rem) {
  table,
  caption,
  tbody,
  tr,
  tbody th,
  tbody td {
    display: block;
  }

  thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  tr {
    padding: 0.5rem 0;
    border-top: 1px solid var(--line);
  }

  tbody th,
  tbody td {
    padding: 0;
    border: 0;
  }

  /* One after the other: a table of fifty rows is long enough. */
  tbody td {
    display: inline-block;
    max-width: 100%;
    margin-inline-end: 1rem;
  }

  tbody td::before {
    content: attr(data-label) ": ";
    color: var(--soft);
  }
}

fieldset {
  margin: 1rem 0;
  padding: 0.5rem 1rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
}

legend {
  font-weight: bold;
}

.field {
  margin: 0.75rem 0;
}

label {
  display: block;
}

input,
select,
button {
  width: 100%;
  padding: 0.6rem;
  color: inherit;
  background: var(--page);
  border: 1px solid var(--line);
  border-radius: 0.35rem;
  font: inherit;
}

[aria-invalid="true"] {
  border: 2px solid var(--wrong);
}

.notice {
  margin: 1rem 0 0.5rem;
}

button {
  color: #ffffff;
  background: var(--strong);
  border-color: var(--strong);
  font-weight: bold;
  cursor: pointer;
}

.problem,
.problems,
.problems a {
  color: var(--wrong);
}

.problem {
  margin: 0;
}

.problems {
  padding: 0 1rem;
  border: 2px solid var(--wrong);
  border-radius: 0.5rem;
}

.problems h2 {
  margin-top: 0.75rem;
  font-size: 1.25rem;
}

/* Nobody has done anything wrong: there is one more step. */
.problems.next,
.problems.next a {
  color: var(--text);
  border-color: var(--line);
}
`;
