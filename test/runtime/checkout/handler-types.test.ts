/** The types that a business and a platform write against: nothing here has a cast. */

import { writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { compileProblems, HAND_WRITTEN } from "../../support/compile.js";
import { outDirectory, repository } from "../../support/published.js";

const directory = path.join(outDirectory, "handler-types");
const generated = path.relative(directory, path.join(repository, "generated"));

function problemsOf(name: string, source: string): readonly string[] {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${name}.ts`);
  writeFileSync(file, source.replaceAll('"./generated/', `"${generated}/`));
  return compileProblems({ files: [file], options: { ...HAND_WRITTEN, noUnusedLocals: false } });
}

const CHECKOUTS = `
  import { createCheckouts } from "@proto-gen/runtime/codegen/v1/commerce";
  import type { CheckoutOptions, CheckoutRequest } from "@proto-gen/runtime/commerce";
  import type { Handlers } from "./generated/server.js";

  type Request = CheckoutRequest<Handlers>;
`;

describe("what a business reads of create and update requests", () => {
  it("tells lines that it knows by their id", () => {
    const source = `${CHECKOUTS}
      export function known(request: Request): readonly string[] {
        const found: string[] = [];
        for (const line of request.line_items) {
          if ("id" in line && line.id !== undefined) found.push(line.id);
          // @ts-expect-error a new line has no id
          else found.push(line.id);
        }
        return found;
      }

      export const mapped = (request: Request): readonly (string | undefined)[] =>
        request.line_items.map((line) => ("id" in line ? line.id : undefined));

      export const parents = ({ line_items: [first] }: Request): string | undefined =>
        first !== undefined && "parent_id" in first ? first.parent_id : undefined;
    `;
    expect(problemsOf("lines", source)).toEqual([]);
  });

  it("tells methods and groups of a delivery, which are updated by id", () => {
    const source = `${CHECKOUTS}
      export const methods = ({ fulfillment }: Request): readonly (string | undefined)[] =>
        (fulfillment?.methods ?? []).map((method) => ("id" in method ? method.id : undefined));

      export function groups({ fulfillment }: Request): readonly string[] {
        const ids: string[] = [];
        for (const method of fulfillment?.methods ?? [])
          if ("groups" in method)
            for (const { id } of method.groups ?? []) if (id !== undefined) ids.push(id);
        return ids;
      }
    `;
    expect(problemsOf("methods", source)).toEqual([]);
  });

  it("writes an evaluation from what is asked and what was before", () => {
    const source = `${CHECKOUTS}
      import type { Checkout } from "./generated/index.js";

      declare const others: Omit<CheckoutOptions<Handlers>, "evaluate">;
      declare const lineOf: (item: { readonly id: string }, quantity: number, id: string) => Checkout["line_items"][number];

      export const checkouts = createCheckouts<Handlers>({
        ...others,
        evaluate(request, { before, trigger }) {
          const kept = new Map((before?.line_items ?? []).map((line) => [line.id, line]));
          const line_items = request.line_items.map((line, index) => {
            const id = ("id" in line ? line.id : undefined) ?? \`line_\${index}\`;
            return kept.get(id) ?? lineOf(line.item, line.quantity, id);
          });
          return {
            line_items,
            totals: [{ type: "total", amount: line_items.length }],
            links: [],
            messages: trigger === "create" ? [] : [{ type: "info", content: "as before" }],
            continue_url: "https://shop.example/checkout",
          };
        },
      });

      export const handlers: Pick<Handlers, "createCheckout"> = { createCheckout: checkouts.handlers.createCheckout };

      createCheckouts<Handlers>({
        ...others,
        // @ts-expect-error amounts are numbers
        evaluate: () => ({ line_items: [], totals: [{ type: "total", amount: "1" }], links: [] }),
      });
    `;
    expect(problemsOf("evaluate", source)).toEqual([]);
  });
});

describe("generated data", () => {
  it("keeps its literals: operations, fields, tools and codes", () => {
    const source = `
      import type { MessageError } from "./generated/schemas/shopping/types/message-error.js";
      import { tools, type ToolTypes } from "./generated/mcp-tools.js";
      import { fields, operations } from "./generated/negotiation.js";

      export const create: "create_checkout" = operations["dev.proto.shopping.checkout"][0];
      export const consent: "buyer.consent" = fields["dev.proto.shopping.buyer_consent"].Checkout[0];
      // @ts-expect-error no such capability
      export const none = operations["dev.proto.shopping.none"];

      export const first: "create_checkout" = tools[0].name;
      export const names: readonly (keyof ToolTypes)[] = tools.map(({ name }) => name);
      // @ts-expect-error no tool has this name
      export const absent = tools.find(({ name }) => name === "pay");

      export const hint = (code: MessageError["code"]): string => {
        switch (code) {
          case "out_of_stock":
            return "later";
          default:
            return code;
        }
      };
    `;
    expect(problemsOf("data", source)).toEqual([]);
  });
});
