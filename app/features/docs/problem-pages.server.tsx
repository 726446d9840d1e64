import type { ProblemCode } from "~/lib/problem";
import { PROBLEM_HELP } from "~/lib/problem-help";
import { PROBLEMS } from "~/lib/problems/catalogue";
import { AllProblems, plainRoute } from "./plain-page.server";

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** `GET /problems`: every code of the catalogue. Public and without scripts, so that it also works in a terminal. */
export const problemIndex = plainRoute("readProblems", () => ({
  title: "Problems",
  route: "problems",
  content: (
    <>
      <p>
        Whatever goes wrong at a JSON address is answered as a problem document (RFC 9457). Its{" "}
        <code>code</code> is stable; decide by that. Its <code>type</code> leads to one of these pages.
      </p>
      <ul>
        {(Object.keys(PROBLEMS) as ProblemCode[]).map((code) => (
          <li key={code}>
            <a href={`/problems/${code}`}>{PROBLEMS[code].title}</a>
            <br />
            {PROBLEMS[code].status} <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  ),
}));

/** `GET /problems/{code}`, the `type` of every problem document: why it happens and what to do. */
export const problemPage = plainRoute("readProblem", ({ code = "" }) => {
  if (!isProblemCode(code))
    return {
      title: "There is no such problem",
      route: "problems/none",
      status: 404,
      content: <AllProblems />,
    };
  const { status, title } = PROBLEMS[code];
  const { cause, remedy } = PROBLEM_HELP[code];
  return {
    title,
    route: "problems/code",
    content: (
      <>
        <p>
          Status {status}, code <code>{code}</code>
        </p>
        <h2>Why it happens</h2>
        <p>{cause}</p>
        <h2>What to do</h2>
        <ul>
          {remedy.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>
          <a href="/problems">All problems</a> · <a href="/api/docs">API documentation</a>
        </p>
      </>
    ),
  };
});
