import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ActionResult } from "~/lib/problem";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { PasswordField, TextField } from "~/ui/form/form-fields";

const refused: ActionResult<unknown> = {
  intent: "",
  ok: false,
  problem: {
    ...{ type: "", title: "", status: 400, instance: "", message: "", requestId: "" },
    code: "invalid_request",
    detail: "One field is wrong.",
    errors: [{ pointer: "/name", code: "too_long", detail: "At most 3 characters." }],
  },
  submitted: { name: "Sent", password: "a horse" },
};

const show = (answer: ActionResult<unknown> | undefined): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <AnsweredFields
        answer={answer}
        labels={{ name: "Name", city: "City" }}
        values={{ name: "Old", city: "Rome" }}
      >
        <TextField name="name" />
        <TextField name="city" />
        <PasswordField name="password" autoComplete="current-password" />
      </AnsweredFields>
    </MantineProvider>,
  );

test("a refused form shows its errors, what was sent, and else its first values", () => {
  expect(show(undefined)).toContain('value="Old"');
  expect(show(undefined)).not.toContain('role="alert"');
  const text = show(refused);
  expect(text).toContain('<a href="#field-name">Name</a>: At most 3 characters.');
  expect(text).toContain('value="Sent"');
  expect(text).not.toContain('value="Old"');
  expect(text).toContain('value="Rome"');
});

test("a password is never shown again, even if an answer held it", () => {
  expect(show(refused)).not.toContain("a horse");
});
