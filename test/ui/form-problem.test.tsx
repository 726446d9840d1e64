import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { invalidRequest, type ProblemError } from "~/lib/problem";
import { FormProblem } from "~/ui/parts/form-problem";

function show(error: ProblemError, labels: Record<string, string>): string {
  const { code, detail, extra } = error;
  const known = { type: "", title: "", status: 400, instance: "", message: "", requestId: "" };
  const problem = { ...known, code, detail, ...extra };
  return renderToStaticMarkup(
    <FormProblem result={{ intent: "", ok: false, problem, submitted: {} }} labels={labels} />,
  );
}

const wrong = invalidRequest([{ parameter: "variantId", code: "unknown", detail: "It is no longer sold." }]);

test("an error names its field as the form does, and links to it", () => {
  const text = show(wrong, { variantId: "Product" });
  expect(text).toContain("Please look at these fields:");
  expect(text).toContain('<a href="#field-variantId">Product</a>: It is no longer sold.');
});

test("an error about a field that the form does not have says what is wrong, not how callers name it", () => {
  const text = show(wrong, { quantity: "Quantity" });
  expect(text).toContain("<p>It is no longer sold.</p>");
  expect(text).not.toContain("variantId");
});
