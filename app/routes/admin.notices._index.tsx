import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { isWritten, NOTICE_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import {
  noticeSettingsAction,
  noticeSettingsLoader,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { TickField } from "~/ui/form/choice-fields";
import { TextField } from "~/ui/form/form-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { NOTICE_KINDS } from "~db/schema/notice-enums";

export { noticeSettingsAction as action, noticeSettingsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Notices") }];

const LABELS = {
  upcomingDays: "Days before an order",
  ...Object.fromEntries(NOTICE_KINDS.map((kind) => [`mail-${kind}`, NOTICE_LABELS[kind].name])),
};

export default function NoticesPage() {
  const { fields, updatedAt, mayEdit } = useLoaderData<typeof noticeSettingsLoader>();
  const form = useSavedForm(fields, useActionData<typeof noticeSettingsAction>());
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Notices"
        note="E-mails that tell customers about their subscriptions. Contracts that were imported get none until they change here."
      />
      <DoneNote messages={{ saved: "Notices saved" }} />
      <SavedForm
        form={form}
        labels={LABELS}
        updatedAt={updatedAt}
        reload={{ href: "/admin/notices", label: "Load the current settings" }}
        mayEdit={mayEdit}
      >
        <FormCard title="Sent by e-mail">
          {NOTICE_KINDS.map((kind) => (
            <TickField key={kind} name={`mail-${kind}`} description={NOTICE_LABELS[kind].when} />
          ))}
        </FormCard>
        <FormCard title="Upcoming orders">
          <TextField
            name="upcomingDays"
            inputMode="numeric"
            isShort
            description="How many days ahead an order is announced, by e-mail and to webhooks."
          />
        </FormCard>
      </SavedForm>
      <section className="pn-card" aria-labelledby="words-title">
        <h2 id="words-title">Words</h2>
        <ul className="pn-plain pn-list">
          {NOTICE_KINDS.filter(isWritten).map((kind) => (
            <li key={kind}>
              <Link to={`/admin/notices/${kind}`}>
                {NOTICE_LABELS[kind].name}
                <span className="pn-hidden">: edit the words</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
