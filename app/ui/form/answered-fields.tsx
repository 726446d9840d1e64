import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ActionResult } from "~/lib/problem";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { type FieldValue, FormFields } from "./form-state";

type Props = {
  /** The action's answer to this form: undefined before it is sent, and if another form of the page was. */
  answer: ActionResult<unknown> | undefined;
  labels: Readonly<Record<string, string>>;
  /** Values before anything was sent. */
  values?: Readonly<Record<string, FieldValue>>;
  children: ReactNode;
};

/**
 * A form's fields, and if it was refused its error summary above them, errors beside them and the values sent, which
 * never hold passwords or codes (submitted-form.server.ts). Inside the form or around it.
 */
export function AnsweredFields({ answer, labels, values, children }: Props) {
  return (
    <>
      <FormProblem result={answer} labels={labels} />
      <FormFields
        labels={labels}
        values={{ ...values, ...toSubmitted(answer) }}
        messages={toFieldMessages(answer)}
      >
        {children}
      </FormFields>
    </>
  );
}

type SubmitProps = {
  isBusy: boolean;
  variant?: "default";
  /** On a page for one form only: where to go without sending it. */
  cancel?: string;
  children: ReactNode;
};

/** The last line of a form, with the button that sends it. */
export const SubmitRow = ({ isBusy, variant, cancel, children }: SubmitProps) => (
  <div className={cancel ? "pn-actions pn-form-end" : "pn-actions"}>
    {cancel && (
      <Button component={Link} to={cancel} variant="default">
        Cancel
      </Button>
    )}
    <Button type="submit" variant={variant} loading={isBusy}>
      {children}
    </Button>
  </div>
);
