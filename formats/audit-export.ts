import { stringify } from 'csv-stringify/sync';
import type { AuditEntryView } from '../core/audit/audit-view.ts';
import { escapeCsvCell } from './escaping/csv-cell.ts';

/** The columns of the CSV, in their order. New ones are added only at the end. */
const columns: readonly [string, (entry: AuditEntryView) => string][] = [
  ['time', ({ time }) => time],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['actor', ({ actor }) => actor],
  ['actor_name', ({ actorName }) => actorName ?? ''],
  ['address', ({ sourceIp }) => sourceIp ?? ''],
  ['request', ({ requestId }) => requestId],
  ['detail', ({ detail }) => (detail === undefined ? '' : JSON.stringify(detail))],
  ['id', ({ auditId }) => auditId],
];

/** Byte order mark, so that Excel reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns entries of the audit log as CSV (RFC 4180, every cell quoted). No spreadsheet evaluates a cell.
 * @param isFirst whether the text begins the file, with a byte order mark and the names of the columns
 */
export function renderAuditCsv(entries: readonly AuditEntryView[], isFirst: boolean): string {
  const rows = entries.map((entry) => columns.map(([, read]) => escapeCsvCell(read(entry))));
  const names = columns.map(([name]) => name);
  const text = stringify(isFirst ? [names, ...rows] : rows, {
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
  return isFirst ? BYTE_ORDER_MARK + text : text;
}

/** Returns entries of the audit log as JSON Lines: one JSON object a line. */
export function renderAuditLines(entries: readonly AuditEntryView[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
