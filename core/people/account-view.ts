import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { mailStateSchema } from '../mail/notifications.ts';
import { NAME_LENGTH_MAX } from '../name-length.ts';
import { type SharingMode, sharingModes } from '../shared-reports/shared-report.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';

/** The name of an account. */
const accountNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN);

const sharing = z.enum(sharingModes).meta({
  description:
    'Whether members may share reports by links. `forbidden` ends all links at once; if it is allowed again, they stay ended.',
});

/** A change of an account. */
export const changeAccountSchema = z
  .strictObject({ name: accountNameSchema.meta({ description: 'Name of the account.' }), sharing })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change at least one of name, sharing')
  .meta({ id: 'ChangeAccount', description: 'A change of the account.' });

/** A change of an account, with the members that change. */
export interface AccountChange {
  name?: string | undefined;
  sharing?: SharingMode | undefined;
}

/** The confirmation of the deletion of an account. */
export const deleteAccountSchema = z
  .strictObject({
    name: z.string().trim().max(NAME_LENGTH_MAX).meta({ description: 'Name of the account, to confirm.' }),
  })
  .meta({ id: 'DeleteAccount', description: 'The confirmation of the deletion of the account.' });

const count = (description: string) => z.number().int().meta({ description });

/** The limits of an account. */
const accountLimitsSchema = z
  .object({
    requestsPerMinute: count('Requests that each key or person may make per minute.'),
    sites: count('Sites of the account.'),
    members: count('Members of the account.'),
    invitations: count('Open invitations of the account.'),
    unfinishedScans: count('Unfinished scans of the account at a time.'),
    scansPerMonth: count('Scans of the account in a calendar month (UTC).'),
    pagesPerMonth: count('Scanned pages of the account in a calendar month (UTC).'),
  })
  .meta({ description: 'Maximum numbers.' });
export type AccountLimits = z.infer<typeof accountLimitsSchema>;

/** An account, as the API shows it. */
export const accountViewSchema = z
  .object({
    accountId: createIdSchema('acct').meta({ description: 'Id of the account.' }),
    name: z.string().meta({ description: 'Name of the account.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time of its creation.' }),
    members: count('Number of members.'),
    sites: count('Number of sites.'),
    keys: count('Number of API keys, also expired and revoked ones.'),
    sharing,
    mail: mailStateSchema,
    limits: accountLimitsSchema,
  })
  .meta({ id: 'Account', description: 'The account.' });
export type AccountView = z.infer<typeof accountViewSchema>;

/** The beginning of the deletion of an account. */
export const accountDeletionSchema = z
  .object({ accountId: createIdSchema('acct').meta({ description: 'Id of the account.' }) })
  .meta({ id: 'AccountDeletion', description: 'A deletion that has begun.' });
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;
