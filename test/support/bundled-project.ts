/** A project whose schemas a bundler's plugin generates code from: the one that `docs/guide/first-extension.md` writes. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./documentation.js";
import { outDirectory } from "./published.js";

export interface BundledProject {
  readonly path: string;
  /** The module that bundlers begin with. */
  readonly entry: string;
  file(name: string): string;
  /** The text of a file; empty where there is none. */
  read(name: string): string;
  write(name: string, text: string): void;
  /** Gives the extension's member another maximum length, which the bundle has as a number. */
  limit(length: number): void;
  /** Makes the extension's schema one that does not compose. */
  damage(): void;
  remove(): void;
}

const GIFT = "schemas/gift.json";

const CONFIG = {
  profile: "./profile.json",
  schemas: ["./schemas"],
  emitters: ["validators"],
  code: { language: "js" },
};

/** Bundlers find the runtime in the repository's node_modules. */
export function bundledProject(config: object = CONFIG): BundledProject {
  const parent = path.join(outDirectory, "bundled");
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(path.join(parent, "project-"));
  const file = (name: string): string => path.join(directory, name);
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  };
  const page = filesOf("docs/guide/first-extension.md");
  const schema = page.get(GIFT) ?? "";
  write(GIFT, schema);
  write("profile.json", page.get("profile.json") ?? "");
  write("proto-gen.config.json", JSON.stringify(config, null, 2));
  write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
  write(
    "src/main.js",
    'import { Checkout } from "../generated/index.js";\nconsole.log(Checkout.is({}));\n',
  );
  return {
    path: directory,
    entry: file("src/main.js"),
    file,
    read: (name) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : ""),
    write,
    limit: (length) => write(GIFT, schema.replace('"maxLength": 200', `"maxLength": ${length}`)),
    damage: () => write(GIFT, schema.replace("/shopping/checkout.json", "/shopping/chekout.json")),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** True where the bundle has the rule of the extension's member with this number. */
export function hasLimit(project: BundledProject, length: number): boolean {
  const rule = new RegExp(`"/gift_note", [^\\n]*maxLengthRule\\w*, ${length}\\)`);
  return rule.test(project.read("dist/main.js"));
}
