import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { type MemberRole, memberRoles } from './membership.ts';
import { emailSchema, personNameSchema } from './person.ts';

/** Maximum number of sites that one member can be limited to. */
const MEMBER_SITES_MAX = 25;
const TOKEN_LENGTH_MAX = 200;

const role = z.enum(memberRoles).meta({ description: 'Role of the person in the account.' });
const siteIds = z
  .array(createIdSchema('site'))
  .min(1)
  .max(MEMBER_SITES_MAX)
  .transform((ids) => [...new Set(ids)]);

/** True if the sites are allowed with the role: an administrator is not limited to sites. */
const hasAllowedSites = (body: { role?: MemberRole | undefined; siteIds?: string[] | null | undefined }) =>
  body.role !== 'admin' || !body.siteIds;
const sitesError = {
  path: ['siteIds'],
  error: 'must not be given for the role admin, which is not limited to sites',
};

/** An invitation, as a caller requests it. */
export const inviteSchema = z
  .strictObject({
    email: emailSchema.meta({ description: 'Address of the invited person.', example: 'grace@example.com' }),
    role,
    siteIds: siteIds
      .optional()
      .meta({ description: 'Ids of the sites that the person is limited to. Without it, all sites.' }),
  })
  .refine(hasAllowedSites, sitesError)
  .meta({ id: 'InviteMember', description: 'An invitation to the account.' });
export type InviteRequest = z.output<typeof inviteSchema>;

/** A change of a member, as a caller requests it. */
export const changeMemberSchema = z
  .strictObject({
    role: role.optional(),
    siteIds: siteIds
      .nullable()
      .optional()
      .meta({ description: 'Ids of the sites that the person is limited to; null for all sites.' }),
  })
  .refine((body) => body.role !== undefined || body.siteIds !== undefined, {
    error: 'must have role or siteIds',
  })
  .refine(hasAllowedSites, sitesError)
  .meta({ id: 'ChangeMember', description: 'A change of a member.' });
export type MemberChangeRequest = z.output<typeof changeMemberSchema>;

/** The token of an invitation, as the fragment of its link has it. */
export const invitationTokenSchema = z
  .strictObject({
    token: z.string().max(TOKEN_LENGTH_MAX).meta({ description: 'The fragment of the link, without `#`.' }),
  })
  .meta({ id: 'InvitationToken', description: 'The token of an invitation.' });

/** A change of the signed-in person. */
export const changeMeSchema = z
  .strictObject({ name: personNameSchema.meta({ description: 'The name, as others see it.' }) })
  .meta({ id: 'ChangeMe', description: 'A change of the signed-in person.' });
