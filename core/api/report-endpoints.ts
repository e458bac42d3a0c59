import { z } from 'zod';
import { reportSchema } from '../reports/report.ts';
import { reportFormatNames } from '../reports/report-formats.ts';
import { scanViewSchema } from '../scans/scan.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleReport } from './example-report.ts';
import { exampleReportLink, exampleScan } from './examples.ts';
import { retryAfter, scanParams } from './parts.ts';

/** How long a link to a report works, in seconds. */
export const REPORT_LINK_SECONDS = 300;

/** Where a report can be had for a few minutes. */
export const reportLinkSchema = z
  .object({
    url: z.string().meta({ format: 'uri', description: 'Fetch it without X-API-Key.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'ReportLink', description: 'Where the report can be fetched for a few minutes.' });

export const getReport = defineEndpoint({
  operationId: 'get-report',
  method: 'GET',
  path: '/scans/{scanId}/report',
  permission: 'scans:read',
  tag: 'Reports',
  vary: 'Accept',
  summary: 'Answers with the report of a scan',
  description: [
    'As JSON, or as one self-contained HTML page with `format=html` or `Accept: text/html`; `format` beats `Accept`.',
    'The report of a cancelled or failed scan is marked incomplete.',
    'Prefer `delivery=link`: a report that is too large for an answer comes as a redirect (303), and many clients',
    'send X-API-Key on to the target of a redirect.',
  ].join(' '),
  request: {
    params: scanParams,
    query: z.strictObject({
      format: z.enum(reportFormatNames).optional().meta({ description: 'Beats the Accept header.' }),
      delivery: z
        .enum(['link'])
        .optional()
        .meta({ description: '`link`: answer with a link to the report instead of the report.' }),
    }),
  },
  answers: {
    200: {
      description: 'The report; with `delivery=link`, a link to it.',
      content: {
        'application/json': {
          schema: z.union([reportSchema, reportLinkSchema]),
          examples: {
            report: { summary: 'A report, its longest lists shortened', value: exampleReport },
            link: { summary: 'With `delivery=link`', value: exampleReportLink },
          },
        },
        'text/html': { schema: z.string() },
      },
    },
    202: {
      description: 'The scan has not ended, or its report is being put together; try again.',
      headers: { 'Retry-After': { ...retryAfter, required: true } },
      content: { 'application/json': { schema: scanViewSchema, example: exampleScan } },
    },
    303: {
      description: `The report is too large for an answer. \`Location\` is a link that works for ${REPORT_LINK_SECONDS / 60} minutes.`,
      headers: {
        Location: { description: 'The link.', schema: { type: 'string', format: 'uri' }, required: true },
      },
      content: { 'application/json': { schema: reportLinkSchema, example: exampleReportLink } },
    },
  },
  problems: ['scan-not-found', 'not-acceptable', 'nothing-to-report'],
});
