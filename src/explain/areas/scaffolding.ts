/** Explanations of the codes of `scaffold`, which edits the user's own module. */

import type { SCAFFOLD_CODES } from "../../errors/codes/scaffolding.js";
import { commandLine } from "../commands.js";
import type { Explanation, TextExample } from "../../findings/explanation.js";
import { NO_SERVICE, ONE_SERVICE } from "../no-service.js";

const FILE = "src/business.ts";
const RUN = commandLine("scaffold", "--into ./src/business.ts");
const TYPE = 'import type { Handlers } from "../generated/server.js";';

function moduleOf(...lines: readonly string[]): TextExample {
  return { file: FILE, text: [TYPE, ...lines, ""].join("\n") };
}

export const SCAFFOLDING = {
  SCAFFOLD_NO_OPERATION: {
    text: "A handler responds to one operation of a service, and the profile leaves none. It declares no service, or all operations of its services belong to capabilities that are not active. proto-gen list shows which were left out, and why.",
    source: "§2.1.1",
    run: RUN,
    wrong: NO_SERVICE,
    right: ONE_SERVICE,
  },
  SCAFFOLD_SYNTAX: {
    text: "Handlers are inserted into the syntax tree of your module, and this text does not parse. Nothing was written. The message is the compiler's.",
    run: RUN,
    wrong: moduleOf("", "export const handlers: Handlers = {"),
    right: moduleOf("", "export const handlers: Handlers = {};"),
  },
  SCAFFOLD_HANDLERS_NOT_FOUND: {
    text: "Handlers are added to the one object literal of the module with the type Handlers: by annotation, by satisfies, or as the argument of createServer. There is none, or there are several, and the tool does not guess. Nothing was written.",
    run: RUN,
    wrong: moduleOf("", "export const handlers = {};"),
    right: moduleOf("", "export const handlers: Handlers = {};"),
  },
  SCAFFOLD_UNKNOWN_SPREAD: {
    text: "A spread may contain any handlers, and existing ones must not be written again. Its members are read from its type, and this type names none: it has an index signature, or comes from a module that is missing, not installed or not generated yet. Nothing was written.",
    run: RUN,
    wrong: moduleOf(
      "",
      "declare const others: Record<string, () => never>;",
      "export const handlers: Handlers = { ...others };",
    ),
    right: moduleOf(
      "",
      'declare const others: Pick<Handlers, "getCheckout">;',
      "export const handlers: Handlers = { ...others };",
    ),
  },
  SCAFFOLD_UNCERTAIN: {
    text: "A part of your handlers is optional or depends on a condition, so this handler may or may not exist at run time. It is not added, because a second one would replace yours. If it is missing at run time, calls of its operation fail.",
    run: RUN,
    wrong: moduleOf(
      "",
      "declare const part: { getCheckout?(): never };",
      "export const handlers: Handlers = { ...part };",
    ),
    right: moduleOf(
      "",
      "declare const part: { getCheckout(): never };",
      "export const handlers: Handlers = { ...part };",
    ),
  },
  SCAFFOLD_HANDLER_UNUSED: {
    text: "The object has a handler for an operation that the profile does not have: it was removed, renamed or not negotiated. Nothing calls the handler any more. The tool never removes your code.",
    run: RUN,
    wrong: moduleOf("", "export const handlers: Handlers = {", "  async readCheckout() {},", "};"),
    right: moduleOf("", "export const handlers: Handlers = {", "  async getCheckout() {},", "};"),
  },
  SCAFFOLD_PRETTIER_CONFIG: {
    text: "New handlers are formatted with Prettier, using the configuration of your module. It cannot be read, or has an option that Prettier does not accept, so Prettier's defaults apply. The rest of the module stays unchanged either way.",
    run: RUN,
    wrong: { file: ".prettierrc", text: '{ "semi": \n' },
    right: { file: ".prettierrc", text: '{ "semi": false }\n' },
  },
  SCAFFOLD_MISSING: {
    text: "With --check nothing is written, and the run fails if the module lacks a handler for an operation of the profile, whose calls could not be answered. It is meant for CI, after a profile has grown.",
    wrong: { command: `${RUN} --check` },
    right: { command: `${RUN} && ${RUN} --check` },
  },
} satisfies Record<keyof typeof SCAFFOLD_CODES, Explanation>;
