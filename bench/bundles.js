/** Turns a small entry into one JavaScript bundle, the way an application's build would. */
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import standaloneCode from "ajv/dist/standalone/index.js";
import { WORK, writeWork } from "./inputs.js";
import { createAjv } from "./oracle.js";

/** `source` imports by paths relative to `.work`. Returns the bundle's text. */
export function bundle(source, options = {}) {
  const { outputFiles } = buildSync({
    stdin: { contents: source, loader: "ts", resolveDir: WORK },
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    treeShaking: true,
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}

/**
 * What a browser loads at once: the entry and what it imports statically, without what it may load later.
 * Out: the files, and the sources that they are made of.
 */
export function splitBundle(source) {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: source, loader: "ts", resolveDir: WORK },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    outdir: join(WORK, "split"),
    absWorkingDir: WORK,
    metafile: true,
    write: false,
  });
  const names = [Object.keys(metafile.outputs).find((name) => /stdin\.js$/.test(name))];
  for (const name of names) {
    for (const { path, kind } of metafile.outputs[name].imports)
      if (kind === "import-statement" && !names.includes(path)) names.push(path);
  }
  const paths = names.map((name) => resolve(WORK, name));
  return {
    files: outputFiles.filter(({ path }) => paths.includes(path)).map(({ text }) => text),
    sources: names.flatMap((name) => Object.keys(metafile.outputs[name].inputs)),
  };
}

/** The bundle as an importable module. */
export async function importBundle(name, source) {
  const path = writeWork(`${name}.bundle.mjs`, bundle(source));
  return import(pathToFileURL(path).href);
}

/** Entries export `check` and import nothing else, so that tree-shaking can show what it does. */
export function protoGenEntry(out) {
  return `
    import { Checkout } from "${specifier(out, "index.ts")}";
    export const check = (value: unknown) => Checkout.check(value);`;
}

export function zodEntry(out) {
  return `
    import { zCheckout } from "${specifier(out, "zod.gen.ts")}";
    export const check = (value: unknown) => zCheckout.safeParse(value);`;
}

export function ajvStandaloneEntry(schema, name, options = {}) {
  const ajv = createAjv({ ...options, code: { source: true, esm: true } });
  writeWork(`${name}.standalone.js`, standaloneCode.default(ajv, ajv.compile(schema)));
  return `export { validate as check } from "./${name}.standalone.js";\n`;
}

/** An entry that hands on the validator of a composed checkout. */
export function checkoutOf(out) {
  return exporting("Checkout", out, "index.ts");
}

export function exporting(name, out, file) {
  return `export { ${name} } from "${specifier(out, file)}";`;
}

/** How a module in `.work` imports a generated file. */
export function specifier(out, file) {
  return `./${relative(WORK, join(out, file))}`;
}
