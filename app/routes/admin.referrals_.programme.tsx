import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { DoneNote } from "~/components/done-note";
import { PageHeader } from "~/components/page-header";
import { LivePreview } from "~/components/portal-settings/live-preview";
import {
  FriendFields,
  PROGRAMME_LABELS,
  ProgrammeWords,
  ReferrerFields,
} from "~/components/referrals/programme-fields";
import { programmeAction, programmeLoader } from "~/features/referrals/referral-admin.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { SavedForm, useSavedForm } from "~/ui/saved-form";

export { programmeAction as action, programmeLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Referral programme") }];

export default function ReferralProgrammePage() {
  const { fields, language, own, products, currencyCode, mayEdit } = useLoaderData<typeof programmeLoader>();
  const form = useSavedForm(fields, useActionData<typeof programmeAction>());
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
          updatedAt={fields.updatedAt ?? ""}
          reload={{ href: "/admin/referrals/programme", label: "Load the latest programme" }}
          mayEdit={mayEdit}
        >
          <FriendFields {...props} products={products} />
          <ReferrerFields {...props} />
          <ProgrammeWords language={language} own={own} />
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
