import { z } from 'zod';

/** Why a page that was found is not part of the scan. */
export const notAttemptedReasons = {
  limit: 'The scan had as many pages as it may have.',
  depth: 'It is more links away from the first pages than the scan follows.',
  pattern: 'The includeUrls or excludeUrls of the scan leave it out.',
  file: 'Its address ends like that of a file that is no page.',
  robots: "The site's robots.txt disallows it.",
  risky: 'Its link seems to sign out, delete or order something, and the scan is signed in.',
  ended: 'The scan ended before it came to it.',
} as const;
export type NotAttemptedReason = keyof typeof notAttemptedReasons;

const reasons = Object.keys(notAttemptedReasons) as [NotAttemptedReason, ...NotAttemptedReason[]];

export const notAttemptedReasonSchema = z.enum(reasons).meta({
  description: reasons.map((reason) => `\`${reason}\`: ${notAttemptedReasons[reason]}`).join(' '),
});
