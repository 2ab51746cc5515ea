/**
 * Small damages of a valid payload, each in its own copy: every member dropped, a wrong type at
 * every path, every string off by one character (which breaks enums, constants, patterns and some
 * formats). In: a JSON value. Out: JSON texts; which of them are invalid is for an oracle to say.
 */
export function mutantsOf(payload) {
  return pathsOf(payload).flatMap((path) => [
    ...(isMember(payload, path) ? [changed(payload, path, drop)] : []),
    changed(payload, path, replaceBy(wrongType)),
    ...(typeof valueAt(payload, path) === "string"
      ? [
          changed(
            payload,
            path,
            replaceBy((text) => `${text}~`),
          ),
        ]
      : []),
  ]);
}

function pathsOf(value, path = []) {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.keys(value).flatMap((key) => pathsOf(value[key], [...path, key]))];
}

function isMember(payload, path) {
  return path.length > 0 && !Array.isArray(valueAt(payload, path.slice(0, -1)));
}

function valueAt(payload, path) {
  return path.reduce((value, key) => value[key], payload);
}

function changed(payload, path, change) {
  const holder = { root: structuredClone(payload) };
  const full = ["root", ...path];
  change(valueAt(holder, full.slice(0, -1)), full.at(-1));
  return JSON.stringify(holder.root);
}

function drop(parent, key) {
  delete parent[key];
}

function replaceBy(replacement) {
  return (parent, key) => {
    parent[key] = replacement(parent[key]);
  };
}

function wrongType(value) {
  if (typeof value === "string") return 7;
  return Array.isArray(value) ? {} : typeof value === "object" && value !== null ? [] : "wrong";
}
