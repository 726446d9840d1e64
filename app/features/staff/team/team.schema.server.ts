import { z } from "zod";
import { STAFF_ROLES } from "~/access/principal";
import { emailSchema, newPasswordSchema } from "~/access/shops.schema.server";

const role = z.enum(STAFF_ROLES, "Choose a role.");

export const personName = z
  .string("Enter your name.")
  .trim()
  .min(1, "Enter your name.")
  .max(200, "At most 200 characters.");

export const invitationSchema = z.object({ email: emailSchema, role });
export type InvitationInput = z.output<typeof invitationSchema>;

/** An open invitation, by its address. */
export const openInvitationSchema = z.object({ email: emailSchema });

const staffId = z.coerce.number("Choose somebody.").int("Choose somebody.").positive("Choose somebody.");
export const memberSchema = z.object({ staffId });
export const requirementSchema = z.object({ isRequired: z.enum(["true", "false"], "Say true or false.") });
export const memberRoleSchema = z.object({ staffId, newRole: role });

/** New people create an account; an existing account needs neither. */
export const joinSchema = z.object({
  token: z.string("Open the link of the invitation again."),
  name: personName.optional(),
  password: newPasswordSchema.optional(),
});
export type JoinInput = z.output<typeof joinSchema>;
