import type { PrincipalOf } from '../core/access/principal.ts';
import { type AuditEntry, type AuditEvent, toActor } from '../core/audit/audit-entry.ts';
import { type AuditFilter, type AuditSelection, planAuditRead } from '../core/audit/audit-filter.ts';
import { type AuditEntryView, toAuditEntryView } from '../core/audit/audit-view.ts';
import { type Listing, listMatching } from '../core/listing/listing.ts';
import { type ListRange, mapPage, type Page, type PageRequest } from '../core/listing/page.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';

export interface ListAuditEntriesDependencies extends FindAccount {
  /** Returns entries of an account, in descending order of their ids. */
  readAuditEntries(
    accountId: string,
    selection: AuditSelection,
    range: ListRange,
  ): Promise<Listing<AuditEntry>>;
  /** Returns the names of keys of an account and of people, by their ids. */
  readActorNames(accountId: string, actors: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Writes the entry of a read. */
  recordRead(event: AuditEvent): Promise<void>;
}

/** Selects entries of the audit log. */
export interface AuditQuery extends AuditFilter, PageRequest {}

/** A request of a list or an export of the audit log. */
export interface AuditRequest {
  principal: PrincipalOf<'member'>;
  requestId: string;
  now: Date;
  call: 'list-audit-entries' | 'export-audit-entries';
  query: AuditQuery;
}

/**
 * Entries that one query reads if some of them may not match. With the limit of `listMatching`, one call reads at most
 * ten times as many.
 */
const AUDIT_READ = 500;

/**
 * Returns one page of the entries that match the filters, newest first, with the present names of the actors. Each call
 * reads a limited part of the log, so that its cost does not grow with the log. The read itself is recorded before the
 * caller gets the result.
 */
export async function listAuditEntries(
  dependencies: ListAuditEntriesDependencies,
  { principal, requestId, now, call, query }: AuditRequest,
): Promise<Page<AuditEntryView>> {
  const { limit, cursor, ...filter } = query;
  const { accountId } = principal;
  const plan = planAuditRead(filter);
  const page = await readResultPage<AuditEntry>(
    dependencies,
    { accountId, call, filters: filter, limit, cursor },
    (range) =>
      listMatching<AuditEntry>(
        (after) => {
          const part = { limit: plan.isFiltered ? Math.max(AUDIT_READ, limit + 1) : limit + 1 };
          const from = after === undefined ? part : { ...part, after };
          return dependencies.readAuditEntries(accountId, plan.selection, from);
        },
        plan.matches,
        { ...range, idOf: ({ auditId }) => auditId },
      ),
  );
  const actors = [...new Set(page.items.map(({ actor }) => actor))];
  const names = await dependencies.readActorNames(accountId, actors);
  const by = toActor(principal, requestId);
  await dependencies.recordRead({ by, action: 'audit.read', target: accountId, now });
  return mapPage(page, (entry: AuditEntry) => toAuditEntryView(entry, names));
}
