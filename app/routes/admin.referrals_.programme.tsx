import { Button } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { DoneNote } from "~/components/done-note";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { LivePreview } from "~/components/portal-settings/live-preview";
import {
  FriendFields,
  PROGRAMME_LABELS,
  ProgrammeWords,
  ReferrerFields,
} from "~/components/referrals/programme-fields";
import { SaveBar } from "~/components/save-bar";
import { useDirtyForm } from "~/components/use-dirty-form";
import { programmeAction, programmeLoader } from "~/features/referrals/referral-admin.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { programmeAction as action, programmeLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Referral programme") }];

export default function ReferralProgrammePage() {
  const { fields, language, own, products, currencyCode, mayEdit } = useLoaderData<typeof programmeLoader>();
  const answer = useActionData<typeof programmeAction>();
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const { formRef, formKey, isDirty, discard } = useDirtyForm(fields);
  const isSaving = useNavigation().formMethod === "POST";
  const values: Record<string, string | undefined> = { ...fields, ...toSubmitted(result) };
  const props = { values, messages: toFieldMessages(result), currencyCode, disabled: !mayEdit };
  const discardAll = () => {
    setDiscarded(answer);
    discard();
  };
  return (
    <div className="pn-page">
      <PageHeader
        title="Referral programme"
        back={{ to: "/admin/referrals", label: "Referrals" }}
        note={mayEdit ? undefined : "Only an editor or owner of the shop can change the programme."}
      />
      <DoneNote messages={{ saved: "Programme saved" }} />
      <div className="pn-portal">
        <Form method="post" ref={formRef} key={formKey} className="pn-portal-form">
          <FormProblem result={result} labels={PROGRAMME_LABELS} />
          {findProblem(result)?.code === "stale_version" && (
            <Button component="a" href="/admin/referrals/programme" variant="default" mb="md">
              Load the current programme
            </Button>
          )}
          <input type="hidden" name="updatedAt" value={values.updatedAt ?? ""} />
          <FriendFields {...props} products={products} />
          <ReferrerFields {...props} />
          <ProgrammeWords {...props} language={language} own={own} />
          {mayEdit && <SaveBar isDirty={isDirty} isSaving={isSaving} onDiscard={discardAll} />}
        </Form>
        <LivePreview
          page="/admin/referrals/programme/preview"
          title="The page of a referral link with this programme"
          formRef={formRef}
          formKey={formKey}
          language={language}
        />
      </div>
    </div>
  );
}
