import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import type { accountLoader } from "~/features/staff/account/account.endpoints.server";
import { Form } from "~/ui/form/form";
import { Card } from "~/ui/parts/card";
import { AgoText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";

/** Where somebody is signed in, with buttons to end sessions. */
export function SessionList() {
  const { sessions, now } = useLoaderData<typeof accountLoader>();
  return (
    <Card
      title="Where you are signed in"
      note="End any session you do not recognise, then choose a new password."
    >
      <ul className="pn-plain pn-list">
        {sessions.map(({ id, browser, address, createdAt, lastUsedAt, isThis }) => (
          <li key={id}>
            <span className="pn-text">
              <strong>{browser}</strong>
              <span className="pn-dimmed">
                {address && <>{address} · </>}used <AgoText at={lastUsedAt} now={now} /> · since{" "}
                <AgoText at={createdAt} now={now} />
              </span>
            </span>
            {isThis ? (
              <StatusBadge label="This browser" tone="good" />
            ) : (
              <Form method="post" action="?intent=end" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="pn-button" data-small>
                  End<span className="pn-hidden"> the session in {browser}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="?intent=endOthers" preventScrollReset>
          <Button type="submit" variant="default">
            End all others
          </Button>
        </Form>
      )}
    </Card>
  );
}
