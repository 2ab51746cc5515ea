/**
 * A published service document with everything it refers to, so that peers read one file offline.
 * In: the documents and the service's URL. Out: OpenAPI whose external schemas stand under
 * `components.schemas`, otherwise as published.
 */
import { createNames } from "./documents.js";

// At the root of a schema document these name or describe the document, not the values.
const DOCUMENT_KEYWORDS = new Set(["$schema", "$id", "$defs", "name", "version", "embedded"]);

export function bundleOpenApi(documents, serviceUrl) {
  const service = documents.load(serviceUrl);
  const nameOf = createNames();
  const schemas = {};

  function hoist(value, base) {
    if (Array.isArray(value)) return value.map((child) => hoist(child, base));
    if (typeof value !== "object" || value === null) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, hoist(child, base)]),
    );
    if (typeof value.$ref === "string") copy.$ref = define(value.$ref, base);
    return copy;
  }

  function define(ref, base) {
    if (base === serviceUrl && ref.startsWith("#")) return ref;
    const { url, document, schema } = documents.resolve(ref, base);
    const name = nameOf(url);
    if (!(name in schemas)) {
      schemas[name] = null; // reserved before descending: schemas may be recursive
      schemas[name] = hoist(withoutDocumentKeywords(schema), document);
    }
    return `#/components/schemas/${name}`;
  }

  const { schemas: entries, ...components } = service.components;
  for (const { $ref } of Object.values(entries)) define($ref, serviceUrl);
  const { components: _, ...rest } = service;
  return {
    ...hoist(rest, serviceUrl),
    components: { ...hoist(components, serviceUrl), schemas },
  };
}

function withoutDocumentKeywords(schema) {
  if (!("$schema" in schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !DOCUMENT_KEYWORDS.has(key)));
}
