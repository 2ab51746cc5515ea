/**
 * The commands of proto-gen that a page tells its reader to type, in the order of the page, with the files that it has the reader write
 * before. A command stands in a block of `sh`, behind `$ ` in a block of `text`, or in the prose as `npx proto-gen …`; a script of a
 * `package.json` is run by its name. What only names a command (`proto-gen mock`) is not for copying.
 */

import { readPage } from "./documentation.js";

export type PageStep =
  | { readonly kind: "file"; readonly name: string; readonly content: string }
  | { readonly kind: "scripts"; readonly scripts: Readonly<Record<string, string>> }
  | { readonly kind: "command"; readonly command: string };

/** A block with the file's name before it, if it has one; or code in the prose. */
const PIECE = /(?:`(\w[\w./-]*\.\w+)`:\n\n)?^```(\w+)\n(.*?)^```$|`(npx proto-gen[^`\n]*)`/gms;

const COMMAND = /^(?:npx )?proto-gen\b|^npm run generate|^npm pkg set scripts\.\w+="proto-gen/;

export function pageSteps(page: string): readonly PageStep[] {
  return [...readPage(page).matchAll(PIECE)].flatMap(([, name, language, code = "", inProse]) => {
    if (inProse !== undefined) return [{ kind: "command", command: inProse } as const];
    if (name !== undefined) return [{ kind: "file", name, content: code } as const];
    if (language === "json") return scriptsOf(code);
    return commandsOf(language === "text" ? promptLines(code) : language === "sh" ? code : "");
  });
}

/** The lines behind `$ `, each with those that continue it. */
function promptLines(code: string): string {
  const joined = code.replaceAll(/\\\n +/g, "").replaceAll(/\|\n +/g, "| ");
  return [...joined.matchAll(/^ +\$ (.*)$/gm)].map(([, line]) => line).join("\n");
}

/** Without what runs beside them: `npm ci && npx proto-gen` is `npx proto-gen`. */
function commandsOf(code: string): readonly PageStep[] {
  return code
    .split(/\n| && /)
    .filter((part) => COMMAND.test(part) || / \| proto-gen /.test(part))
    .map((command) => ({ kind: "command", command }));
}

function scriptsOf(code: string): readonly PageStep[] {
  const { scripts } = JSON.parse(code) as { readonly scripts?: Readonly<Record<string, string>> };
  if (scripts === undefined) return [];
  const commands = Object.keys(scripts).map(
    (name) => ({ kind: "command", command: `npm run ${name}` }) as const,
  );
  return [{ kind: "scripts", scripts }, ...commands];
}
