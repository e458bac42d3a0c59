import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { type Invitation, isInvitationOpen } from './invitation.ts';
import { type Membership, memberRoles } from './membership.ts';
import type { Person } from './person.ts';

const time = z.iso.datetime();
const role = z.enum(memberRoles).meta({ description: 'Role of the person in the account.' });
const siteIds = z
  .array(createIdSchema('site'))
  .nullable()
  .meta({ description: 'Ids of the sites that the person is limited to; null for all sites.' });
const invitationId = createIdSchema('invite').meta({ description: 'Id of the invitation.' });
const email = z.string().meta({ description: 'Address of the invited person.' });

const memberMembers = {
  personId: createIdSchema('person').meta({ description: 'Id of the person.' }),
  name: z.string().meta({ description: 'The name, as the person chose it.' }),
  email: z.string().meta({ description: 'The verified email address.' }),
  role,
  siteIds,
  joinedAt: time.meta({ description: 'Time at which the person became a member.' }),
  lastSeenAt: time.nullable().meta({ description: 'Time of the last call in this account; null for none.' }),
};

/** A member of an account, as the API shows it. */
export const memberViewSchema = z
  .object(memberMembers)
  .meta({ id: 'Member', description: 'A member of the account.' });
export type MemberView = z.infer<typeof memberViewSchema>;

const voidedInvitations = z
  .array(z.object({ invitationId, email }))
  .meta({ description: 'Invitations that the person sent and that are now void.' });

/** A member after a change. */
export const changedMemberSchema = z
  .object({ ...memberMembers, voidedInvitations })
  .meta({ id: 'ChangedMember', description: 'A member after a change.' });
export type ChangedMember = z.infer<typeof changedMemberSchema>;

/** What a removed member leaves behind. */
export const removalSchema = z
  .object({
    keys: z
      .array(
        z.object({
          keyId: createIdSchema('apikey').meta({ description: 'Id of the key.' }),
          name: z.string().meta({ description: 'Name of the key.' }),
        }),
      )
      .meta({ description: 'Keys that the person created and that still work. Each can be revoked.' }),
    voidedInvitations,
  })
  .meta({ id: 'MemberRemoval', description: 'What a removed member leaves behind.' });
export type MemberRemoval = z.infer<typeof removalSchema>;

/** An invitation, as the API shows it. */
export const invitationViewSchema = z
  .object({
    invitationId,
    email,
    role,
    siteIds,
    invitedBy: z
      .object({
        id: z.string().meta({ description: 'Id of the person, or the name of an operator.' }),
        name: z.string().meta({ description: 'Name of the person or operator.' }),
      })
      .meta({ description: 'Who sent the invitation last.' }),
    createdAt: time.meta({ description: 'Time at which the address was invited.' }),
    expiresAt: time.meta({ description: 'Time until which the invitation can be accepted.' }),
    status: z
      .enum(['open', 'expired'])
      .meta({ description: 'Whether the invitation can still be accepted.' }),
  })
  .meta({ id: 'Invitation', description: 'An invitation to the account.' });
export type InvitationView = z.infer<typeof invitationViewSchema>;

/** An invitation with its link. */
export const invitationWithLinkSchema = z
  .object({
    invitation: invitationViewSchema,
    link: z.string().meta({
      description:
        'The link for the invited person. The service does not store it: no other response has it.',
    }),
  })
  .meta({ id: 'InvitationWithLink', description: 'An invitation with its link.' });
export type InvitationWithLink = z.infer<typeof invitationWithLinkSchema>;

/** An invitation, as the invited person sees it before accepting. */
export const invitationPreviewSchema = z
  .object({
    accountName: z.string().meta({ description: 'Name of the account.' }),
    role,
    siteCount: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Number of the sites that the person would be limited to; null for all sites.' }),
    expiresAt: time.meta({ description: 'Time until which the invitation can be accepted.' }),
  })
  .meta({ id: 'InvitationPreview', description: 'An invitation, before it is accepted.' });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** An invitation that was accepted. */
export const acceptedInvitationSchema = z
  .object({ accountId: createIdSchema('acct').meta({ description: 'Id of the account.' }) })
  .meta({ id: 'AcceptedInvitation', description: 'An invitation that was accepted.' });
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;

/** Returns the view of a member. */
export function toMemberView(
  { personId, role: ofMember, siteIds: limit, joinedAt }: Membership,
  { name, email: address }: Pick<Person, 'name' | 'email'>,
  lastSeenAt: string | null,
): MemberView {
  return { personId, name, email: address, role: ofMember, siteIds: limit ?? null, joinedAt, lastSeenAt };
}

/** Returns the view of an invitation. @param names names of people by their ids */
export function toInvitationView(
  invitation: Invitation,
  names: ReadonlyMap<string, string>,
  now: Date,
): InvitationView {
  const { invitedBy, createdAt, expiresAt } = invitation;
  return {
    invitationId: invitation.invitationId,
    email: invitation.email,
    role: invitation.role,
    siteIds: invitation.siteIds ?? null,
    invitedBy: { id: invitedBy, name: names.get(invitedBy) ?? invitedBy },
    createdAt,
    expiresAt,
    status: isInvitationOpen(invitation, now) ? 'open' : 'expired',
  };
}
