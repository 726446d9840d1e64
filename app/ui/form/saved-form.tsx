import { Button } from "@mantine/core";
import { useFormAction, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { ActionResult } from "~/lib/problem";
import { useDirtyForm } from "~/ui/hooks/use-dirty-form";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { SaveBar } from "~/ui/parts/save-bar";
import { Form } from "./form";
import { type FieldValue, FormFields } from "./form-state";

/** The state of a form of saved settings. `values`: as saved, or as sent and refused. */
export function useSavedForm(saved: Record<string, string>, answer: ActionResult<unknown> | undefined) {
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const { discard, ...form } = useDirtyForm(saved);
  const submitted = toSubmitted(result);
  // A refused form contains everything that was sent; unticked checkboxes are missing.
  const values: Record<string, FieldValue> = Object.keys(submitted).length > 0 ? submitted : saved;
  return {
    ...form,
    result,
    values,
    messages: toFieldMessages(result),
    discard: () => {
      setDiscarded(answer);
      discard();
    },
  };
}

type Props = {
  form: ReturnType<typeof useSavedForm>;
  labels: Readonly<Record<string, string>>;
  action?: string;
  /** Version of the settings shown: changes that somebody else has saved since are not overwritten. */
  version: string;
  /** Label of the link that loads the page with the current settings. */
  reload: string;
  mayEdit: boolean;
  className?: string;
  /** Between the form's error summary and the form itself. */
  before?: ReactNode;
  children: ReactNode;
};

/** Saved settings with their error summary above and their save bar below; read-only for viewers. */
export function SavedForm({ form, labels, action, version, reload, mayEdit, className, ...slots }: Props) {
  const { formAction, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const to = useShopMark()(useFormAction(action));
  const isSaving = action ? formAction === to : formMethod === "POST";
  const sentVersion = form.values.version;
  return (
    <div className={className}>
      <FormProblem result={form.result} labels={labels} />
      {slots.before}
      <Form method="post" action={action} ref={form.formRef} key={form.formKey}>
        {findProblem(form.result)?.code === "stale_version" && (
          <Button component="a" href={pathname} variant="default" mb="md">
            {reload}
          </Button>
        )}
        <input type="hidden" name="version" value={typeof sentVersion === "string" ? sentVersion : version} />
        <FormFields labels={labels} values={form.values} messages={form.messages} disabled={!mayEdit}>
          {slots.children}
        </FormFields>
        {mayEdit && <SaveBar isDirty={form.isDirty} isSaving={isSaving} onDiscard={form.discard} />}
      </Form>
    </div>
  );
}
