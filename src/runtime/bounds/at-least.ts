/** Checks an option that is a number. */

/** @throws {RangeError} if the value is not a safe integer of at least `least` */
export function atLeast(name: string, least: number, value: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name}: expected an integer of at least ${least}, found ${value}`);
}
