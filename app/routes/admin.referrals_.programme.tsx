import { useLoaderData } from "@remix-run/react";
import { LivePreview } from "~/features/portal/settings/ui/live-preview";
import { programmeAction, programmeLoader } from "~/features/referrals/admin/referral-admin.endpoints.server";
import {
  FriendFields,
  PROGRAMME_LABELS,
  ProgrammeTexts,
  ReferrerFields,
} from "~/features/referrals/ui/programme-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { programmeAction as action, programmeLoader as loader };

export const meta = titled("Referral programme");

export default function ReferralProgrammePage() {
  const { fields, language, own, products, currencyCode, mayEdit } = useLoaderData<typeof programmeLoader>();
  const form = useSavedForm(fields, useAnswer<typeof programmeAction>());
  const props = { values: form.values, currencyCode };
  return (
    <div className="pn-page">
      <PageHeader
        title="Referral programme"
        back={{ to: "/admin/referrals", label: "Referrals" }}
        note={mayEdit ? undefined : "Only an editor or owner of the shop can change the programme."}
      />
      <DoneNote messages={{ saved: "Programme saved" }} />
      <div className="pn-beside">
        <SavedForm
          form={form}
          labels={PROGRAMME_LABELS}
          version={fields.version ?? ""}
          reload="Load the latest programme"
          mayEdit={mayEdit}
        >
          <FriendFields {...props} products={products} />
          <ReferrerFields {...props} />
          <ProgrammeTexts language={language} own={own} />
        </SavedForm>
        <LivePreview
          page="/admin/referrals/programme/preview"
          title="The page of a referral link with this programme"
          formRef={form.formRef}
          formKey={form.formKey}
          language={language}
        />
      </div>
    </div>
  );
}
