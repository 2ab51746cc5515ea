/** `npm run keys`: shows the shop's keys; `-- rotate` and `-- revoke KID` replace one while the shop runs, or is closed. */

import process from "node:process";
import { readEnvironment } from "../environment.js";
import { changeKeys, keyLines } from "./change-keys.js";

const [command, kid, ...rest] = process.argv.slice(2);

try {
  if (rest.length > 0) throw new TypeError(`unexpected: ${rest.join(" ")}`);
  const { directory } = readEnvironment({ DATA: process.env["DATA"] });
  const schedule = await changeKeys(directory, { command, kid, now: new Date() });
  console.log(keyLines(schedule).join("\n"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
