/**
 * Examples of explanations, run. In: an example. Out: what its command says, in a copy of the release that
 * the examples are of, changed as the example has it.
 */

import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import type { Example } from "../../src/findings/explanation.js";
import { put, temporaryDirectory } from "../write/temporary.js";
import { runTool, type RunResult } from "./release.js";

const RELEASE = fileURLToPath(new URL("../explain/release/", import.meta.url));

export interface ExampleRun extends RunResult {
  /** Of errors and warnings. */
  readonly codes: readonly string[];
}

/** @param run the command, where the example is a file */
export async function runExample(example: Example, run: string): Promise<ExampleRun> {
  const directory = temporaryDirectory();
  cpSync(RELEASE, directory, { recursive: true });
  if ("text" in example) put(directory, example.file, example.text);
  if ("json" in example) put(directory, example.file, changed(directory, example));
  const result = await runIn(directory, "command" in example ? example.command : run);
  // What lint finds is what was asked of it, and so stands on stdout.
  const codes = [
    ...result.err.matchAll(/^(?:warning: )?([A-Z][A-Z_]+): /gm),
    ...result.out.matchAll(/^(?:error|warning|note) ([A-Z][A-Z_]+): /gm),
  ];
  return { ...result, codes: codes.map(([, code = ""]) => code) };
}

/** One command after the other, as they are typed: of the ones before, each has to be done. */
async function runIn(directory: string, line: string): Promise<RunResult> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    let result: RunResult = { code: 0, out: "", err: "" };
    for (const command of line.split(" && ")) {
      if (result.code !== 0) throw new Error(result.err);
      const [tool, ...args] = command.split(" ");
      if (tool !== "proto-gen") throw new Error(`${command} is no command of the tool`);
      result = await runTool(args);
    }
    return result;
  } finally {
    process.chdir(before);
  }
}

/** The file with the example's value at its place. */
function changed(
  directory: string,
  { file, at, json }: Extract<Example, { readonly json: Json }>,
): string {
  const original = JSON.parse(readFileSync(path.join(directory, file), "utf8")) as Json;
  return JSON.stringify(replaced(original, parsePointer(at) ?? [], json), null, 2);
}

function replaced(value: Json, [name, ...rest]: readonly string[], json: Json): Json {
  if (name === undefined) return json;
  if (Array.isArray(value))
    return value.map((item: Json, index) =>
      String(index) === name ? replaced(item, rest, json) : item,
    );
  const object = value as JsonObject;
  const member = object[name];
  if (member === undefined && rest.length > 0) throw new Error(`no member ${name} on the way`);
  return { ...object, [name]: replaced(member ?? null, rest, json) };
}
