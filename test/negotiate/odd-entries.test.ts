/** Registries of others (§2.1): each odd entry is told and left out, and the sound ones stay. */

import { entriesOf, readRegistry, RegistryError } from "@proto-gen/runtime/negotiation";
import { findExtendsCycles } from "@proto-gen/runtime/codegen/generator";
import type { OddEntry } from "../../src/runtime/negotiation/registry.js";
import { describe, expect, it } from "vitest";

const CHECKOUT = "com.example.checkout";
const GIFT = "com.example.gift";
const WRAP = "com.example.wrap";
const version = "2026-01-01";
const sound = { version };

/** What is read, as `name version`, and what is told, as `name pointer, place: message`. */
function read(capabilities: unknown): { sound: string[]; odd: string[] } {
  const odd: string[] = [];
  const registry = readRegistry({ version, capabilities }, (each) => odd.push(text(each)));
  return { sound: registry.capabilities.map((each) => `${each.name} ${each.version}`), odd };
}

function text({ name, pointer, error }: OddEntry): string {
  expect(error).toBeInstanceOf(RegistryError);
  return `${name ?? "?"} ${pointer}, ${error.pointer}: ${error.message}`;
}

describe("an odd entry is left out", () => {
  it.each<[string, object, string, string]>([
    ["without a version", {}, "/version", "a version"],
    ["of a version that is no date", { version: "1.0" }, "/version", 'found "1.0"'],
    ["of a day that no calendar has", { version: "2026-02-30" }, "/version", "2026-02-30"],
    ["with a parent that is a number", { version, extends: 1 }, "/extends", "found 1"],
    ["with a parent without a domain", { version, extends: [GIFT, "a"] }, "/extends/1", '"a"'],
    ["with a spec that is an object", { version, spec: {} }, "/spec", "a string"],
    ["with a schema that is null", { version, schema: null }, "/schema", "found null"],
    ["with a config that is a list", { version, config: [] }, "/config", "an object"],
  ])("%s, in each shape", (_, entry, member, said) => {
    const shapes: [unknown, string][] = [
      [{ [CHECKOUT]: [sound], [GIFT]: [entry, { version: "draft" }] }, `/capabilities/${GIFT}/0`],
      [{ [CHECKOUT]: [sound], [GIFT]: entry, [WRAP]: sound }, `/capabilities/${GIFT}`],
      [
        [
          { name: GIFT, ...entry },
          { name: CHECKOUT, version },
        ],
        "/capabilities/0",
      ],
    ];
    for (const [capabilities, pointer] of shapes) {
      const found = read(capabilities);
      expect(found.sound).toContain(`${CHECKOUT} ${version}`);
      expect(found.odd).toEqual([
        expect.stringMatching(`^${GIFT} ${pointer}, ${pointer}${member}: expected `) as string,
      ]);
      expect(found.odd[0]).toContain(said);
    }
  });

  it("that is no object", () => {
    for (const odd of ["yes", null, 1, true, ["a"]])
      expect(read([odd, { name: CHECKOUT, version }])).toEqual({
        sound: [`${CHECKOUT} ${version}`],
        odd: [
          expect.stringMatching(/^\? \/capabilities\/0, \/capabilities\/0: expected an object/),
        ],
      });
    expect(read({ [GIFT]: "yes", [CHECKOUT]: ["no", sound] })).toEqual({
      sound: [`${CHECKOUT} ${version}`],
      odd: [
        expect.stringContaining(`${GIFT} /capabilities/${GIFT}, /capabilities/${GIFT}: `),
        expect.stringContaining(`${CHECKOUT} /capabilities/${CHECKOUT}/0, `),
      ],
    });
  });

  it("that has no name, with the name as it is written", () => {
    const capabilities = [{ name: "reviews", version }, { version }, { name: 1, version }];
    expect(read(capabilities).odd.map((each) => each.split(":")[0])).toEqual([
      "reviews /capabilities/0, /capabilities/0/name",
      "? /capabilities/1, /capabilities/1/name",
      "? /capabilities/2, /capabilities/2/name",
    ]);
  });

  it("under a key without a domain, once for all that stands there", () => {
    expect(read({ reviews: [sound, "no", {}], [CHECKOUT]: [sound] })).toEqual({
      sound: [`${CHECKOUT} ${version}`],
      odd: [expect.stringMatching(/^reviews \/capabilities\/reviews, \/capabilities\/reviews: /)],
    });
  });

  it("that is a whole registry", () => {
    for (const capabilities of ["all", 1, null])
      expect(read(capabilities)).toEqual({
        sound: [],
        odd: [expect.stringMatching(/^\? \/capabilities, \/capabilities: expected an object/)],
      });
  });

  it("that repeats a version: the first sound one stays", () => {
    const repeated = [{ version, schema: 1 }, { version, config: { a: 1 } }, { version }];
    const odd: OddEntry[] = [];
    const { capabilities } = readRegistry({ version, capabilities: { [GIFT]: repeated } }, (each) =>
      odd.push(each),
    );
    expect(capabilities).toMatchObject([{ config: { a: 1 } }]);
    expect(odd.map(({ pointer }) => pointer)).toEqual([
      `/capabilities/${GIFT}/0`,
      `/capabilities/${GIFT}/2`,
    ]);
    expect(odd[1]?.error).toMatchObject({
      message: `${GIFT} ${version} is declared twice`,
      hint: "remove one of them, or correct its version",
    });
  });

  it("that a caller refuses, before it stands in the way of a sound one", () => {
    const refused = { version, extends: WRAP, config: { refused: true } };
    const capabilities = {
      [GIFT]: [refused, { version, extends: CHECKOUT }],
      [WRAP]: { version, extends: GIFT },
      [CHECKOUT]: sound,
    };
    const odd: OddEntry[] = [];
    const registry = readRegistry(
      { version, capabilities },
      (each) => odd.push(each),
      ({ config, pointer }) =>
        config?.["refused"] === true ? new RegistryError(`${pointer}/config`, "no") : undefined,
    );
    expect(registry.capabilities.map(({ name }) => name)).toEqual([GIFT, WRAP, CHECKOUT]);
    expect(odd.map(text)).toEqual([
      `${GIFT} /capabilities/${GIFT}/0, /capabilities/${GIFT}/0/config: no`,
    ]);
  });

  it("in any registry", () => {
    const odd: OddEntry[] = [];
    const services = { [GIFT]: [sound, 1], shop: sound };
    const entries = entriesOf(services, "/services", (each) => odd.push(each));
    expect(entries).toEqual([{ name: GIFT, entry: sound, pointer: `/services/${GIFT}/0` }]);
    expect(odd.map(({ name, pointer }) => [name, pointer])).toEqual([
      [GIFT, `/services/${GIFT}/1`],
      ["shop", "/services/shop"],
    ]);
  });
});

