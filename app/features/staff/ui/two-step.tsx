import { Button } from "@mantine/core";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { CopyField } from "~/ui/parts/copy-field";
import { FormProblem, toFieldMessages } from "~/ui/parts/form-problem";
import { QrCode } from "~/ui/parts/qr-code";
import { ShownOnce } from "~/ui/parts/shown-once";

type Result = ActionResult<unknown> | undefined;
const CODE_LABELS = { factorCode: "Code" };

/** The secret as a picture and as text, and the first code. */
export function ConfirmStep({ secret, uri, result }: { secret: string; uri: string; result: Result }) {
  const { answer: own, isBusy } = useFormOf("confirm", result);
  return (
    <Card title="Scan this with your app">
      <div className="pn-stack">
        <QrCode text={uri} label="QR code for an authenticator app" className="pn-qr" />
        <CopyField label="Or type this in" value={secret} />
        <FormProblem result={own} labels={CODE_LABELS} />
        <Form method="post" action="?intent=confirm" className="pn-stack">
          <FormFields labels={CODE_LABELS} messages={toFieldMessages(own)}>
            <TextField
              name="factorCode"
              description="The six digits that the app shows now."
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              isShort
            />
          </FormFields>
          <div className="pn-actions">
            <Button type="submit" loading={isBusy}>
              Switch on
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

type StepProps = {
  title: string;
  text: string;
  intent: "begin" | "renew" | "off";
  button: string;
  isMain?: boolean;
  result: Result;
};

/**
 * A change that needs the password once more. The page has several: in the refused one, the field has the name that the
 * problem links to.
 */
export function PasswordStep({ title, text, intent, button, isMain, result }: StepProps) {
  const { answer: own, isBusy } = useFormOf(intent, result);
  const labels = { password: "Your password" };
  return (
    <Card title={title} note={text}>
      <FormProblem result={own} labels={labels} />
      <Form method="post" action={`?intent=${intent}`} className="pn-stack">
        <FormFields labels={labels} messages={toFieldMessages(own)}>
          <PasswordField
            name="password"
            id={own ? undefined : `field-password-${intent}`}
            autoComplete="current-password"
          />
        </FormFields>
        <div className="pn-actions">
          <Button type="submit" variant={isMain ? "filled" : "default"} loading={isBusy}>
            {button}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Shown only this once. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <ShownOnce
    title="Your recovery codes"
    text={
      <>
        Keep them where you keep passwords. Each lets you in once, without your phone. They will not be shown
        again.
        <span className="pn-codes">
          {codes.map((code) => (
            <code key={code}>{code}</code>
          ))}
        </span>
      </>
    }
    label="All ten"
    value={codes.join(" ")}
  />
);
