import { z } from 'zod';
import { gateResults } from '../gate/gate.ts';
import { createIdSchema } from '../ids.ts';
import { acceptScanSchema } from '../scans/acceptance.ts';
import { type ScanView, scanStatuses, scanViewSchema } from '../scans/scan.ts';
import { scanConfigSchema } from '../scans/scan-config.ts';
import { IDEMPOTENCY_HOURS } from './call-limits.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  exampleAcceptedScan,
  exampleCancelledScan,
  exampleFinishedScan,
  exampleQueuedScan,
} from './examples.ts';
import {
  branchQuery,
  buildLocationHeader,
  createPageSchema,
  listQuery,
  retryAfterHeader,
  scanParams,
  siteParams,
  timeQuery,
} from './parts.ts';

const TAG = 'Scans';
const scanList = {
  'application/json': {
    schema: createPageSchema(scanViewSchema, 'ScanList'),
    example: { items: [exampleFinishedScan], nextCursor: null },
  },
};
const filters = {
  status: z.enum(scanStatuses).optional().meta({ description: 'Only scans of this status.' }),
  branch: branchQuery,
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit hash of 7 to 64 hexadecimal digits')
    .toLowerCase()
    .optional()
    .meta({
      description:
        'Only scans with this `metadata.commit`. Abbreviated hashes match: one may be the beginning of the other.',
      example: '9f1c2ab',
    }),
};
const scan = (example: ScanView) => ({ 'application/json': { schema: scanViewSchema, example } });

/** An Idempotency-Key: 1 to 255 visible ASCII characters, with spaces between them. */
const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/, 'must have 1 to 255 visible ASCII characters')
  .optional()
  .meta({
    description: `Makes the call safe to repeat for ${IDEMPOTENCY_HOURS} hours within this site: calls with the same key and body return the same scan.`,
    example: 'build-4711',
  });

export const triggerScan = defineEndpoint({
  operationId: 'trigger-scan',
  method: 'POST',
  path: '/sites/{siteId}/scans',
  permission: 'scans:trigger',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Starts a scan of a site',
  description:
    '`config.metadata` describes the build; the service uses it to choose the baseline. `config.failOn` sets the conditions of the gate, the pass/fail decision. The scan and its report contain the result of the gate.',
  request: {
    params: siteParams,
    headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
    body: z.strictObject({ config: scanConfigSchema }).meta({
      id: 'TriggerScan',
      description: 'A scan to start.',
      example: {
        config: {
          rules: ['wcag-aa'],
          priority: 'high',
          metadata: { branch: 'feature/menu', targetBranch: 'main', commit: '9f1c2ab' },
          failOn: { new: 'serious' },
        },
      },
    }),
  },
  responses: {
    202: {
      description: 'The scan was queued. Poll `Location` until its status is final.',
      headers: {
        Location: buildLocationHeader('scan'),
        'Retry-After': {
          ...retryAfterHeader,
          description: `${retryAfterHeader.description} Absent if the call was repeated and its scan has ended.`,
        },
        'Idempotent-Replayed': {
          description: 'Present and `true` if an earlier call with this Idempotency-Key started the scan.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
      content: scan(exampleQueuedScan),
    },
  },
  problems: [
    'site-not-found',
    'scan-not-found',
    'idempotency-in-progress',
    'idempotency-key-reused',
    'unfinished-scans-limit',
    'pages-per-month-limit',
    'scans-per-month-limit',
    'high-priority-share',
  ],
});

export const listScans = defineEndpoint({
  operationId: 'list-scans',
  method: 'GET',
  path: '/sites/{siteId}/scans',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists the scans of a site, newest first',
  request: { params: siteParams, query: z.strictObject({ ...listQuery, ...filters }) },
  responses: {
    200: { description: 'One page of scans.', content: scanList },
  },
  problems: ['site-not-found', 'cursor-invalid'],
});

export const listAccountScans = defineEndpoint({
  operationId: 'list-account-scans',
  handledBy: 'list-scans',
  method: 'GET',
  path: '/scans',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists the scans of all sites that the caller may access, newest first',
  description:
    'A call reads a limited number of scans. With filters that match few of them, a page may be empty although `nextCursor` is set.',
  request: {
    query: z.strictObject({
      ...listQuery,
      site: createIdSchema('site').optional().meta({ description: 'Only scans of this site.' }),
      ...filters,
      gate: z.enum(gateResults).optional().meta({ description: 'Only scans whose gate has this result.' }),
      key: z
        .union([createIdSchema('apikey'), createIdSchema('person'), createIdSchema('schedule')], {
          error:
            'must be the id of an API key (apikey_…), of a person (person_…) or of a schedule (schedule_…)',
        })
        .optional()
        .meta({ description: 'Only scans that this API key, this person or this schedule triggered.' }),
      from: timeQuery
        .optional()
        .meta({ description: 'Only scans that were triggered at or after this time.' }),
      to: timeQuery.optional().meta({ description: 'Only scans that were triggered before this time.' }),
    }),
  },
  responses: { 200: { description: 'One page of scans.', content: scanList } },
  problems: ['site-not-found', 'cursor-invalid'],
});

export const getScan = defineEndpoint({
  operationId: 'get-scan',
  method: 'GET',
  path: '/scans/{scanId}',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Returns a scan and its progress',
  request: { params: scanParams },
  responses: {
    200: {
      description: 'The scan. `Retry-After` is present until the scan has ended.',
      headers: { 'Retry-After': retryAfterHeader },
      content: scan(exampleFinishedScan),
    },
  },
  problems: ['scan-not-found'],
});

export const cancelScan = defineEndpoint({
  operationId: 'cancel-scan',
  method: 'POST',
  path: '/scans/{scanId}/cancel',
  permission: 'scans:cancel',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Cancels a scan',
  description: 'A second call returns the same. The report contains the pages that were scanned before.',
  request: { params: scanParams },
  responses: { 200: { description: 'The cancelled scan.', content: scan(exampleCancelledScan) } },
  problems: ['scan-not-found', 'scan-already-ended'],
});

export const deleteScan = defineEndpoint({
  operationId: 'delete-scan',
  method: 'DELETE',
  path: '/scans/{scanId}',
  permission: 'scans:delete',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Deletes a scan with its report, findings and pictures',
  description:
    'Cancel an unfinished scan first. Usage stays counted. A gate on new findings that would compare with the deleted scan is inconclusive until another scan is accepted as the baseline. Later reports keep what they took over from it.',
  request: { params: scanParams },
  responses: { 204: { description: 'The scan was deleted.' } },
  problems: ['scan-not-found', 'scan-not-ended'],
});

export const acceptScan = defineEndpoint({
  operationId: 'accept-scan',
  method: 'POST',
  path: '/scans/{scanId}/accept',
  permission: 'scans:accept',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Accepts a scan as the baseline of later scans',
  description:
    'Makes a completed scan the baseline of gates on new findings, even if its own gate failed. It applies to the branch of the scan, and to branches without a baseline of their own, until a later scan passes. Findings of the scan are no longer new. A second call changes nothing while the scan is the baseline.',
  request: { params: scanParams, body: acceptScanSchema },
  responses: { 200: { description: 'The accepted scan.', content: scan(exampleAcceptedScan) } },
  problems: ['scan-not-found', 'scan-not-completed', 'nothing-to-report'],
});
