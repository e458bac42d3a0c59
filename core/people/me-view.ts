import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { memberRoles } from './membership.ts';

const time = z.iso.datetime();

/** The signed-in person, the session and the accounts, as the API shows them. */
export const meViewSchema = z
  .object({
    person: z
      .object({
        personId: createIdSchema('person').meta({ description: 'Id of the person.' }),
        name: z.string().meta({ description: 'The name, as the person chose it.' }),
        email: z.string().meta({ description: 'The verified email address.' }),
      })
      .meta({ description: 'The signed-in person.' }),
    session: z
      .object({
        sessionId: createIdSchema('session').meta({ description: 'Id of the session.' }),
        createdAt: time.meta({ description: 'Time at which the session began.' }),
        signedInAt: time.nullable().meta({
          description:
            'Time of the sign-in at the identity provider; null if it did not state it. Sensitive calls need a recent one.',
        }),
        endsAt: time.meta({ description: 'Time at which the session ends, even if it is used.' }),
      })
      .meta({ description: 'The session of the call.' }),
    accounts: z
      .array(
        z.object({
          accountId: createIdSchema('acct').meta({ description: 'Id of the account.' }),
          name: z.string().meta({ description: 'Name of the account.' }),
          role: z.enum(memberRoles).meta({ description: 'Role of the person in the account.' }),
          siteIds: z
            .array(createIdSchema('site'))
            .nullable()
            .meta({ description: 'Ids of the sites that the person is limited to; null for all sites.' }),
        }),
      )
      .meta({ description: 'The accounts of which the person is a member.' }),
  })
  .meta({ id: 'Me', description: 'The signed-in person, the session and the accounts.' });
export type MeView = z.infer<typeof meViewSchema>;
