import { z } from 'zod';
import {
  findingCauseNames,
  findingCauses,
  findingStateNames,
  findingStates,
} from '../../comparison/states.ts';
import { reportPictureSchema } from '../../findings/earlier-pictures.ts';
import { createIdSchema } from '../../ids.ts';
import { formatMeanings } from '../../meanings.ts';
import { findingNodeSchema, impactSchema, selectorPathSchema } from '../../scans/page-result.ts';

export const reportNodeSchema = findingNodeSchema
  .extend({
    path: selectorPathSchema.optional().meta({
      description:
        'Where the element is, for people: in the form of `target`, by the nearest ids and the elements on the way, e.g. `html > body > main > img`. Finds the same element as `target`. Absent in reports before 1.4.',
    }),
    pageId: z.string(),
    url: z.string().meta({ description: 'URL of the page as it was requested.' }),
    impact: impactSchema,
    howToFix: z.string().meta({
      description: 'One plain sentence about this element, with the measured values.',
      example: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
    }),
    fingerprint: z.string().nullable().meta({
      description: 'The same for the same fault in every scan; null where it is not known.',
    }),
    formerly: z.array(z.string()).optional().meta({
      description: 'The same under earlier versions of fingerprints; absent where there is none.',
    }),
    place: z.string().nullable().meta({
      description:
        'Digest of where the element is within its page: finds it again once it was edited. Null where it is not known.',
    }),
    issueGroup: z.string().nullable().meta({ description: 'Id of the issue group; see `issueGroups`.' }),
    state: z.enum(findingStateNames).meta({ description: formatMeanings(findingStates) }),
    cause: z
      .enum(findingCauseNames)
      .nullable()
      .meta({ description: `Of a new or regressed finding; else null. ${formatMeanings(findingCauses)}` }),
    suppressedBy: createIdSchema('supp').nullable().meta({
      description: 'The suppression that takes it out of the count; null when it counts.',
    }),
    picture: reportPictureSchema.nullable().meta({
      description:
        'Get it by GET /scans/{scanId}/pictures/{pictureId}, of this scan also if an earlier one took it; null when there is none.',
    }),
  })
  .omit({ checks: true, identity: true, marks: true })
  .meta({
    id: 'ReportNode',
    description:
      'One element. `target` has one entry a frame, from the top document down; an entry that is a list walks through shadow roots. Mend any one of `fix.any` and all of `fix.all` and `fix.none`.',
  });
