import { Button } from "@mantine/core";
import { Form, type MetaFunction, useLoaderData, useNavigation } from "@remix-run/react";
import { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { RoleField } from "~/features/staff/ui/role-field";
import { TeamDialogs } from "~/features/staff/ui/team-dialogs";
import type { Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { Card } from "~/ui/parts/card";
import { AgoText, DateText } from "~/ui/parts/date-text";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { StatusBadge } from "~/ui/parts/status-badge";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { teamAction as action, teamLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Staff") }];

const DONE = {
  invited: "The invitation is on its way",
  withdrawn: "Invitation withdrawn",
  role: "Role changed",
  removed: "They are off the staff",
  required: "Two-step sign-in is required from now on",
  optional: "Two-step sign-in is up to each of the staff",
};

type Data = ReturnType<typeof useLoaderData<typeof teamLoader>>;
type Member = Data["members"][number];
type Invitation = Data["invitations"][number];

export default function StaffPage() {
  const { mayEdit, members, invitations, ownId, now } = useLoaderData<typeof teamLoader>();
  return (
    <ListPage
      title="Staff"
      note={
        mayEdit ? "Who works in this shop, and what they may do." : "Only an owner can change who works here."
      }
      back={{ to: "/admin/settings", label: "Settings" }}
      done={DONE}
    >
      <ListCard label="Staff">
        <DataTable rows={members} columns={mayEdit ? MEMBER_COLUMNS : SEEN_COLUMNS} shared={ownId} />
      </ListCard>
      {invitations.length > 0 && (
        <ListCard label="Invitations" title="Invitations">
          <DataTable
            rows={invitations}
            columns={INVITATION_COLUMNS}
            shared={now}
            isMuted={({ isOver }) => isOver}
          />
        </ListCard>
      )}
      {mayEdit && <InviteForm key={invitations.length} />}
      {mayEdit && <Requirement />}
      {mayEdit && <TeamDialogs />}
    </ListPage>
  );
}

const SEEN_COLUMNS: Column<Member, number>[] = [
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

const MEMBER_COLUMNS: Column<Member, number>[] = [
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

const INVITATION_COLUMNS: Column<Invitation, Instant>[] = [
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
    title: "Good until",
    cell: ({ expiresAt, isOver }) =>
      isOver ? <StatusBadge status="EXPIRED" /> : <DateText at={expiresAt} />,
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

const LABELS = { email: "E-mail", role: "Role" };

function InviteForm() {
  const answer = useAnswer<typeof teamAction>();
  const isBusy = useNavigation().formAction?.includes("intent=invite") ?? false;
  // The page has other forms, too: only values sent from this one are shown.
  const result = "email" in toSubmitted(answer) ? answer : undefined;
  return (
    <Form method="post" action="?intent=invite" className="pn-card" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite somebody</h2>
      <FormProblem result={result} labels={LABELS} />
      <FormFields
        labels={LABELS}
        values={{ role: "editor", ...toSubmitted(result) }}
        messages={toFieldMessages(result)}
      >
        <div className="pn-stack">
          <TextField
            name="email"
            type="email"
            description="They get a link that is good for three days."
            required
            maxLength={254}
          />
          <RoleField name="role" />
          <div className="pn-actions">
            <Button type="submit" loading={isBusy}>
              Send invitation
            </Button>
          </div>
        </div>
      </FormFields>
    </Form>
  );
}

function Requirement() {
  const { requiresSecondFactor } = useLoaderData<typeof teamLoader>();
  const answer = useAnswer<typeof teamAction>();
  const result = "isRequired" in toSubmitted(answer) ? answer : undefined;
  return (
    <Card
      title="Two-step sign-in"
      note={
        requiresSecondFactor
          ? "Required: whoever has not set it up can do nothing else in this shop until they have."
          : "Up to each of the staff. Required, whoever has not set it up can do nothing else until they have."
      }
    >
      <FormProblem result={result} />
      <Form method="post" action="?intent=twoStep" preventScrollReset>
        <input type="hidden" name="isRequired" value={String(!requiresSecondFactor)} />
        <Button type="submit" variant="default">
          {requiresSecondFactor ? "Require it no more" : "Require it of everybody"}
        </Button>
      </Form>
    </Card>
  );
}
