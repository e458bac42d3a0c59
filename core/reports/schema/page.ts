import { z } from 'zod';
import { pageOutcomeSchema } from '../../scans/page-outcome.ts';
import { ruleOutcomeSchema, selectorPathSchema } from '../../scans/page-result.ts';
import { countSchema, timeSchema } from './numbers.ts';

const reportRuleOutcomeSchema = ruleOutcomeSchema.extend({
  unlisted: z.object({ violations: countSchema, needsReview: countSchema }).optional().meta({
    description:
      'Elements of this page, suppressed ones among them, that the rule counted and `nodes` does not have; absent where it has all.',
  }),
});

export const reportPageSchema = z
  .object({
    id: z.string(),
    requestedUrl: z.string(),
    identity: z.string().optional().meta({
      description:
        'Digest of the whole address, as far as it tells pages apart; only where `requestedUrl` lacks what may be secret.',
    }),
    depth: countSchema.meta({ description: 'Links away from the pages that the scan began with.' }),
    foundOn: z.string().nullable().meta({
      description:
        'Address of the first page of this report that links to it; null when no page of the scan does, such as for a page of a sitemap.',
    }),
    finalUrl: z
      .string()
      .nullable()
      .meta({ description: 'The URL after redirects; null when nothing was reached.' }),
    title: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    contentType: z.string().nullable(),
    outcome: pageOutcomeSchema,
    detail: z.string().meta({ description: 'One sentence on how the page ended.' }),
    settled: z.boolean().nullable().meta({
      description: 'False when the page was still changing when the rules were run.',
    }),
    startedAt: timeSchema.nullable(),
    durationMs: countSchema.nullable(),
    attempts: countSchema.meta({ description: 'Times the page was opened.' }),
    violations: countSchema.meta({
      description: 'Elements with a violation on this page, without suppressed ones.',
    }),
    needsReview: countSchema.meta({
      description: 'Elements on this page that need review, without suppressed ones.',
    }),
    rules: z.array(reportRuleOutcomeSchema).meta({ description: 'What each rule of the scan said here.' }),
    framesNotScanned: z.array(selectorPathSchema).meta({
      description: 'Frames whose content was not judged, each by the selectors from the top document down.',
    }),
    incomplete: z.boolean().meta({
      description:
        'Whether the page may not have shown all of its content when the rules ran: it had not come to rest (and no element of `waitFor` said that it was ready), what `waitFor` asks for did not come about, a script that would not end was stopped, or it asked for more than one page may load.',
    }),
    framesNotJudged: countSchema.meta({
      description:
        'How many of `framesNotScanned` count for the gate: they held a document that was too slow, too large, too deep or one too many, or could not be loaded although they are of the host of the page.',
    }),
  })
  .meta({ id: 'ReportPage' });
