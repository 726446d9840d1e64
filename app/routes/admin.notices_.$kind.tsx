import { Button } from "@mantine/core";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { NOTICE_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import { VARIABLES } from "~/features/notice-settings/rules/notice-template";
import {
  noticeEditorAction,
  noticeEditorLoader,
} from "~/features/notices/admin/notice-pages.endpoints.server";
import { NoticePreview, VersionList } from "~/features/notices/ui/notice-editor";
import styles from "~/features/notices/ui/notices.css";
import { LANGUAGE_NAMES } from "~/features/portal-settings/portal-settings-labels";
import { pageTitle } from "~/lib/page-title";
import { TextAreaField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { LanguageTabs } from "~/ui/form/language-tabs";
import { ErrorView } from "~/ui/frame/error-view";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";

export { noticeEditorAction as action, noticeEditorLoader as loader };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
export const meta: MetaFunction<typeof noticeEditorLoader> = ({ data }) => [
  { title: pageTitle(data ? `Notice: ${NOTICE_LABELS[data.kind].name}` : "Notice not found") },
];

const LABELS = { subject: "Subject", body: "Text" };
const DRAW_AFTER_MS = 300;

export default function NoticeEditorPage() {
  const loaded = useLoaderData<typeof noticeEditorLoader>();
  const { kind, language, words, version, mayEdit, email } = loaded;
  const result = useActionData<typeof noticeEditorAction>();
  const drawn = useFetcher<typeof noticeEditorLoader>({ key: `${kind} ${language} ${version}` });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { subject, body } = Object.fromEntries(new FormData(form)) as Record<string, string>;
      const search = new URLSearchParams({ words: language, subject: subject ?? "", body: body ?? "" });
      drawn.load(`/admin/notices/${kind}?${search}`);
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
        messages={{ saved: "Words saved", reset: "Our words are back", tested: `Test sent to ${email}` }}
      />
      <FormProblem result={result} labels={LABELS} />
      <Form
        method="post"
        action={`/admin/notices/${kind}?words=${language}&intent=save`}
        key={`${language} ${version}`}
        onInput={follow}
      >
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="words" value={language} />
        <FormFields
          labels={LABELS}
          values={{ ...words, ...toSubmitted(result) }}
          messages={toFieldMessages(result)}
          disabled={!mayEdit}
        >
          <FormCard title="Words" note={loaded.isOurs ? "These are our words." : "These are your own words."}>
            <LanguageTabs names={LANGUAGE_NAMES} language={language} />
            <TextField name="subject" dir="auto" maxLength={200} />
            <TextAreaField
              name="body"
              rows={8}
              dir="auto"
              maxLength={5000}
              description="An empty line begins a new paragraph."
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
            {mayEdit && (
              <div className="pn-row">
                <Button type="submit">Save</Button>
                <Button
                  type="submit"
                  variant="default"
                  formAction={`/admin/notices/${kind}?words=${language}&intent=test`}
                >
                  Send a test to me
                </Button>
                <noscript>
                  <button type="submit" className="pn-button" formMethod="get">
                    Preview
                  </button>
                </noscript>
                {!loaded.isOurs && (
                  <Button
                    type="submit"
                    variant="subtle"
                    formAction={`/admin/notices/${kind}?words=${language}&intent=reset`}
                  >
                    Back to our words
                  </Button>
                )}
              </div>
            )}
          </FormCard>
        </FormFields>
      </Form>
      <div className="nt-below">
        <NoticePreview preview={(drawn.data ?? loaded).preview} />
        <VersionList
          action={`/admin/notices/${kind}?words=${language}&intent=restore`}
          language={language}
          seen={version}
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
