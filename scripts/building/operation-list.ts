import type { ContractOperation } from "../../app/features/contracts/operations/definition/define-contract-operation.server";
import { type AppModule, keepOrder, writeImports } from "./app-modules";

const START = "export const contractOperations = [";

/**
 * The list of the operations on a contract that have forms, from what their files export.
 * @param before the list as it is: known operations keep their places in it, new ones come last
 * @returns the contents of contract-operations.server.ts
 */
export function makeOperationList(modules: readonly AppModule[], before: string): string {
  const found = modules.flatMap(({ from, exports }) =>
    Object.entries(exports).flatMap(([name, value]) => (hasForms(value) ? [{ name, from }] : [])),
  );
  const ordered = keepOrder(found, before.slice(before.indexOf(START)), ({ name }) => name);
  return `\
// Written by \`npm run urls\` from the files of contracts/operations; only the order is by hand.
${writeImports(found)}
/** All operations on a contract that have forms; those of portal and admin are collected from this list. */
${START}
${ordered.map(({ name }) => `  ${name},\n`).join("")}];
`;
}

function hasForms(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("dryRun" in value)) return false;
  const { portalForms, staffForms } = value as ContractOperation<string>;
  return Object.keys({ ...portalForms, ...staffForms }).length > 0;
}
