import { z } from 'zod';
import { impactSchema } from '../../scans/page-result.ts';
import { reportCriterionSchema } from './coverage.ts';
import { reportNodeSchema } from './node.ts';
import { count } from './numbers.ts';

export const ruleFindingsSchema = z
  .object({
    ruleId: z.string(),
    help: z.string().meta({ description: 'What should hold.' }),
    description: z.string(),
    helpUrl: z.string().nullable(),
    impact: impactSchema.meta({ description: 'The worst impact among the elements.' }),
    affects: z.string().nullable().meta({ description: 'Whom such a fault affects, where known.' }),
    remedy: z.string().nullable().meta({
      description: 'How such a fault is fixed in general; the `fix` of each node is about that element.',
    }),
    successCriteria: z.array(z.string()).meta({ description: 'Plain numbers, e.g. `1.4.3`.' }),
    criteria: z
      .array(reportCriterionSchema)
      .meta({ description: 'The same with their names and addresses.' }),
    bestPractice: z.boolean().meta({ description: 'True when no success criterion asks for it.' }),
    tags: z.array(z.string()),
    pageCount: count,
    nodeCount: count.meta({
      description:
        'True number of elements, suppressed ones among them. Larger than the length of `nodes` where a page, or the scan as a whole, had more than are kept.',
    }),
    nodes: z.array(reportNodeSchema),
  })
  .meta({ id: 'RuleFindings' });
