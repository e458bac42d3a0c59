import { z } from 'zod';
import { findingDecisionSchema } from '../decisions/decision.ts';
import { FINGERPRINT } from '../findings/identity.ts';
import { createIdSchema } from '../ids.ts';
import { countSchema } from '../reports/schema/numbers.ts';
import { ruleSetNameSchema } from '../rule-sets/rule-sets.ts';
import { contentDigestSchema } from '../scans/content-digest.ts';
import { engineSchema } from '../scans/engine.ts';
import { pageOutcomeSchema } from '../scans/page-outcome.ts';
import { impactSchema, ruleOutcomeSchema, selectorPathSchema } from '../scans/page-result.ts';
import { scanSettingsSchema } from '../scans/scan-settings.ts';

const nodeSchema = z.object({
  pageId: z.string(),
  target: selectorPathSchema,
  impact: impactSchema,
  fingerprint: z.string().regex(FINGERPRINT),
  formerly: z.array(z.string().regex(FINGERPRINT)).optional(),
  place: z.string(),
  /** Absent in reports before 1.5. */
  decision: findingDecisionSchema.nullable().optional(),
});

const ruleSchema = z.object({ ruleId: z.string(), nodes: z.array(nodeSchema) });

const pageSchema = z.object({
  id: z.string(),
  requestedUrl: z.string(),
  identity: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  outcome: pageOutcomeSchema,
  rules: z.array(
    ruleOutcomeSchema.extend({
      unlisted: z.object({ violations: countSchema, needsReview: countSchema }).optional(),
    }),
  ),
  framesNotScanned: z.array(selectorPathSchema),
  /** Absent in reports before 1.8. */
  content: contentDigestSchema.optional(),
  revisited: z.boolean().optional(),
  changed: z.string().optional(),
});

/**
 * The members of a JSON report that are needed to compare a scan with it. Every `Report` has them. Other members are
 * dropped without validation.
 */
export const baselineReportSchema = z.object({
  schemaVersion: z.string().regex(/^1\.\d+$/),
  scan: z.object({
    id: createIdSchema('scan'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    createdAt: z.iso.datetime(),
    config: z.object({
      rules: z.array(ruleSetNameSchema),
      metadata: z.object({ branch: z.string().optional() }).optional(),
    }),
  }),
  configuration: z.object({
    ruleIds: z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)),
    startUrls: z.array(z.string()),
    settings: scanSettingsSchema,
  }),
  engines: z.array(engineSchema),
  crawl: z.object({
    adoptedOrigin: z.string().nullable(),
    notAttempted: z.object({ pages: z.array(z.object({ url: z.string() })) }),
  }),
  pages: z.array(pageSchema),
  comparison: z.object({
    comparableKey: z.string(),
    fixed: z.object({
      findings: z.array(z.object({ fingerprint: z.string(), ruleId: z.string(), url: z.string() })),
    }),
  }),
  violations: z.array(ruleSchema),
  needsReview: z.array(ruleSchema),
});
export type BaselineReport = z.infer<typeof baselineReportSchema>;
