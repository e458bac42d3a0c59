import { z } from 'zod';
import { reportSchema } from '../reports/report.ts';
import { reportFormatNames, reportFormats } from '../reports/report-formats.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleReport } from './example-report.ts';
import { exampleReportLink } from './examples.ts';
import { pendingScan, scanParams } from './parts.ts';

/** Lifetime of a link to a report, in seconds. */
export const REPORT_LINK_SECONDS = 300;

/** A temporary link to a report. */
const reportLinkSchema = z
  .object({
    url: z.string().meta({ format: 'uri', description: 'Fetch it without X-API-Key.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the link expires.' }),
  })
  .meta({ id: 'ReportLink', description: 'A temporary link to the report.' });

/** The members that GitLab documents: https://docs.gitlab.com/ci/testing/code_quality/ */
const gitlabCodeQualitySchema = z
  .array(
    z.looseObject({
      description: z.string(),
      check_name: z.string(),
      fingerprint: z.string(),
      severity: z.string(),
    }),
  )
  .meta({ id: 'GitLabCodeQuality', description: 'With `format=gitlab-code-quality`.' });
const gitlabAccessibilitySchema = z
  .looseObject({ total: z.number(), errors: z.number(), results: z.record(z.string(), z.unknown()) })
  .meta({ id: 'GitLabAccessibility', description: 'With `format=gitlab-accessibility`.' });
const sarifSchema = z
  .looseObject({ version: z.literal('2.1.0'), runs: z.array(z.unknown()) })
  .meta({ id: 'Sarif', description: 'With `format=sarif` or `sarif-github`: SARIF 2.1.0.' });
const earlSchema = z
  .looseObject({ '@context': z.unknown() })
  .meta({ id: 'Earl', description: 'With `format=earl`: EARL 1.0 as JSON-LD.' });

const formatList = reportFormatNames.map((name) => `\`${name}\` (${reportFormats[name].meaning})`).join('; ');

export const getReport = defineEndpoint({
  operationId: 'get-report',
  method: 'GET',
  path: '/scans/{scanId}/report',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
  vary: 'Accept',
  summary: 'Returns the report of a scan',
  description: [
    `The default format is JSON. Select another one by \`format\` or the Accept header: ${formatList}.`,
    'The report of a cancelled or failed scan has `incomplete: true`.',
    'Prefer `delivery=link`: if a report is too large for a response, the response is a redirect (303), and many',
    'clients also send X-API-Key to the target of a redirect.',
  ].join(' '),
  request: {
    params: scanParams,
    query: z.strictObject({
      format: z.enum(reportFormatNames).optional().meta({
        description: 'Overrides the Accept header, which cannot distinguish formats that share a media type.',
      }),
      delivery: z
        .enum(['link'])
        .optional()
        .meta({ description: '`link`: return a link to the report instead of the report.' }),
    }),
  },
  responses: {
    200: {
      description: 'The report; with `delivery=link`, a link to it.',
      headers: {
        'Repr-Digest': {
          description: 'SHA-256 of the report (RFC 9530). Absent if the response is a link.',
          schema: { type: 'string' },
        },
      },
      content: {
        'application/json': {
          schema: z.union([
            reportSchema,
            reportLinkSchema,
            gitlabCodeQualitySchema,
            gitlabAccessibilitySchema,
          ]),
          examples: {
            report: { summary: 'A report with its longest lists shortened', value: exampleReport },
            link: { summary: 'With `delivery=link`', value: exampleReportLink },
          },
        },
        'text/html': { schema: z.string() },
        'text/csv': { schema: z.string() },
        'text/markdown': { schema: z.string() },
        'application/xml': { schema: z.string() },
        'application/sarif+json': { schema: sarifSchema },
        'application/ld+json': { schema: earlSchema },
      },
    },
    202: pendingScan,
    303: {
      description: `The report is too large for a response. \`Location\` is a link that expires after ${REPORT_LINK_SECONDS / 60} minutes.`,
      headers: {
        Location: { description: 'The link.', schema: { type: 'string', format: 'uri' }, required: true },
      },
      content: { 'application/json': { schema: reportLinkSchema, example: exampleReportLink } },
    },
  },
  problems: ['scan-not-found', 'not-acceptable', 'nothing-to-report'],
});
