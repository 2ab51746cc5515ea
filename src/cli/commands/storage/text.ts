/** Prints the report of a storage as tables. */

import { line, type Line } from "../../../text/line.js";
import { section, table } from "../../table.js";
import type { StorageReport } from "./report.js";

const NUMBER = { align: "right" } as const;

export function storageText({ workers, dead, unsettled }: StorageReport): Line[] {
  const all = workers.reduce((sum, each) => sum + each.dead, 0);
  return [
    line`Tasks`,
    ...table(
      [
        { heading: "WORKER" },
        { heading: "WAITING", ...NUMBER },
        { heading: "LATE", ...NUMBER },
        { heading: "RUNNING", ...NUMBER },
        { heading: "DEAD", ...NUMBER },
      ],
      workers.map(({ name, waiting, late, running, dead: given }) => [
        name,
        ...[waiting, late, running, given].map(String),
      ]),
    ),
    ...(dead.length === 0
      ? []
      : section(
          line`Dead tasks: ${dead.length} of ${all}`,
          table(
            ["ID", "WORKER", "CODE", "ATTEMPTS", "DIED", "ABOUT"].map((heading) => ({ heading })),
            dead.map(({ id, worker, code, attempts, diedAt, facts }) => [
              ...[id, worker, code, String(attempts), diedAt],
              Object.entries(facts)
                .map(([name, value]) => `${name} ${String(value)}`)
                .join(", "),
            ]),
          ),
        )),
    ...section(
      line`Unsettled payments: ${unsettled.length}`,
      table(
        ["CHECKOUT", "PAYMENT KEY", "STATE", "AMOUNT", "BEGAN"].map((heading) => ({ heading })),
        unsettled.map(({ checkoutId, paymentKey, state, amount, currency, beganAt }) => [
          ...[checkoutId, paymentKey, state, `${amount ?? "?"} ${currency}`],
          beganAt === 0 ? "" : new Date(beganAt).toISOString(),
        ]),
      ).slice(unsettled.length === 0 ? 1 : 0),
    ),
  ];
}
