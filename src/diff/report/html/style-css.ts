/** How the page looks. Colors have a contrast of 4.5 to 1 at least (WCAG 2.2 §1.4.3), dark and light. */

export const STYLE_CSS = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --soft: light-dark(#4b5563, #b3bac4);
  --page: light-dark(#ffffff, #14171a);
  --card: light-dark(#f6f7f9, #1c2025);
  --line: light-dark(#d0d5db, #3a424b);
  --field: light-dark(#76808c, #7f8a96);
  --link: light-dark(#0b57a4, #8ec5ff);
  --breaking: light-dark(#a30d1b, #ffa3a8);
  --breaking-back: light-dark(#fdecee, #3d1a1e);
  --dangerous: light-dark(#7a4b00, #ffcf70);
  --dangerous-back: light-dark(#fff4dc, #38290c);
  --safe: light-dark(#17603a, #86dba9);
  --safe-back: light-dark(#e8f6ee, #12301f);
}

[data-theme="light"] {
  color-scheme: light;
}

[data-theme="dark"] {
  color-scheme: dark;
}

* {
  box-sizing: border-box;
  min-width: 0;
}

[hidden] {
  display: none !important;
}

html {
  scroll-padding-top: 5rem;
}

body {
  margin: 0 auto;
  max-width: 72rem;
  padding: 0 1.25rem 4rem;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}

header {
  padding: 2rem 0 0.5rem;
}

#theme {
  float: inline-end;
  margin-inline-start: 1rem;
}

h1 {
  margin: 0 0 1rem;
  font-size: clamp(1.5rem, 1rem + 2.5vw, 2.25rem);
  line-height: 1.2;
}

/* A name is parted only where a line is too short for it. */
h1 span {
  display: inline-block;
  max-width: 100%;
}

.eyebrow {
  margin: 0;
  color: var(--soft);
}

h2 {
  margin: 0;
  font-size: 1.25rem;
  line-height: 1.3;
}

h3 {
  margin: 0;
  font-size: 1rem;
  line-height: 1.4;
}

a {
  color: var(--link);
}

:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
}

code {
  font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}

/* Text of others: its direction is its own. */
code,
dd,
h2,
h3,
li,
span {
  unicode-bidi: isolate;
}

.sides {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 2.5rem;
  margin: 0 0 1rem;
}

.sides div {
  display: flex;
  gap: 0.5rem;
}

dt {
  flex: none;
  color: var(--soft);
}

dd {
  margin: 0;
}

.chips {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.chips li,
.badge {
  padding: 0.1rem 0.65rem;
  border-radius: 1rem;
  color: var(--soft);
  background: var(--card);
  border: 1px solid var(--line);
  font-size: 0.875rem;
  white-space: nowrap;
}

header .chips li {
  padding: 0.25rem 0.9rem;
  font-size: 1rem;
}

[data-level="breaking"] {
  --color: var(--breaking);
  --back: var(--breaking-back);
}

[data-level="dangerous"] {
  --color: var(--dangerous);
  --back: var(--dangerous-back);
}

[data-level="safe"] {
  --color: var(--safe);
  --back: var(--safe-back);
}

.chips li[data-level],
.badge[data-level] {
  color: var(--color);
  background: var(--back);
  border-color: var(--color);
  font-weight: 600;
}

.filters {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.25rem;
  margin: 1rem -1.25rem 0;
  padding: 0.6rem 1.25rem;
  background: var(--page);
  border-block: 1px solid var(--line);
}

.filters label,
.filters div,
.filters fieldset {
  display: flex;
  align-items: center;
  gap: 0.4rem;
  margin: 0;
  padding: 0;
  border: 0;
  white-space: nowrap;
}

.filters fieldset {
  gap: 0.9rem;
}

.filters input[type="search"] {
  flex: 1 1 12rem;
}

input[type="search"],
select,
button {
  padding: 0.35rem 0.6rem;
  color: inherit;
  background: var(--page);
  border: 1px solid var(--field);
  border-radius: 0.35rem;
  font: inherit;
}

input[type="checkbox"] {
  width: 1.1rem;
  height: 1.1rem;
  margin: 0;
  accent-color: var(--link);
}

button {
  cursor: pointer;
}

.shown {
  margin: 0;
  color: var(--soft);
}

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.contents {
  margin: 1.5rem 0 0;
}

.contents ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.contents a {
  display: inline-block;
  padding: 0.15rem 0;
}

section {
  margin-top: 2.5rem;
}

.section-head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  margin-bottom: 0.75rem;
}

article {
  margin-top: 0.75rem;
  padding: 0.8rem 1rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-inline-start: 4px solid var(--color);
  border-radius: 0.4rem;
}

article:target {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}

.change-head {
  display: flex;
  align-items: baseline;
  gap: 0.75rem;
}

.change-head h3 {
  flex: 1;
}

.change-head .anchor {
  color: var(--soft);
  text-decoration: none;
  padding: 0 0.4rem;
}

.facts {
  display: flex;
  flex-wrap: wrap;
  gap: 0.15rem 1.25rem;
  margin: 0.35rem 0 0;
  color: var(--soft);
  font-size: 0.9rem;
}

.facts > div {
  display: flex;
  gap: 0.4rem;
}

.facts dd {
  flex: 1;
  color: var(--text);
}

.places {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0.5rem 1.25rem;
  margin: 0.6rem 0 0;
  padding-top: 0.6rem;
  border-top: 1px solid var(--line);
  font-size: 0.9rem;
}

.places code {
  display: block;
  word-break: break-all;
}

.places .pointer {
  color: var(--soft);
}

.none {
  margin: 2rem 0;
  color: var(--soft);
}

@media (min-width: 48rem) {
  .filters {
    position: sticky;
    top: 0;
    z-index: 1;
  }
}

@media (max-width: 40rem) {
  body {
    padding-inline: 0.9rem;
  }

  .filters {
    margin-inline: -0.9rem;
    padding-inline: 0.9rem;
  }

  .places {
    grid-template-columns: minmax(0, 1fr);
  }

  .change-head {
    flex-wrap: wrap;
  }

  .change-head h3 {
    flex: 1 1 100%;
    order: 1;
  }

  .change-head .anchor {
    margin-inline-start: auto;
  }
}

@media print {
  :root {
    color-scheme: light !important;
  }

  body {
    max-width: none;
    padding: 0;
    font-size: 10pt;
  }

  .filters,
  .contents,
  .anchor,
  #theme {
    display: none !important;
  }

  article {
    break-inside: avoid;
  }

  h2 {
    break-after: avoid;
  }
}
`;
