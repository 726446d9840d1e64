import { STAFF_ROLES, type StaffRole } from "~/access/principal";
import { ROLE_DETAILS } from "~/features/staff/team/role-details";
import { ChoiceField } from "~/ui/form/choice-fields";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";

/** One of the roles, with what each may do. */
export const RoleField = ({ name, initial }: { name: string; initial?: StaffRole }) => (
  <ChoiceField
    name={name}
    initial={initial}
    options={STAFF_ROLES.map((role) => [role, ROLE_LABELS[role], ROLE_DETAILS[role].may])}
    className="pn-stack"
  />
);