describe("who tells nobody", () => {
  it("refuses a registry for its first odd entry, one that is declared twice among them", () => {
    const twice = { version, capabilities: { [GIFT]: [sound, sound] } };
    expect(() => readRegistry(twice)).toThrow(`${GIFT} ${version} is declared twice`);
    expect(() => entriesOf([1], "/services")).toThrow(RegistryError);
  });

  it("has its own version read, whoever is told", () => {
    const report = (): never => expect.fail("it was told");
    for (const member of [{ version: "1" }, {}, null, []])
      expect(() => readRegistry(member, report)).toThrow(RegistryError);
  });
});

describe("a cycle of extends", () => {
  const entry = (name: string, parents: readonly string[], date = version): object => ({
    name,
    version: date,
    extends: parents,
  });

  it("is left out as a whole, and what it hangs on stays", () => {
    const found = read([
      entry("a.outer", [GIFT]),
      entry(GIFT, [CHECKOUT, WRAP]),
      entry(WRAP, [GIFT]),
      entry(CHECKOUT, []),
      entry("a.self", ["a.self", CHECKOUT]),
    ]);
    expect(found.sound).toEqual([`a.outer ${version}`, `${CHECKOUT} ${version}`]);
    const said = "capabilities extend each other in a cycle: ";
    const cycle = `${said}${GIFT} -> ${WRAP} -> ${GIFT}`;
    expect(found.odd).toEqual([
      `${GIFT} /capabilities/1, /capabilities/1/extends: ${cycle}`,
      `${WRAP} /capabilities/2, /capabilities/2/extends: ${cycle}`,
      `a.self /capabilities/4, /capabilities/4/extends: ${said}a.self -> a.self`,
    ]);
  });

  it("is one over any versions, of which those that take no part stay", () => {
    const found = read([
      entry(GIFT, [WRAP], "draft"),
      entry(GIFT, [CHECKOUT]),
      entry(WRAP, [GIFT]),
      entry(CHECKOUT, []),
    ]);
    expect(found.sound).toEqual([`${GIFT} ${version}`, `${CHECKOUT} ${version}`]);
    expect(found.odd).toHaveLength(2);
  });

  it("is apart from another one that it leads to, and from what stands between the two", () => {
    const capabilities = [
      ["a.a", "a.b"],
      ["a.b", "a.a", "a.between"],
      ["a.between", "a.c"],
      ["a.c", "a.d"],
      ["a.d", "a.c"],
    ].map(([name = "", ...parents]) => ({ name, extends: parents }));
    expect(findExtendsCycles(capabilities).map(({ path }) => path)).toEqual([
      ["a.a", "a.b", "a.a"],
      ["a.c", "a.d", "a.c"],
    ]);
  });

  it("of thousands takes no deep stack, and a short message", () => {
    const size = 20_000;
    const ring = Array.from({ length: size }, (_, at) => ({
      name: `a.n${at}`,
      extends: [`a.n${(at + 1) % size}`],
    }));
    const [cycle] = findExtendsCycles(ring);
    expect(cycle?.members).toHaveLength(size);
    expect(cycle?.message.length).toBeLessThan(200);
    const chain = ring.slice(0, -1);
    expect(findExtendsCycles(chain)).toEqual([]);
  });
});
