import { Form, Link } from "@remix-run/react";
import { formatDateTime, type Instant } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { Card } from "~/ui/parts/card";

type Preview = { subject: string; html: string; contractId: number } | null;

/** The mail as it would go out, at a phone's and a computer's width. Nothing in it can run. */
export function NoticePreview({ preview }: { preview: Preview }) {
  if (!preview)
    return (
      <Card title="Preview">
        <p className="pn-dimmed">The preview needs a contract: there is none yet.</p>
      </Card>
    );
  const { html, subject, contractId } = preview;
  return (
    <Card
      title="Preview"
      note={
        <>
          With <Link to={`/admin/contracts/${contractId}`}>contract {contractId}</Link>. Subject:{" "}
          <bdi>{subject}</bdi>
        </>
      }
    >
      <div className="nt-frames">
        {(["phone", "computer"] as const).map((width) => (
          <figure key={width} data-width={width}>
            {/* A new frame for each text: navigating one frame would fill the browser's history. */}
            <iframe key={html} title={`Preview on a ${width}`} sandbox="" srcDoc={html} />
            <figcaption className="pn-dimmed">{width === "phone" ? "Phone" : "Computer"}</figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}

type Version = { version: number; subject: string | null; savedBy: string; createdAt: Instant };

/** What was saved before; each can be made the newest again. */
export function VersionList(props: {
  action: string;
  language: string;
  seen: number;
  versions: readonly Version[];
  mayEdit: boolean;
}) {
  const { timeZone } = useAdminShell().shop;
  const { action, language, seen, versions, mayEdit } = props;
  if (versions.length === 0) return null;
  return (
    <Card title="Versions">
      <ul className="pn-plain pn-list">
        {versions.map(({ version, subject, savedBy, createdAt }) => (
          <li key={version}>
            <span className="pn-text">
              <strong>
                {version}: {subject === null ? "Our words" : <bdi>{subject}</bdi>}
              </strong>
              <span className="pn-dimmed">
                <bdi>{savedBy}</bdi>, {formatDateTime(createdAt, timeZone)}
              </span>
            </span>
            {mayEdit && version !== seen && (
              <Form method="post" action={action}>
                <input type="hidden" name="language" value={language} />
                <input type="hidden" name="seen" value={seen} />
                <input type="hidden" name="version" value={version} />
                <button type="submit" className="pn-button" data-small>
                  Use again<span className="pn-hidden"> version {version}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
