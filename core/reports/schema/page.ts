import { z } from 'zod';
import { contentDigestSchema } from '../../scans/content-digest.ts';
import { pageOutcomeSchema } from '../../scans/page-outcome.ts';
import { ruleOutcomeSchema, selectorPathSchema } from '../../scans/page-result.ts';
import { countSchema, timeSchema } from './numbers.ts';

const reportRuleOutcomeSchema = ruleOutcomeSchema.extend({
  unlisted: z.object({ violations: countSchema, needsReview: countSchema }).optional().meta({
    description:
      'Elements of this page, including suppressed ones, that the rule counted and `nodes` does not list; absent if it lists all.',
  }),
});

export const reportPageSchema = z
  .object({
    id: z.string(),
    requestedUrl: z.string(),
    identity: z.string().optional().meta({
      description:
        'Digest of the parts of the whole URL that distinguish pages; present only if possible secrets were removed from `requestedUrl`.',
    }),
    depth: countSchema.meta({ description: 'Number of links from the first pages of the scan.' }),
    foundOn: z.string().nullable().meta({
      description:
        'URL of the first page of this report that links to it; null if no page of the scan links to it, e.g. for a page of a sitemap.',
    }),
    finalUrl: z
      .string()
      .nullable()
      .meta({ description: 'The URL after redirects; null if nothing was reached.' }),
    title: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    contentType: z.string().nullable(),
    outcome: pageOutcomeSchema,
    detail: z.string().meta({ description: 'One sentence on how the page ended.' }),
    settled: z.boolean().nullable().meta({
      description: 'False if the page was still changing when the rules ran.',
    }),
    startedAt: timeSchema.nullable(),
    durationMs: countSchema.nullable(),
    attempts: countSchema.meta({ description: 'How often the page was opened.' }),
    violations: countSchema.meta({
      description:
        'Elements with a violation on this page, without suppressed ones. Includes those that a person decided to be problems.',
    }),
    needsReview: countSchema.meta({
      description:
        'Elements on this page that need review, without suppressed ones and those that a person decided to be fine.',
    }),
    rules: z.array(reportRuleOutcomeSchema).meta({
      description:
        'Outcome of each rule of the scan on this page, without regard to suppressions and decisions.',
    }),
    framesNotScanned: z.array(selectorPathSchema).meta({
      description:
        'Frames, documents in `object` and `embed` elements, and closed shadow roots whose content was not tested, each as a path of selectors from the top document down.',
    }),
    incomplete: z.boolean().meta({
      description:
        'Whether the page may not have shown all of its content when the rules ran: it was still changing (and no element of `waitFor` showed that it was ready), the condition of `waitFor` was not met, an endless script was stopped, the page exceeded the traffic limits of one page, or a modal dialog or something else hides it.',
    }),
    hasNotStarted: z.boolean().optional().meta({
      description:
        'Whether there is evidence that the page does not show what should be there: it shows hardly anything, and a script or data of its site failed, it says that it is loading, or its content is transparent; it says that an error occurred; something covers it; or none of its style sheets was loaded. Absent in reports before 1.7.',
    }),
    failedScripts: z.array(z.string()).optional().meta({
      description:
        "Scripts of the page's site that could not be loaded or threw an error that nothing caught, each as `address (reason)`. Absent in reports before 1.7.",
    }),
    content: contentDigestSchema.optional().meta({
      description:
        'What the page shows besides its navigation, header, footer and sidebars, as a digest by which later scans find out whether it shows the same. Absent if it was not scanned, and in reports before 1.8.',
    }),
    revisited: z.boolean().optional().meta({
      description:
        'Whether nothing led to the page, and it was opened because the compared scan judged it. Absent otherwise.',
    }),
    changed: z.string().optional().meta({
      description:
        'A sentence if the page changed so much since the baseline that findings which it no longer has are not counted as fixed. Absent otherwise.',
    }),
    framesNotJudged: countSchema.meta({
      description:
        'How many of `framesNotScanned` count for the gate: their document was too slow, too large, nested too deeply or beyond the maximum number of frames, or they could not be loaded although they are on the host of the page; or the rule engine cannot read them (closed shadow roots, documents in `object` and `embed`).',
    }),
  })
  .meta({ id: 'ReportPage' });
