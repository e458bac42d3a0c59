import { z } from 'zod';
import { auditFilterMembers, isPeriod } from '../audit/audit-filter.ts';
import { auditEntryViewSchema } from '../audit/audit-view.ts';
import { defineEndpoint, type HeaderSpec } from './endpoint.ts';
import { CURSOR_LENGTH_MAX, createPageSchema, listQuery } from './parts.ts';
import { exampleAuditEntry } from './people-examples.ts';

const TAG = 'Audit log';
const FUNCTION = 'read-audit';

/** Maximum number of entries in one page of an export. */
const EXPORT_LIMIT_MAX = 1_000;

/** The formats of an export. */
const exportFormats = ['csv', 'jsonl'] as const;

const periodError = { path: ['from'], error: 'must not be after to' };

export const listAuditEntries = defineEndpoint({
  operationId: 'list-audit-entries',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/audit-entries',
  permission: 'audit:read',
  principals: ['member'],
  tag: TAG,
  summary: 'Lists the entries of the audit log, newest first',
  description:
    'One call reads a limited part of the log. If several filters match few entries, a page may have fewer entries than `limit`, or none, although `nextCursor` is set. The entry of refused calls counts one hour and is listed at the beginning of the hour. Each call is itself recorded (`audit.read`).',
  request: {
    query: z.strictObject({ ...listQuery, ...auditFilterMembers }).refine(isPeriod, periodError),
  },
  responses: {
    200: {
      description: 'One page of the entries.',
      content: {
        'application/json': {
          schema: createPageSchema(auditEntryViewSchema, 'AuditEntryList'),
          example: { items: [exampleAuditEntry], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

const linkHeader: HeaderSpec = {
  description: 'The path of the next page, with `rel="next"` (RFC 8288). Absent on the last page.',
  schema: { type: 'string' },
};

export const exportAuditEntries = defineEndpoint({
  operationId: 'export-audit-entries',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/audit-entries/export',
  permission: 'audit:read',
  principals: ['member'],
  tag: TAG,
  summary: 'Exports the entries of the audit log as CSV or JSON Lines, newest first',
  description: `A page has at most ${EXPORT_LIMIT_MAX} entries; the header Link names the next one. The texts of all pages, one after the other, are the file. A cell of the CSV that a spreadsheet would evaluate begins with an apostrophe.`,
  request: {
    query: z
      .strictObject({
        format: z.enum(exportFormats).default('csv').meta({ description: 'Format of the export.' }),
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(EXPORT_LIMIT_MAX)
          .default(EXPORT_LIMIT_MAX)
          .meta({ description: 'Maximum number of entries on a page.' }),
        cursor: z
          .string()
          .min(1)
          .max(CURSOR_LENGTH_MAX)
          .optional()
          .meta({ description: 'Position of the page; the header Link of the previous page has it.' }),
        ...auditFilterMembers,
      })
      .refine(isPeriod, periodError),
  },
  responses: {
    200: {
      description: 'One page of the export.',
      headers: { Link: linkHeader },
      content: {
        'text/csv': { schema: z.string().meta({ description: 'The entries as CSV.' }) },
        'application/jsonl': { schema: z.string().meta({ description: 'One entry a line, as JSON.' }) },
      },
    },
  },
  problems: ['cursor-invalid'],
});
