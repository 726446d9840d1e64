import { Link, useLoaderData } from "@remix-run/react";
import {
  CHANNEL_LABELS,
  NOTICE_LABELS,
  type NoticeKind,
  SWITCHED_KINDS,
} from "~/features/notice-settings/rules/notice-kinds";
import {
  noticeSettingsAction,
  noticeSettingsLoader,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { toBox, toEditorPath } from "~/features/notices/admin/notice-places";
import styles from "~/features/notices/ui/notices.css";
import { TickField } from "~/ui/form/choice-fields";
import { TextField } from "~/ui/form/form-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";
import { NOTICE_CHANNELS, NOTICE_KINDS } from "~db/schema/notice-enums";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { noticeSettingsAction as action, noticeSettingsLoader as loader };

export const links = styledBy(styles);
export const meta = titled("Notices");

const isSwitched = (kind: NoticeKind) => SWITCHED_KINDS.some((each) => each === kind);
const LABELS = { upcomingDays: "Days before an order" };

export default function NoticesPage() {
  const { fields, version, mayEdit, hasTextGateway } = useLoaderData<typeof noticeSettingsLoader>();
  const form = useSavedForm(fields, useAnswer<typeof noticeSettingsAction>());
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Notices"
        note="Messages that tell customers about their subscriptions. Imported contracts get none until they are changed here."
      />
      <DoneNote messages={{ saved: "Notices saved" }} />
      <SavedForm
        form={form}
        labels={LABELS}
        version={version}
        reload="Load the current settings"
        mayEdit={mayEdit}
      >
        <FormCard
          title="What is sent"
          note={
            hasTextGateway
              ? undefined
              : "No gateway for text messages is set up (SMS_GATEWAY_URL): they stay on this machine, on the page “Text messages”."
          }
        >
          <ul className="pn-plain pn-list nt-kinds">
            {NOTICE_KINDS.map((kind) => (
              <li key={kind}>
                <NoticeName kind={kind} mayEdit={mayEdit} />
                <span className="nt-ways">
                  {isSwitched(kind) ? (
                    NOTICE_CHANNELS.map((channel) => (
                      <TickField
                        key={channel}
                        name={toBox(channel, kind)}
                        label={CHANNEL_LABELS[channel]}
                        aria-label={`${NOTICE_LABELS[kind].name}: ${CHANNEL_LABELS[channel]}`}
                      />
                    ))
                  ) : (
                    <span className="pn-dimmed">Always, by e-mail</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </FormCard>
        <FormCard title="Upcoming orders">
          <TextField
            name="upcomingDays"
            inputMode="numeric"
            isShort
            description="How many days ahead an order is announced, to customers and to webhooks."
          />
        </FormCard>
      </SavedForm>
    </div>
  );
}

/** Links to its text, which editors change there. */
function NoticeName({ kind, mayEdit }: { kind: NoticeKind; mayEdit: boolean }) {
  const { name, when } = NOTICE_LABELS[kind];
  return (
    <span className="pn-text">
      <Link to={toEditorPath(kind, "MAIL")}>
        {name}
        <span className="pn-hidden">: {mayEdit ? "edit the words" : "read the words"}</span>
      </Link>
      <span className="pn-dimmed">{when}</span>
    </span>
  );
}
