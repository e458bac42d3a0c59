import { z } from 'zod';

/** Why a page that was found is not part of the scan. */
export const notAttemptedReasons = {
  limit: 'The scan reached its maximum number of pages.',
  depth: 'It is more links away from the first pages than the scan follows.',
  pattern: 'The includeUrls or excludeUrls of the scan exclude it.',
  file: 'Its address has the extension of a file that is not a web page.',
  robots: "The site's robots.txt disallows it.",
  risky: 'Its link seems to sign out, delete or order something, and the scan is signed in.',
  ended: 'The scan ended before the page was attempted.',
} as const;
export type NotAttemptedReason = keyof typeof notAttemptedReasons;

const reasons = Object.keys(notAttemptedReasons) as [NotAttemptedReason, ...NotAttemptedReason[]];

export const notAttemptedReasonSchema = z.enum(reasons).meta({
  description: reasons.map((reason) => `\`${reason}\`: ${notAttemptedReasons[reason]}`).join(' '),
});
