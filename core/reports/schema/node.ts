import { z } from 'zod';
import {
  findingCauseNames,
  findingCauses,
  findingStateNames,
  findingStates,
} from '../../comparison/states.ts';
import {
  decisionIdSchema,
  findingDecisionMeanings,
  findingDecisionSchema,
} from '../../decisions/decision.ts';
import { reportPictureSchema } from '../../findings/earlier-pictures.ts';
import { createIdSchema } from '../../ids.ts';
import { formatMeanings } from '../../meanings.ts';
import { findingNodeSchema, impactSchema, selectorPathSchema } from '../../scans/page-result.ts';

export const reportNodeSchema = findingNodeSchema
  .extend({
    path: selectorPathSchema.optional().meta({
      description:
        'The location of the element, readable for people: same format as `target`, with the nearest ids and the elements in between, e.g. `html > body > main > img`. Matches the same element as `target`. Absent in reports before 1.4.',
    }),
    pageId: z.string(),
    url: z.string().meta({ description: 'URL of the page as it was requested.' }),
    impact: impactSchema,
    howToFix: z.string().meta({
      description: 'One plain sentence about this element, with the measured values.',
      example: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
    }),
    fingerprint: z.string().nullable().meta({
      description: 'Equal for the same problem in every scan; null if unknown.',
    }),
    formerly: z.array(z.string()).optional().meta({
      description:
        'Fingerprints of the same problem by earlier fingerprint versions; absent without such fingerprints.',
    }),
    place: z.string().nullable().meta({
      description:
        'Digest of the element location within its page. It identifies the element after it was edited. Null if unknown.',
    }),
    issueGroup: z.string().nullable().meta({ description: 'Id of the issue group; see `issueGroups`.' }),
    state: z.enum(findingStateNames).meta({ description: formatMeanings(findingStates) }),
    cause: z
      .enum(findingCauseNames)
      .nullable()
      .meta({
        description: `The cause of a new or regressed finding; else null. ${formatMeanings(findingCauses)}`,
      }),
    suppressedBy: createIdSchema('supp').nullable().meta({
      description: 'The suppression that matches the finding; null if none does.',
    }),
    decision: findingDecisionSchema
      .nullable()
      .optional()
      .meta({
        description: `What a person decided about a finding that the rule could not decide. A \`problem\` is listed under \`violations\`. \`fine\` is listed under \`needsReview\` and does not count. Null without a decision. Absent in reports before 1.5. ${findingDecisionMeanings}`,
      }),
    decisionId: decisionIdSchema.nullable().optional().meta({
      description: 'The decision, an entry of `decisions`; null without one. Absent in reports before 1.5.',
    }),
    decisionBasis: z
      .string()
      .regex(/^[0-9a-f]{24}$/)
      .optional()
      .meta({
        description:
          "Digest of what a person judges at a finding that the rule could not decide: the element's markup and content, the messages and measured values of the checks, and viewport, color scheme, reduced motion and locale of the scan. That it is fine applies as long as this and the rule are the same. Absent at other findings, and in reports before 1.5.",
      }),
    picture: reportPictureSchema.nullable().meta({
      description:
        'Picture of the element; null without a picture. Use GET /scans/{scanId}/pictures/{pictureId} with the id of this scan, even if an earlier scan took the picture.',
    }),
  })
  .omit({ checks: true, identity: true, marks: true })
  .meta({
    id: 'ReportNode',
    description:
      'One element. `target` has one entry per frame, from the top document down; an entry that is a list walks through shadow roots. Fix any one of `fix.any` and all of `fix.all` and `fix.none`.',
  });
