import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { MeasuredText } from "~/features/text-messages/segments";
import { formatDateTime, type Instant } from "~/lib/format";
import { Form } from "~/ui/form/form";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { Card } from "~/ui/parts/card";

type Mail = { subject: string; html: string };
type Preview = ({ mail: Mail } | { sms: MeasuredText }) & { contractId: number };

/** The notice as it would go out, with a real contract. */
export function NoticePreview({ preview }: { preview: Preview | null }) {
  if (!preview)
    return (
      <Card title="Preview">
        <p className="pn-dimmed">The preview needs a contract: there is none yet.</p>
      </Card>
    );
  const { contractId } = preview;
  const contract = <Link to={`/admin/contracts/${contractId}`}>contract {contractId}</Link>;
  return "sms" in preview ? (
    <TextPreview sms={preview.sms} contract={contract} />
  ) : (
    <MailPreview mail={preview.mail} contract={contract} />
  );
}

/** The text message on a phone, with its number of segments. */
function TextPreview({ sms, contract }: { sms: MeasuredText; contract: ReactNode }) {
  const { text, segments, characters, isPlain } = sms;
  const size = `${characters} ${characters === 1 ? "character" : "characters"}, sent as ${segments} ${segments === 1 ? "message" : "messages"}`;
  return (
    <Card title="Preview" note={<>With {contract}.</>}>
      <div className="nt-phone">
        <p className="nt-bubble" dir="auto" data-testid="text-message">
          {text}
        </p>
      </div>
      <p className="pn-after" role="status">
        {size}
      </p>
      <p className="pn-dimmed">
        {isPlain
          ? "Up to 160 characters are one message; longer texts consist of several with 153 each."
          : "With characters outside the basic alphabet of text messages, up to 70 characters are one message; longer texts consist of several with 67 each."}
      </p>
    </Card>
  );
}

/** The mail at a phone's and a computer's width. The sandbox runs no scripts. */
function MailPreview({ mail: { html, subject }, contract }: { mail: Mail; contract: ReactNode }) {
  return (
    <Card
      title="Preview"
      note={
        <>
          With {contract}. Subject: <bdi>{subject}</bdi>
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

type Version = { version: number; title: string | null; savedBy: string; createdAt: Instant };

/** Earlier versions; each can be restored. */
export function VersionList(props: {
  action: string;
  language: string;
  /** The newest one. */
  version: number;
  versions: readonly Version[];
  mayEdit: boolean;
}) {
  const { timeZone } = useAdminShell().shop;
  const { action, language, version: newest, versions, mayEdit } = props;
  if (versions.length === 0) return null;
  return (
    <Card title="Versions">
      <ul className="pn-plain pn-list">
        {versions.map(({ version, title, savedBy, createdAt }) => (
          <li key={version}>
            <span className="pn-text">
              <strong>
                {version}: {title === null ? "Our words" : <bdi>{title}</bdi>}
              </strong>
              <span className="pn-dimmed">
                <bdi>{savedBy}</bdi>, {formatDateTime(createdAt, timeZone)}
              </span>
            </span>
            {mayEdit && version !== newest && (
              <Form method="post" action={action}>
                <input type="hidden" name="language" value={language} />
                <input type="hidden" name="version" value={newest} />
                <input type="hidden" name="restoredVersion" value={version} />
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
