import { z } from 'zod';
import { createIdSchema } from '../../ids.ts';
import { ruleSetNameSchema } from '../../rule-sets/rule-sets.ts';
import { pageEngineSchema } from '../../scans/page-result.ts';
import { scanConfigSchema } from '../../scans/scan-config.ts';
import { scanSettingsSchema } from '../../scans/scan-settings.ts';
import { sourcePathsSchema } from '../../sites/source-paths.ts';
import { countSchema, timeSchema } from './numbers.ts';

export const reportScanSchema = z
  .object({
    id: createIdSchema('scan'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    incomplete: z.boolean().meta({
      description:
        'True if the scan failed or was cancelled; see `incompleteReason`. A completed scan may also have pages that were not scanned.',
    }),
    incompleteReason: z.string().nullable(),
    createdAt: timeSchema,
    startedAt: timeSchema.nullable(),
    finishedAt: timeSchema.nullable(),
    requestId: z.string().nullable().meta({
      description:
        '`X-Request-Id` of the API call that triggered the scan; null for a scan that no API call triggered.',
    }),
    config: scanConfigSchema,
  })
  .meta({ id: 'ReportScan' });

export const reportSiteSchema = z
  .object({
    id: createIdSchema('site')
      .nullable()
      .meta({ description: 'Null for a scan of a site that the service does not store.' }),
    name: z.string(),
    url: z.string(),
  })
  .meta({ id: 'ReportSite' });

const reportRuleSetSchema = z
  .object({
    name: ruleSetNameSchema,
    meaning: z.string(),
    standard: z.string(),
    version: z.string(),
    axeTags: z.array(z.string()),
    ruleIds: z.array(z.string()),
  })
  .meta({ id: 'ReportRuleSet' });

export const reportConfigurationSchema = z
  .object({
    ruleSets: z.array(reportRuleSetSchema).meta({ description: 'The rule sets of the scan.' }),
    ruleIds: z.array(z.string()).meta({ description: 'The axe rules of all rule sets together.' }),
    startUrls: z.array(z.string()).meta({ description: 'The start URL, then the listed pages.' }),
    sourcePaths: sourcePathsSchema,
    settings: scanSettingsSchema.meta({
      description: 'The settings of the scan, with defaults filled in: how pages were found and opened.',
    }),
  })
  .meta({ id: 'ReportConfiguration' });

export const reportEngineSchema = pageEngineSchema
  .extend({
    pageCount: countSchema.meta({ description: 'Pages that were scanned under exactly these conditions.' }),
  })
  .meta({ id: 'ReportEngine' });
