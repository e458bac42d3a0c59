import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { readActorNames } from '../../adapters/dynamodb/actor-names.ts';
import { readAuditEntries, recordRead } from '../../adapters/dynamodb/audit.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import * as endpoints from '../../core/api/audit-endpoints.ts';
import { renderAuditCsv, renderAuditLines } from '../../formats/audit-export.ts';
import { listAuditEntries } from '../../use-cases/list-audit-entries.ts';
import { schemas } from '../env.ts';

/** Handles the calls that read the audit log. */
export const createHandler = defineSharedFunction(schemas['read-audit'], (store) => {
  const dependencies = bindTo(store, { findAccount, readAuditEntries, readActorNames, recordRead });
  return [
    route(endpoints.listAuditEntries, async (call) => ({
      status: 200,
      json: await listAuditEntries(dependencies, { ...call, call: 'list-audit-entries' }),
    })),
    route(endpoints.exportAuditEntries, async ({ query, base, ...call }) => {
      const { format, ...rest } = query;
      const request = { ...call, call: 'export-audit-entries' as const, query: rest };
      const { items, nextCursor } = await listAuditEntries(dependencies, request);
      const text =
        format === 'csv'
          ? { content: renderAuditCsv(items, query.cursor === undefined), type: 'text/csv; charset=utf-8' }
          : { content: renderAuditLines(items), type: 'application/jsonl; charset=utf-8' };
      if (nextCursor === null) return { status: 200, text };
      const path = `${base.path}${endpoints.exportAuditEntries.path}`;
      const next = buildQuery({ ...query, cursor: nextCursor });
      return { status: 200, text, headers: { Link: `<${path}?${next}>; rel="next"` } };
    }),
  ];
});

function buildQuery(members: Record<string, string | number | undefined>): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
