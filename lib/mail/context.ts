import { emailSchema } from '../../core/people/person.ts';
import type { ReadContext } from '../dashboard/context.ts';
import type { MailSender } from '../stage-settings.ts';

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/**
 * Returns the sender of mails from the context (`mailSender` and `mailRegion`); undefined if mail is off.
 * @throws Error if the address or the region is malformed, or if there is a region but no address
 */
export function parseMailSender(read: ReadContext): MailSender | undefined {
  const [given, region] = [read('mailSender'), read('mailRegion')];
  if (given === undefined && region === undefined) return undefined;
  const address = emailSchema.safeParse(given);
  if (!address.success) {
    throw new Error(`mailSender must be an email address, such as scans@example.com, not '${given}'`);
  }
  if (region === undefined) return { address: address.data };
  if (typeof region !== 'string' || !REGION.test(region)) {
    throw new Error(`mailRegion must be a region of AWS, such as eu-central-1, not '${region}'`);
  }
  return { address: address.data, region };
}
