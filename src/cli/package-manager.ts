/** Which package manager a project uses, and how it adds a package. */

import { existsSync } from "node:fs";
import path from "node:path";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const PACKAGE_MANAGERS: readonly PackageManager[] = ["npm", "pnpm", "yarn", "bun"];

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

const ADD_FOR_DEVELOPMENT: Readonly<Record<PackageManager, string>> = {
  npm: "npm install --save-dev",
  pnpm: "pnpm add --save-dev",
  yarn: "yarn add --dev",
  bun: "bun add --dev",
};

/** @param env has `npm_config_user_agent` if a package manager runs this: `pnpm/10.1.0 npm/? node/v20.19.0` */
export function runningPackageManager(
  env: Readonly<Record<string, string | undefined>>,
): PackageManager {
  const [agent = ""] = (env["npm_config_user_agent"] ?? "").split("/");
  return PACKAGE_MANAGERS.find((each) => each === agent) ?? "npm";
}

/** The one whose lock file the nearest directory has: `npx` runs in projects of all of them. */
function projectPackageManager(directory: string): PackageManager | undefined {
  for (let at = directory; ; at = path.dirname(at)) {
    const found = Object.keys(LOCK_FILES).find((file) => existsSync(path.join(at, file)));
    if (found !== undefined) return LOCK_FILES[found];
    if (path.dirname(at) === at) return undefined;
  }
}

/** @returns what adds a package for development to the project of this directory: `pnpm add --save-dev ts-morph@^28.0.0` */
export function installCommand(
  specifier: string,
  env: Readonly<Record<string, string | undefined>>,
  directory: string = process.cwd(),
): string {
  const manager = projectPackageManager(directory) ?? runningPackageManager(env);
  return `${ADD_FOR_DEVELOPMENT[manager]} ${specifier}`;
}
