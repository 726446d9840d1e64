import { useLoaderData } from "@remix-run/react";
import {
  secondFactorAction,
  secondFactorLoader,
} from "~/features/staff/second-factor/second-factor.endpoints.server";
import { ConfirmStep, PasswordStep, RecoveryCodes } from "~/features/staff/ui/two-step";
import { useAnswer } from "~/ui/hooks/use-answer";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { titled } from "~/ui/shell/page-exports";

export { secondFactorAction as action, secondFactorLoader as loader };

export const meta = titled("Two-step sign-in");

export default function TwoStepPage() {
  const { isOn, codesLeft, setUp, requiredBy } = useLoaderData<typeof secondFactorLoader>();
  const result = useAnswer<typeof secondFactorAction>();
  const shown = result?.ok ? result.result : null;
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Two-step sign-in"
        badge={<StatusBadge label={isOn ? "On" : "Off"} tone={isOn ? "good" : "plain"} />}
        note={
          requiredBy
            ? `${requiredBy} requires it of its staff. Set it up to go on.`
            : "Signing in then requires a code from an app on your phone as well as your password."
        }
        back={{ to: "/admin/account", label: "Your account" }}
      />
      {shown && <RecoveryCodes codes={shown.codes} />}
      {setUp && <ConfirmStep {...setUp} result={result} />}
      {!isOn && (
        <PasswordStep
          key={setUp?.secret ?? "first"}
          title={setUp ? "Another secret" : "Set it up"}
          text={
            setUp
              ? "Begin again if you cannot scan the code."
              : "You need an authenticator app on your phone."
          }
          intent="begin"
          button={setUp ? "Begin again" : "Set up"}
          isMain={!setUp}
          result={result}
        />
      )}
      {isOn && (
        <>
          <PasswordStep
            title="Recovery codes"
            text={`${codesLeft} of ten are left. Each lets you in once if you do not have your phone. New codes replace these.`}
            intent="renew"
            button="Make new codes"
            result={result}
          />
          <PasswordStep
            title="Switch off"
            text="Signing in then requires only your password."
            intent="off"
            button="Switch off"
            result={result}
          />
        </>
      )}
    </div>
  );
}
