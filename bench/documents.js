/**
 * Published JSON documents, found by URL: `https://ucp.dev/x.json` is `<sourceDir>/x.json`.
 * In: the folder and the URL prefix it stands for. Out: `resolve`, which follows one `$ref`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function openDocuments(sourceDir, urlPrefix) {
  const loaded = new Map();

  function load(url) {
    if (!url.startsWith(`${urlPrefix}/`)) throw new Error(`BENCH_FOREIGN_REF: ${url}`);
    if (!loaded.has(url)) {
      loaded.set(
        url,
        JSON.parse(readFileSync(join(sourceDir, url.slice(urlPrefix.length)), "utf8")),
      );
    }
    return loaded.get(url);
  }

  /** The absolute URL of `ref` seen from `base`, the schema there, and the document it stands in. */
  function resolve(ref, base) {
    const url = new URL(ref, base).href;
    const [document, pointer = ""] = url.split("#");
    return { url: pointer ? url : document, document, schema: follow(load(document), pointer) };
  }

  return { load, resolve };
}

function follow(document, pointer) {
  return decodeURIComponent(pointer)
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, token) => value[token], document);
}

/**
 * One short name for each schema URL: the file's stem, or stem and `$defs` key.
 * Two URLs of one name are an error, so that no output depends on the order of visit.
 */
export function createNames() {
  const urlOf = new Map();
  return function nameOf(url) {
    const [document, pointer] = url.split("#");
    const stem = document.split("/").at(-1).replace(".json", "");
    const name = pointer ? `${stem}_${pointer.split("/").at(-1)}` : stem;
    if ((urlOf.get(name) ?? url) !== url) throw new Error(`BENCH_NAME_TAKEN: ${name}, by ${url}`);
    urlOf.set(name, url);
    return name;
  };
}
