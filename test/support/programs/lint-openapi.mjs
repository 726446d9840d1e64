/**
 * In JavaScript, with its type said here: the linter's own types take the compiler as long as 200 files of ours.
 */
import { createConfig, lintFromString } from "@redocly/openapi-core";

/**
 * The strict rules of a public linter of OpenAPI documents (Redocly).
 *
 * @param {object} document
 * @returns {Promise<{ rule: string, message: string }[]>} what is against them
 */
export async function lintOpenApi(document) {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
  return problems.map(({ ruleId, message }) => ({ rule: ruleId, message }));
}
