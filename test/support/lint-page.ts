/** The page of lint, `docs/lint.md`. In: the rules, and what `explain` says of them. Out: its text, as prettier has it. */

import { format } from "prettier";
import { lintCatalog } from "../../src/explain/catalog.js";
import { RULES } from "../../src/lint/rules.js";
import { entryPart, escaped } from "./codes-page.js";

const INTRODUCTION = `# Lint

\`proto-gen lint\` reads a directory of schemas without a profile, and says all that is wrong with it. \`proto-gen explain RULE\`
prints what a rule means. A rule in capitals is a code of the generator as well, which [codes](codes.md) explains: it is
the same check, that goes on after the first mistake.

## What a release is

- A directory with \`draft\` or dates in it holds releases; another one is a release itself. Without a directory it is
  \`./schemas\`. Names that begin with a dot, \`node_modules\`, and links that lead out are passed over.
- Its URL is what stands in front of the file's path in most of its \`$id\`s. What is below that URL is looked for in
  the directory alone; all else in the package and in \`--schemas\`.
- A document with a capability's \`name\` at its root is a capability; its \`version\` may be left to the release. It extends those for which it has an entry in
  \`$defs\`, in the release or in what it refers to.
- A document with \`openapi\` or \`openrpc\` is a service's. Where no operation of it is named after what it does, or its file
  is called \`embedded\`, it is looked at, and not composed.
- A tokenizer's specification (§4.6) is Markdown whose first heading begins with "Specification of the tokenization
  handler", as [the template](../templates/tokenizer/specification.md)'s does, or that is called \`specification.md\` and
  stands beside an OpenAPI document with \`/tokenize\` or \`/detokenize\`. That there is none is no mistake: the protocol's own
  schemas describe what tokenizers have in common.
- A directory with \`manifest.json\`, as \`proto-gen release\` writes it, was released: it is compared with that, and \`--fix\`
  leaves it alone.

Types are composed and checks compiled of the documents that have no error, and refer to none that has one. At most 200
mistakes of a file are said at once.

## Rules

\`--rule RULE=off\`, \`note\`, \`warning\` or \`error\` takes a rule otherwise.
`;

export async function lintPage(): Promise<string> {
  const own = new Map(lintCatalog().map((entry) => [entry.code, entry]));
  const rows = RULES.map(({ id, severity, summary }) => {
    const page = own.has(id) ? "" : "codes.md";
    return `| [${escaped(id)}](${page}#${id.toLowerCase()}) | ${severity} | ${escaped(summary)} |`;
  });
  const table = ["| rule | | what it finds |", "| --- | --- | --- |", ...rows].join("\n");
  const parts = [...own.values()].map((entry) =>
    entryPart(entry, [
      entry.level === "error" ? "An error." : "A warning.",
      `[Its case](../test/lint/${entry.code}).`,
    ]),
  );
  const text = [INTRODUCTION, table, "## Rules of its own", ...parts].join("\n\n");
  return format(text, { parser: "markdown", printWidth: 100 });
}
