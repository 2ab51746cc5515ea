/**
 * Fix: `$id`s that are missing or are not those of their place. In: one release, as lint was given it. Out: the files
 * with other texts. A fix that would bring an error which was not there before is left out: others may refer to a
 * document by the `$id` that it has.
 */

import { isObject } from "../json-schema/keywords.js";
import type { Finding } from "../findings/finding.js";
import { isServiceDocument } from "../load/release-profile.js";
import { readRelease, type ReleaseDocument, type ReleaseFile } from "../load/release.js";
import { insertMember, replaceStrings } from "../text/edit-json.js";
import { lintFiles, type LintedRelease } from "./lint.js";

export async function fixRelease(input: LintedRelease): Promise<ReleaseFile[]> {
  const proposed = proposals(input);
  if (proposed.length === 0) return [];
  const before = (await lintFiles(input)).findings;
  if (await isSafe(input, proposed, before)) return proposed;
  const safe: ReleaseFile[] = [];
  for (const each of proposed) {
    if (await isSafe(input, [...safe, each], before)) safe.push(each);
  }
  return safe;
}

function proposals({ directory, files }: LintedRelease): ReleaseFile[] {
  const { release } = readRelease(
    directory,
    files.filter(({ path }) => path.endsWith(".json")),
    directory,
  );
  // Where no document says it, nothing tells where the release is published.
  if (!release.prefix.startsWith("https://")) return [];
  return release.documents.flatMap((document) => {
    const text = withOwnId(document);
    return text === undefined || text === document.text
      ? []
      : [{ path: document.path, bytes: new TextEncoder().encode(text) }];
  });
}

function withOwnId({ root, text, fileUri: place }: ReleaseDocument): string | undefined {
  if (!isObject(root)) return undefined;
  const { $id, $schema } = root;
  if (typeof $id === "string") return replaceStrings(text, [{ pointer: "/$id", value: place }]);
  if ($id !== undefined || isServiceDocument(root)) return undefined;
  return insertMember(
    text,
    { name: "$id", value: place },
    typeof $schema === "string" ? "$schema" : undefined,
  );
}

async function isSafe(
  input: LintedRelease,
  fixed: readonly ReleaseFile[],
  before: readonly Finding[],
): Promise<boolean> {
  const byPath = new Map(fixed.map((each) => [each.path, each]));
  const files = input.files.map((file) => byPath.get(file.path) ?? file);
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  const { findings } = await lintFiles({ ...input, files });
  return findings.every(
    ({ severity, fingerprint, rule }) =>
      severity !== "error" || known.has(fingerprint) || rule.startsWith("id-"),
  );
}
