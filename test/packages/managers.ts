/** The package managers that the packages are installed with, each by the commands of its own documentation. */

export interface Manager {
  readonly name: string;
  /** The command, and the npm package that has it; npm itself comes with Node. */
  readonly command: string;
  readonly from: string | undefined;
  readonly add: readonly string[];
  readonly addForDevelopment: readonly string[];
  /** Before the name of a package's command. */
  readonly execute: readonly string[];
  /** Before a program's file. */
  readonly node: readonly string[];
  /** Files beside the package.json at the root, by name. */
  readonly files: (registry: string | undefined) => Readonly<Record<string, string>>;
  /** A package from a file, as the command line names it. */
  readonly fromFile: (name: string, file: string) => string;
}

/** The folder of the project in a workspace. */
export const WORKSPACE = "packages/*";

const npmrc = (registry: string | undefined): Readonly<Record<string, string>> =>
  registry === undefined ? {} : { ".npmrc": `registry=${registry}\n` };

const plainFile = (_name: string, file: string): string => file;

function yarn(name: string, settings: readonly string[]): Manager {
  return {
    ...{ name, command: "yarn", from: "@yarnpkg/cli-dist@4" },
    ...{ add: ["add"], addForDevelopment: ["add", "--dev"], execute: [], node: ["node"] },
    files: (registry) => ({
      // Or yarn looks for a project further up.
      "yarn.lock": "",
      ".yarnrc.yml": [
        ...settings,
        ...(registry === undefined
          ? []
          : [`npmRegistryServer: "${registry}"`, 'unsafeHttpWhitelist: ["127.0.0.1"]']),
        "",
      ].join("\n"),
    }),
    fromFile: (packageName, file) => `${packageName}@file:${file}`,
  };
}

export const MANAGERS: readonly Manager[] = [
  {
    ...{ name: "npm", command: "npm", from: undefined },
    add: ["install", "--no-audit", "--no-fund"],
    addForDevelopment: ["install", "--no-audit", "--no-fund", "--save-dev"],
    ...{ execute: ["exec", "--"], node: ["exec", "--", "node"] },
    ...{ files: npmrc, fromFile: plainFile },
  },
  {
    ...{ name: "pnpm", command: "pnpm", from: "pnpm@10" },
    ...{ add: ["add"], addForDevelopment: ["add", "--save-dev"] },
    ...{ execute: ["exec"], node: ["exec", "node"] },
    files: (registry) => ({
      ...npmrc(registry),
      "pnpm-workspace.yaml": `packages:\n  - ${WORKSPACE}\n`,
    }),
    fromFile: plainFile,
  },
  yarn("yarn with node_modules", ["nodeLinker: node-modules"]),
  // Its default.
  yarn("yarn with Plug'n'Play", []),
  {
    ...{ name: "bun", command: "bun", from: "bun@1" },
    ...{ add: ["add"], addForDevelopment: ["add", "--dev"] },
    ...{ execute: ["x"], node: ["x", "node"] },
    ...{ files: npmrc, fromFile: plainFile },
  },
];
