/**
 * Random edits of random schemas: the rule that covers an edit tells of it, once in each direction, and its levels
 * are what ajv has witnesses for. A failure names the seed of its edit: `EDITS_SEED=... EDITS_RUNS=1` tries that one alone.
 */

import { beforeAll, describe, expect, it } from "vitest";
import type { Change, Level } from "../../src/diff/change.js";
import { RULES } from "../../src/diff/rules.js";
import { createRandom } from "../support/oracle/random.js";
import { EDITS, type Edit, type EditDirection, type EditKind } from "../support/diff/edits.js";
import { randomHost } from "../support/diff/hosts.js";
import { compared, releaseFiles, THING_FILE } from "../support/diff/release-files.js";
import { unmirrored } from "../support/diff/mirror.js";
import { createJury, valuesOf } from "../support/diff/witnesses.js";
import { runs, seed } from "../support/sizes.js";

const KINDS = Object.entries<EditKind>(EDITS);
const SEED = seed("EDITS");
const COUNT = runs("EDITS", { quick: KINDS.length, full: 180 });

/** Rules whose levels no value can bear witness to, and why. What is deprecated or described otherwise is safe, as values say. */
const UNJUDGED: Readonly<Record<string, string>> = {
  "format-changed": "whoever validates may assert formats, or not",
  "content-changed": "no validator looks into a text",
  "default-changed": "a default changes what a value means, not which are valid",
};

interface Trial {
  readonly kind: string;
  readonly name: string;
  readonly edit: Edit;
  readonly changes: readonly Change[];
  /** The same with the sides swapped. */
  readonly swapped: readonly Change[];
  readonly judged: readonly Judged[];
}

interface Judged {
  readonly direction: EditDirection;
  readonly sender: boolean;
  readonly reader: boolean;
  readonly refused: unknown;
  readonly allowed: unknown;
}

async function trial(index: number): Promise<Trial> {
  const own = SEED + index;
  const random = createRandom(own);
  const [kind, make] = KINDS[own % KINDS.length] as (typeof KINDS)[number];
  const drawn = make(random);
  const edit = random.chance(0.5) ? undoneEdit(drawn) : drawn;
  const host = randomHost(random);
  const before = releaseFiles(host.release(edit.before));
  const after = releaseFiles(host.release(edit.after));
  const changes = await compared(before, after);
  const jury = await createJury(before, after);
  const payloads = valuesOf(edit).map(host.payload);
  const judged = directionsOf(edit).map((direction): Judged => {
    const { refused, allowed } = jury(direction, edit, payloads);
    const isLost = edit.loses !== undefined;
    const isSafe = { sender: refused === undefined, reader: allowed === undefined };
    return {
      direction,
      sender: isSafe.sender && !isLost,
      reader: isSafe.reader && !isLost,
      refused,
      allowed,
    };
  });
  const text = JSON.stringify(host.release(edit.before)[THING_FILE]);
  return {
    kind,
    name: `EDITS_SEED=${own} EDITS_RUNS=1, ${kind}${edit === drawn ? "" : ", undone"}: ${text}, then ${JSON.stringify(edit.after)}`,
    edit,
    changes,
    swapped: await compared(after, before),
    judged,
  };
}

function undoneEdit(edit: Edit): Edit {
  const { rule, undone, also, undoneAlso, before, after, loses, brings } = edit;
  const { also: _, undoneAlso: __, loses: ___, brings: ____, ...rest } = edit;
  return {
    ...rest,
    ...(undoneAlso === undefined ? {} : { also: undoneAlso }),
    ...(also === undefined ? {} : { undoneAlso: also }),
    rule: undone,
    undone: rule,
    before: after,
    after: before,
    ...(brings === undefined ? {} : { loses: brings }),
    ...(loses === undefined ? {} : { brings: loses }),
  };
}

function directionsOf({ directions = ["request", "response"] }: Edit): readonly EditDirection[] {
  return directions;
}

/** Sender and reader of a change; the platform sends requests. */
function flowOf({ direction, levels }: Change): { readonly sender: Level; readonly reader: Level } {
  return direction === "request"
    ? { sender: levels.platform, reader: levels.business }
    : { sender: levels.business, reader: levels.platform };
}

function isSafe(changes: readonly Change[], who: "sender" | "reader"): boolean {
  return changes.every((change) => flowOf(change)[who] === "safe");
}

describe("random edits", () => {
  const trials: Trial[] = [];

  beforeAll(async () => {
    for (let index = 0; index < COUNT; index++) trials.push(await trial(index));
  }, 300_000);

  it("are of every kind, of which there are many", () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(30);
    const tried = new Set(trials.map(({ kind }) => kind));
    expect(tried.size).toBe(Math.min(COUNT, KINDS.length));
  });

  it("are each told by their rule, once in each direction, and by no other", () => {
    const wrong = trials.flatMap(({ name, edit, changes }) => {
      const wanted = [edit.rule, ...(edit.also === undefined ? [] : [edit.also])].flatMap((rule) =>
        RULES.find(({ id }) => id === rule)?.hasNoDirection === true
          ? [`${rule} all`]
          : directionsOf(edit).map((direction) => `${rule} ${direction}`),
      );
      const told = changes.map(({ rule, direction }) => `${rule} ${direction ?? "all"}`);
      return told.sort().join() === wanted.sort().join()
        ? []
        : [`${name} is told as ${told.join(", ")}`];
    });
    expect.soft(wrong.slice(0, 5), `${wrong.length} wrong`).toEqual([]);
    expect(wrong).toHaveLength(0);
  });

  it("are safe where no value bears witness against it, and nowhere else", () => {
    const judgeable = trials.filter(({ edit }) => UNJUDGED[edit.rule] === undefined);
    const wrong = judgeable.flatMap(({ name, changes, judged }) =>
      judged.flatMap(({ direction, refused, allowed, ...safe }) => {
        const own = changes.filter((change) => change.direction === direction);
        return (["sender", "reader"] as const)
          .filter((who) => isSafe(own, who) !== safe[who])
          .map(
            (who) =>
              `${name}: for the ${who} of a ${direction} ${safe[who] ? "safe" : "not safe"}; refused ${JSON.stringify(refused)}, allowed ${JSON.stringify(allowed)}`,
          );
      }),
    );
    expect.soft(wrong.slice(0, 5), `${wrong.length} wrong`).toEqual([]);
    expect(wrong).toHaveLength(0);
  });

  it("mirror each other where the sides are swapped", () => {
    const wrong = trials.flatMap(({ name, changes, swapped }) => {
      const unlike = unmirrored(changes, swapped);
      return unlike.length === 0 ? [] : [`${name}: ${unlike.join("; ")}`];
    });
    expect.soft(wrong.slice(0, 5), `${wrong.length} wrong`).toEqual([]);
    expect(wrong).toHaveLength(0);
  });
});
