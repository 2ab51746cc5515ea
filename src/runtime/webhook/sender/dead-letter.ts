/** Presents a delivery that was given up to the business. */

import type { StoredRecord } from "../../storage/index.js";
import type { DeadTask } from "../../worker/index.js";
import type { DeadLetter } from "./definition.js";
import type { DeliveryFacts } from "./delivery.js";

export function deadLetterOf({ key, value }: StoredRecord<DeadTask<DeliveryFacts>>): DeadLetter {
  const { task, code, diedAt } = value;
  const { facts, sequence, group: host, attempts } = task;
  return { id: key, ...facts, sequence, host, attempts, code, diedAt };
}
