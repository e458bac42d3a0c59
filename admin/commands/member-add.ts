import { z } from 'zod';
import { admitMember } from '../../adapters/dynamodb/memberships.ts';
import { ensurePerson } from '../../adapters/dynamodb/people.ts';
import { memberRoles } from '../../core/people/membership.ts';
import { deriveName, emailSchema, personNameSchema } from '../../core/people/person.ts';
import { escapeLine } from '../../core/text/line.ts';
import { accountId, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';

const schema = z.strictObject({
  account: accountId,
  issuer: z.url({ protocol: /^https?$/ }),
  subject: z.string().min(1).max(255),
  email: emailSchema,
  name: personNameSchema.optional(),
  role: z.enum(memberRoles),
});

/** `member add` */
export const run = defineCommand(schema, async ({ store, by, now }, request) => {
  const { account, issuer, subject, email, role } = request;
  const name = request.name ?? deriveName(email);
  const { personId } = await ensurePerson(
    store,
    { issuer, subject },
    { name, email, emailUnverified: true },
    now,
  );
  const actor = await by(account);
  const joinedAt = now.toISOString();
  const membership = { accountId: account, personId, role, joinedAt, invitedBy: actor.actor };
  switch (await admitMember(store, membership, actor, now)) {
    case 'account-gone':
      throw new UsageError(`the account ${account} does not exist; account list shows all accounts`);
    case 'already':
      throw new UsageError(`${personId} is a member of the account ${account} already`);
    default:
      return {
        json: { personId, accountId: account, role },
        text: `Added ${escapeLine(name)} (${personId}) to the account ${account} with the role ${role}.`,
      };
  }
});
