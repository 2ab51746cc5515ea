/**
 * Renders a template: keeps the lines whose conditions hold, and drops the imports that nothing of what is left uses. A condition
 * is a line `//: if NAME`, `//: if !NAME`, with `//: else` and `//: end`; those of one within another hold together.
 */

const MARK = /^\s*(?:\/\/|<!--|#): (if|else|end)(?: (!?)(\w+))?(?: -->)?$/;

const MISPLACED = /(?:\/\/|<!--): (?:if|else|end)\b/;

/** @throws TypeError for a template with a condition that does not end, or that shares its line with anything else */
export function renderTemplate(text: string, holds: (name: string) => boolean): string {
  const open: boolean[] = [];
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    const [, mark, not, name = ""] = MARK.exec(line) ?? [];
    if (mark === "if") open.push(holds(name) !== (not === "!"));
    else if (mark === "else") open.push(open.pop() === false);
    else if (mark === "end") open.pop();
    else if (MISPLACED.test(line)) throw new TypeError(`A condition shares its line: ${line}`);
    else if (open.every(Boolean)) kept.push(line);
  }
  if (open.length > 0) throw new TypeError("A condition of a template does not end.");
  return kept.join("\n");
}

const IMPORT = /^import (?:type )?\{([^}]*)\} from "[^"]+";\n/gm;
/** Comments on lines of their own, which may have the name of an import in them. */
const COMMENT = /^\s*(?:\/\*[\s\S]*?\*\/\s*$|\/\/.*$)/gm;
const DEFAULT_IMPORT = /^import \w+ from "[^"]+";\n/gm;

/** Without the names that the module does not use, and without the imports of which nothing is left. */
export function withoutUnusedImports(module: string): string {
  const body = module.replace(IMPORT, "").replace(DEFAULT_IMPORT, "").replace(COMMENT, "");
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  return module.replace(IMPORT, (statement, names: string) => {
    const all = names.split(",").map((each) => each.trim());
    const used = all.filter((each) => each !== "" && isUsed(/\w+$/.exec(each)?.[0] ?? ""));
    return used.length === 0 ? "" : statement.replace(`{${names}}`, `{ ${used.join(", ")} }`);
  });
}

/** Puts code in the place of `$NAME`, or of a text that is it. Code that has the same characters stays as it is. */
export function fillSlots(module: string, slots: Readonly<Record<string, string>>): string {
  const names = Object.keys(slots).join("|");
  const slot = new RegExp(`"\\$(${names})"|\\$(${names})\\b`, "g");
  return module.replace(slot, (_, quoted?: string, plain = "") => slots[quoted ?? plain] ?? "");
}
