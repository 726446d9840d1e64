import { useLoaderData } from "@remix-run/react";
import { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { INVITATION_COLUMNS, MEMBER_COLUMNS, SEEN_COLUMNS } from "~/features/staff/ui/team-columns";
import { TeamDialogs } from "~/features/staff/ui/team-dialogs";
import { InviteForm, SecondFactorRequirement } from "~/features/staff/ui/team-forms";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { teamAction as action, teamLoader as loader };

export const meta = titled("Staff");

const DONE = {
  invited: "The invitation is on its way",
  withdrawn: "Invitation withdrawn",
  role: "Role changed",
  removed: "Removed from the staff",
  required: "Two-step sign-in is required from now on",
  optional: "Two-step sign-in is optional from now on",
};

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
      {mayEdit && <SecondFactorRequirement />}
      {mayEdit && <TeamDialogs />}
    </ListPage>
  );
}
