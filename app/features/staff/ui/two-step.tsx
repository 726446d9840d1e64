import type { ActionResult } from "~/lib/problem";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { CopyField } from "~/ui/parts/copy-field";
import { QrCode } from "~/ui/parts/qr-code";
import { ShownOnce } from "~/ui/parts/shown-once";

type Result = ActionResult<unknown> | undefined;
const CODE_LABELS = { factorCode: "Code" };
const PASSWORD_LABELS = { password: "Your password" };

/** The secret as a picture and as text, and the first code. */
export function ConfirmStep({ secret, uri, result }: { secret: string; uri: string; result: Result }) {
  const { answer, isBusy } = useFormOf("confirm", result);
  return (
    <Card title="Scan this with your app">
      <div className="pn-stack">
        <QrCode text={uri} label="QR code for an authenticator app" className="pn-qr" />
        <CopyField label="Or type this in" value={secret} />
        <AnsweredFields answer={answer} labels={CODE_LABELS}>
          <Form method="post" action="?intent=confirm" className="pn-stack">
            <TextField
              name="factorCode"
              description="The six digits that the app shows now."
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              isShort
            />
            <SubmitRow isBusy={isBusy}>Switch on</SubmitRow>
          </Form>
        </AnsweredFields>
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
  const { answer, isBusy } = useFormOf(intent, result);
  return (
    <Card title={title} note={text}>
      <AnsweredFields answer={answer} labels={PASSWORD_LABELS}>
        <Form method="post" action={`?intent=${intent}`} className="pn-stack">
          <PasswordField
            name="password"
            id={answer ? undefined : `field-password-${intent}`}
            autoComplete="current-password"
          />
          <SubmitRow isBusy={isBusy} variant={isMain ? undefined : "default"}>
            {button}
          </SubmitRow>
        </Form>
      </AnsweredFields>
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
