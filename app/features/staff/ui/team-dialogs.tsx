import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";
import { RoleField } from "./role-field";

// Not the name that the invitation form uses: fields are found by name.
const LABELS = { newRole: "Role" };

/** Confirms changes of somebody's role or membership; opened by an address. */
export function TeamDialogs() {
  const { members, invitations, ownId } = useLoaderData<typeof teamLoader>();
  const result = useAnswer<typeof teamAction>();
  const [search] = useSearchParams();
  const member = members.find(({ id }) => String(id) === search.get("staff"));
  const invitation = invitations.find(({ email }) => email === search.get("email"));
  const action = search.get("action");
  if (action === "role" && member)
    return (
      <FormDialog
        title={`Change the role of ${member.name}`}
        cancel="/admin/staff"
        action={`?action=role&staff=${member.id}&intent=role`}
        confirm="Change role"
        hidden={{ staffId: member.id }}
        result={result}
        labels={LABELS}
      >
        <RoleField name="newRole" initial={member.role} />
      </FormDialog>
    );
  if (action === "remove" && member)
    return (
      <FormDialog
        title={member.id === ownId ? "Leave this shop?" : `Remove ${member.name}?`}
        text={
          member.id === ownId
            ? "You lose access at once. Another owner can invite you again."
            : "They lose access to this shop at once. Their account stays, for other shops they work in."
        }
        cancel="/admin/staff"
        action={`?action=remove&staff=${member.id}&intent=remove`}
        confirm={member.id === ownId ? "Leave" : "Remove"}
        isHarsh
        hidden={{ staffId: member.id }}
        result={result}
      />
    );
  if (action === "withdraw" && invitation)
    return (
      <FormDialog
        title={`Withdraw the invitation of ${invitation.email}?`}
        text="The link they were mailed stops working."
        cancel="/admin/staff"
        action="?intent=withdraw"
        confirm="Withdraw"
        isHarsh
        hidden={{ email: invitation.email }}
      />
    );
  return null;
}
