import { Button } from "@mantine/core";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { CHANNEL_LABELS, channelsOf, NOTICE_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import { VARIABLES } from "~/features/notice-settings/rules/notice-template";
import {
  noticeEditorAction,
  noticeEditorLoader,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { MOST_BODY, toEditorPath } from "~/features/notices/admin/notice-places";
import { NoticePreview, VersionList } from "~/features/notices/ui/notice-editor";
import styles from "~/features/notices/ui/notices.css";
import { LANGUAGE_NAMES } from "~/features/portal-settings/portal-settings-labels";
import { Form } from "~/ui/form/form";
import { TextAreaField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { LanguageTabs } from "~/ui/form/language-tabs";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useDirtyForm } from "~/ui/hooks/use-dirty-form";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { TabLinks } from "~/ui/parts/tab-links";
import { UnsavedGuard } from "~/ui/parts/unsaved-guard";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { noticeEditorAction as action, noticeEditorLoader as loader };

export const links = styledBy(styles);
export const meta = titledBy<typeof noticeEditorLoader>(
  (data) => `Notice: ${NOTICE_LABELS[data.kind].name}`,
  "Notice not found",
);

const LABELS = { subject: "Subject", body: "Text", to: "Phone number" };
const DRAW_AFTER_MS = 300;

export default function NoticeEditorPage() {
  const loaded = useLoaderData<typeof noticeEditorLoader>();
  const { kind, channel, language, template, version, mayEdit, email } = loaded;
  const path = toEditorPath(kind, channel);
  const toAction = (intent: string) => `${path}?words=${language}&intent=${intent}`;
  const result = useAnswer<typeof noticeEditorAction>();
  // `path` is not a field: it makes another notice's form a new one even if its texts are the same.
  const { formRef, formKey, isDirty } = useDirtyForm({
    path,
    language,
    version: String(version),
    ...loaded.saved,
  });
  const isSending = useNavigation().formMethod === "POST";
  const mark = useShopMark();
  const drawn = useFetcher<typeof noticeEditorLoader>({ key: `${path} ${language} ${version}` });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { subject, body } = Object.fromEntries(new FormData(form)) as Record<string, string>;
      const search = new URLSearchParams({ words: language, subject: subject ?? "", body: body ?? "" });
      drawn.load(`${path}?${search}`);
    }, DRAW_AFTER_MS);
  };
  return (
    <div className="pn-page">
      <PageHeader
        title={NOTICE_LABELS[kind].name}
        note={NOTICE_LABELS[kind].when}
        back={{ to: "/admin/notices", label: "Notices" }}
      />
      <DoneNote
        messages={{
          saved: "Words saved",
          reset: "Our words are back",
          tested: `Test sent to ${channel === "MAIL" ? email : loaded.to}`,
        }}
      />
      {channelsOf(kind).length > 1 && (
        <TabLinks
          label="Way of the notice"
          tabs={channelsOf(kind).map((each) => ({
            to: `${toEditorPath(kind, each)}?words=${language}`,
            text: CHANNEL_LABELS[each],
            isCurrent: each === channel,
          }))}
        />
      )}
      <FormProblem result={result} labels={LABELS} />
      <Form method="post" action={toAction("save")} ref={formRef} key={formKey} onInput={follow}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="words" value={language} />
        <FormFields
          labels={LABELS}
          values={{
            ...{ subject: template.subject ?? "", body: template.body, to: loaded.to },
            ...toSubmitted(result),
          }}
          messages={toFieldMessages(result)}
          disabled={!mayEdit}
        >
          <FormCard title="Words" note={loaded.isOurs ? "These are our words." : "These are your own words."}>
            <LanguageTabs names={LANGUAGE_NAMES} language={language} />
            {channel === "MAIL" && <TextField name="subject" dir="auto" maxLength={200} />}
            <TextAreaField
              name="body"
              rows={channel === "MAIL" ? 8 : 4}
              dir="auto"
              maxLength={MOST_BODY[channel]}
              description={
                channel === "MAIL" ? "An empty line begins a new paragraph." : "Short texts cost less."
              }
            />
            <details>
              <summary>Variables</summary>
              <dl className="pn-facts">
                {loaded.variables.map((name) => (
                  <div key={name}>
                    <dt>
                      <code>{`{{${name}}}`}</code>
                    </dt>
                    <dd>{VARIABLES[name]}</dd>
                  </div>
                ))}
              </dl>
            </details>
            {mayEdit && channel === "SMS" && (
              <TextField
                name="to"
                type="tel"
                isShort
                description={
                  loaded.hasTextGateway
                    ? "Where a test goes, with the country’s code: +49 30 901820."
                    : "Where a test goes, with the country’s code. No gateway is set up: it stays on this machine, on the page “Text messages”."
                }
              />
            )}
            {mayEdit && (
              <div className="pn-row">
                <Button type="submit">Save</Button>
                <Button type="submit" variant="default" formAction={mark(toAction("test"))}>
                  {channel === "MAIL" ? "Send a test to me" : "Send a test"}
                </Button>
                <noscript>
                  <button type="submit" className="pn-button" formMethod="get">
                    Preview
                  </button>
                </noscript>
                {!loaded.isOurs && (
                  <Button type="submit" variant="subtle" formAction={mark(toAction("reset"))}>
                    Back to our words
                  </Button>
                )}
              </div>
            )}
          </FormCard>
        </FormFields>
        <UnsavedGuard isActive={isDirty && !isSending} />
      </Form>
      <div className="nt-below">
        <NoticePreview preview={(drawn.data ?? loaded).preview} />
        <VersionList
          action={toAction("restore")}
          language={language}
          version={version}
          versions={loaded.versions}
          mayEdit={mayEdit}
        />
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/notices" backLabel="Go to all notices" />;
}
