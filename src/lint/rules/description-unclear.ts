import { joinPointer, parsePointer } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { LocatedSchema } from "../../load/check-document.js";
import { locateSource } from "../../load/document.js";
import { splitWords } from "../../text/words.js";
import { checkEachSchema } from "../check-schemas.js";
import type { Observation, OwnLintRule } from "../rule.js";

/** Descriptions of a release with a manifest are not judged: nobody can change them any more. */
export const descriptionUnclear: OwnLintRule = {
  id: "description-unclear",
  severity: "warning",
  summary: "A description is neither a sentence nor a noun phrase, or only repeats the name.",
  hint: 'write what it is, as in "Buyer information.", or what is true of it, as in "True if the item can be bought."',
  explanation: {
    text: "A model reads the description of a tool's argument without the schema around it, and a developer reads it above a member of a type. Neither learns anything from a fragment, such as Whose address or Where it goes, nor from the name of the member once more. Releases that are sealed are not judged.",
    wrong: { file: "checkout.json", at: "/properties/buyer/description", json: "Who buys." },
    right: {
      file: "checkout.json",
      at: "/properties/buyer/description",
      json: "Buyer information, such as name and email address.",
    },
  },
  check(context) {
    return context.isSealed ? [] : checkEachSchema(context, context.own, unclear);
  },
};

function unclear({ document, pointer, schema }: LocatedSchema): Observation[] {
  if (!isObject(schema) || typeof schema["description"] !== "string") return [];
  const text = schema["description"].trim();
  const problem = isFragment(text)
    ? "is a fragment"
    : namesOf(pointer, schema["title"]).includes(withoutFillers(text))
      ? "only repeats the name"
      : undefined;
  if (problem === undefined) return [];
  const place = locateSource(document, joinPointer(pointer, "description"));
  return [{ message: `the description ${problem}`, place }];
}

/** Words with which a clause begins that depends on another one. */
const CLAUSE = /^(?:who|whom|whose|what|which|whether|how|why)\b/i;

/** The same, where what the clause depends on may follow behind a comma, or in another sentence. */
const OPEN =
  /^(?:when|where|if|because|unless|until|while|so that|and|or|but|than|that|as|at|by|for|from|in|of|on|to|with|without)\b(?!.*(?:[,:;]|\.\s))/is;

function isFragment(text: string): boolean {
  return CLAUSE.test(text) || OPEN.test(text);
}

const FILLERS = new Set(["a", "an", "the", "this", "its", "of", "object", "value", "field"]);

function withoutFillers(text: string): string {
  return splitWords(text)
    .map((word) => word.toLowerCase())
    .filter((word) => !FILLERS.has(word))
    .join(" ");
}

/** The name of the member or definition that a schema is, and its title. */
function namesOf(pointer: string, title: unknown): readonly string[] {
  const [place, name] = parsePointer(pointer).slice(-2);
  const names = place === "properties" || place === "$defs" ? [name] : [];
  return [...names, title]
    .filter((each) => typeof each === "string")
    .map(withoutFillers)
    .filter((each) => each !== "");
}
