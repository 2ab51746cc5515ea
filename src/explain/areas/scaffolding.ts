/** Codes of `scaffold`: the user's own module of handlers. */

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
  SCAFFOLD_NOTHING: {
    text: "A handler answers one operation of a service, and the profile leaves none. It declares no service, or all operations of its services are about capabilities that are not active. proto-gen list shows which were left out, and why.",
    source: "§2.1.1",
    run: RUN,
    wrong: NO_SERVICE,
    right: ONE_SERVICE,
  },
  SCAFFOLD_SYNTAX: {
    text: "Handlers are added to your module at a place that is found by reading it, and text that does not parse has no certain places. Nothing was written. The message is the compiler's.",
    run: RUN,
    wrong: moduleOf("", "export const handlers: Handlers = {"),
    right: moduleOf("", "export const handlers: Handlers = {};"),
  },
  SCAFFOLD_NO_PLACE: {
    text: "Handlers go into the one object literal of the module that is typed as Handlers: by annotation, by satisfies, or as what createServer is given. There is none, or there are two, and the tool does not guess. Nothing was written.",
    run: RUN,
    wrong: moduleOf("", "export const handlers = {};"),
    right: moduleOf("", "export const handlers: Handlers = {};"),
  },
  SCAFFOLD_UNKNOWN_SPREAD: {
    text: "A spread may bring any handlers, and one that is there already must not be written again. Its members are read from its type, and this type names none: it has an index signature, or comes from a module that is not there, not installed or not generated yet. Nothing was written.",
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
    text: "A part of your handlers is optional or depends on a condition, so that this handler may be there or not. It is not added: a second one would replace yours. If it is missing at run time, calls of its operation fail.",
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
  SCAFFOLD_GONE: {
    text: "The object has a handler of which no operation of the profile knows: it was removed, renamed or not negotiated. Nothing calls it any more. The tool removes no code of yours.",
    run: RUN,
    wrong: moduleOf("", "export const handlers: Handlers = {", "  async readCheckout() {},", "};"),
    right: moduleOf("", "export const handlers: Handlers = {", "  async getCheckout() {},", "};"),
  },
  SCAFFOLD_PRETTIER: {
    text: "New handlers are formatted by prettier, as the configuration beside your module says. It cannot be read, or has an option that prettier does not take, and so they have prettier's own style. The rest of the module stays as it is either way.",
    run: RUN,
    wrong: { file: ".prettierrc", text: '{ "semi": \n' },
    right: { file: ".prettierrc", text: '{ "semi": false }\n' },
  },
  SCAFFOLD_MISSING: {
    text: "With --check nothing is written, and a module that lacks a handler for an operation of the profile fails: a call of it could not be answered. It is for CI, after a profile has grown.",
    wrong: { command: `${RUN} --check` },
    right: { command: `${RUN} && ${RUN} --check` },
  },
} satisfies Record<keyof typeof SCAFFOLD_CODES, Explanation>;
