import type { useLoaderData } from "@remix-run/react";
import type { teamLoader } from "~/features/staff/team/team.endpoints.server";
import type { Instant } from "~/lib/format";
import { Form } from "~/ui/form/form";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";
import type { Column } from "~/ui/list/data-table";
import { AgoText, DateText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";

type Data = ReturnType<typeof useLoaderData<typeof teamLoader>>;
type Member = Data["members"][number];
type Invitation = Data["invitations"][number];

/** For those who may only see who works here. Shared by the rows: the id of who is looking. */
export const SEEN_COLUMNS: Column<Member, number>[] = [
  {
    title: "Name",
    isMain: true,
    cell: ({ id, name }, ownId) => (
      <>
        <bdi>{name}</bdi> {id === ownId && <span className="pn-dimmed">(you)</span>}
      </>
    ),
  },
  { title: "E-mail", cell: ({ email }) => <bdi>{email}</bdi> },
  { title: "Role", cell: ({ role }) => ROLE_LABELS[role] },
  {
    title: "Two-step sign-in",
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? "On" : <span className="pn-dimmed">Off</span>),
  },
];

export const MEMBER_COLUMNS: Column<Member, number>[] = [
  ...SEEN_COLUMNS,
  {
    title: "Actions",
    isTitleHidden: true,
    align: "end",
    cell: ({ id, name }) => (
      <span className="pn-row pn-end">
        <a href={`?action=role&staff=${id}`} className="pn-button" data-small>
          Change role<span className="pn-hidden"> of {name}</span>
        </a>
        <a href={`?action=remove&staff=${id}`} className="pn-button" data-small>
          Remove<span className="pn-hidden"> {name}</span>
        </a>
      </span>
    ),
  },
];

export const INVITATION_COLUMNS: Column<Invitation, Instant>[] = [
  { title: "E-mail", isMain: true, cell: ({ email }) => <bdi>{email}</bdi> },
  { title: "Role", cell: ({ role }) => ROLE_LABELS[role] },
  {
    title: "Invited",
    cell: ({ createdAt, invitedBy }, now) => (
      <>
        <AgoText at={createdAt} now={now} /> <span className="pn-dimmed">by {invitedBy}</span>
      </>
    ),
  },
  {
    title: "Valid until",
    cell: ({ expiresAt, isOver }) =>
      isOver ? <StatusBadge label="Expired" tone="plain" /> : <DateText at={expiresAt} />,
  },
  {
    title: "Actions",
    isTitleHidden: true,
    align: "end",
    cell: ({ email, role }) => (
      <span className="pn-row pn-end">
        <Form method="post" action="?intent=invite">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="role" value={role} />
          <button type="submit" className="pn-button" data-small>
            Send again<span className="pn-hidden"> to {email}</span>
          </button>
        </Form>
        <a href={`?${new URLSearchParams({ action: "withdraw", email })}`} className="pn-button" data-small>
          Withdraw<span className="pn-hidden"> the invitation of {email}</span>
        </a>
      </span>
    ),
  },
];
