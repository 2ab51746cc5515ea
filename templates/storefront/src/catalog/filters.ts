/**
 * The filters of a search (§4.4). The protocol leaves their fields open (§2.11); these are this shop's. All of
 * them must be met, so one that the shop does not know is an error: to leave it out would give the buyer what
 * the filter was to keep out.
 */

import type { SearchFilters } from "../generated/index.js";
import { badRequest, pathOf, refuseOthers } from "./bad-request.js";
import { folded } from "./fold.js";

/** As they are compared: texts folded, and equal for equal filters. */
export interface Filters {
  /** The product is in one of them; undefined: in any. */
  readonly categories: readonly string[] | undefined;
  /** The product has all of them. */
  readonly tags: readonly string[];
  /** Both ends belong to it, in minor units of the currency of the products that are answered. */
  readonly price: PriceFilter;
  /** A variant can be had, or cannot; undefined: either. */
  readonly available: boolean | undefined;
  /** Of each option one of these labels. */
  readonly options: readonly OptionFilter[];
}

interface PriceFilter {
  readonly min: number;
  readonly max: number;
}

interface OptionFilter {
  readonly name: string;
  readonly labels: readonly string[];
}

const KNOWN = ["categories", "tags", "price", "available", "options"];
const PATH = "$.filters";
const MAX_TEXTS = 50;
const MAX_LENGTH = 100;
const MAX_OPTIONS = 20;

/** @throws ProtocolError invalid_request where a filter is not known or has another shape */
export function readFilters(filters: SearchFilters): Filters {
  refuseOthers(filters, KNOWN, PATH);
  const { categories, tags, price = {}, available, options = {} } = filters;
  return {
    categories: categories === undefined ? undefined : texts(categories, `${PATH}.categories`),
    tags: tags === undefined ? [] : texts(tags, `${PATH}.tags`),
    price: readPrice(price),
    available: readAvailable(available),
    options: readOptions(options),
  };
}

function readPrice(price: unknown): PriceFilter {
  const path = `${PATH}.price`;
  if (!isObject(price)) throw badRequest(path, "must be an object with min, max or both");
  refuseOthers(price, ["min", "max"], path);
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = price;
  return { min: minorUnits(min, `${path}.min`), max: minorUnits(max, `${path}.max`) };
}

function readAvailable(available: unknown): boolean | undefined {
  if (available === undefined || typeof available === "boolean") return available;
  throw badRequest(`${PATH}.available`, "must be a boolean");
}

function readOptions(options: unknown): OptionFilter[] {
  const path = `${PATH}.options`;
  if (!isObject(options)) throw badRequest(path, "must be an object of lists of labels");
  const entries = Object.entries(options);
  if (entries.length > MAX_OPTIONS) throw badRequest(path, `must have at most ${MAX_OPTIONS}`);
  return entries
    .map(([name, labels]) => ({ name: folded(name), labels: texts(labels, pathOf(path, name)) }))
    .sort((left, right) => compare(left.name, right.name));
}

/** Each once, in an order that does not depend on the caller's. */
function texts(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_TEXTS)
    throw badRequest(path, `must be a list of 1 to ${MAX_TEXTS} texts`);
  if (!value.every((each) => typeof each === "string" && each.length <= MAX_LENGTH))
    throw badRequest(path, `must have texts of at most ${MAX_LENGTH} characters only`);
  return [...new Set(value.map(folded))].sort(compare);
}

function minorUnits(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw badRequest(path, "must be a whole number of minor units, such as cents");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
