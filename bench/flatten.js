/**
 * The composed checkout response as one flat JSON Schema, the same for every peer.
 * In: the published documents and a profile. Out: a 2020-12 schema with local `$defs`: every
 * `allOf` of objects merged, what the response omits dropped, annotations dropped.
 */
import { conjunction } from "./conjunction.js";
import { createNames } from "./documents.js";

const CHECKOUT = "dev.ucp.shopping.checkout";
const ANNOTATIONS = new Set(
  "$schema $id $defs $comment name version title description default examples readOnly embedded".split(
    " ",
  ),
);

export function flattenCheckout(documents, profile) {
  const expand = (schema) => {
    const target = documents.resolve(schema.$ref);
    return normalize(target.schema, target.document, documents);
  };
  const parts = checkoutRefs(profile).map(($ref) => expand({ $ref }));
  const flat = parts.reduce((left, right) => conjunction(left, right, expand));
  return withLocalDefs(flat, expand);
}

/** The base first, then each extension's `$defs/checkout`, in the profile's order. */
export function checkoutRefs({ ucp: { capabilities } }) {
  const extensions = Object.values(capabilities).filter(([latest]) => latest.extends === CHECKOUT);
  const [base] = capabilities[CHECKOUT];
  return [base.schema, ...extensions.map(([{ schema }]) => `${schema}#/$defs/checkout`)];
}

/** Assertions only, refs absolute, `allOf` merged. Other refs stay refs: they keep identity. */
function normalize(schema, base, documents) {
  const inner = (child) => normalize(child, base, documents);
  const expand = ({ $ref }) => {
    const target = documents.resolve($ref, base);
    return normalize(target.schema, target.document, documents);
  };
  const { allOf = [], ...own } = withoutOmitted(schema);
  const kept = Object.entries(own).filter(([keyword, value]) => isAssertion(keyword, value));
  const flat = Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, normalizeKeyword(keyword, value, inner)]),
  );
  if (flat.$ref) flat.$ref = documents.resolve(flat.$ref, base).url;
  const [first = {}, ...rest] = [...(kept.length ? [flat] : []), ...allOf.map(inner)];
  return rest.reduce((left, right) => conjunction(left, right, expand), first);
}

function isAssertion(keyword, value) {
  if (keyword === "additionalProperties" && value === true) return false;
  return !ANNOTATIONS.has(keyword) && !keyword.startsWith("ucp_");
}

function withoutOmitted(schema) {
  if (!schema.properties) return schema;
  const seen = Object.entries(schema.properties).filter(
    ([, property]) => property.ucp_response !== "omit",
  );
  const properties = Object.fromEntries(seen);
  const required = schema.required?.filter(
    (name) => name in properties || !(name in schema.properties),
  );
  return { ...schema, properties, ...(required && { required }) };
}

function normalizeKeyword(keyword, value, inner) {
  switch (keyword) {
    case "properties":
      return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inner(child)]));
    case "items":
    case "propertyNames":
    case "additionalProperties":
      return typeof value === "boolean" ? value : inner(value);
    case "anyOf":
    case "oneOf":
      return value.map(inner);
    default:
      return value;
  }
}

function withLocalDefs(root, expand) {
  const nameOf = createNames();
  const $defs = {};

  function localize(value) {
    if (Array.isArray(value)) return value.map(localize);
    if (typeof value !== "object" || value === null) return value;
    if (typeof value.$ref === "string") return { $ref: define(value) };
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, localize(child)]));
  }

  function define(reference) {
    const target = expand(reference);
    if (target.$ref) return define(target); // an entry that is only a `$ref` is its target
    const name = nameOf(reference.$ref);
    if (!(name in $defs)) {
      $defs[name] = null; // reserved before descending: schemas may be recursive
      $defs[name] = localize(target);
    }
    return `#/$defs/${name}`;
  }

  const schema = localize(root);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs };
}
