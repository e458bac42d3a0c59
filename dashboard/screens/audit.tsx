import { useEffect, useRef, useState } from 'preact/hooks';
import { auditActions } from '../../core/audit/audit-entry.ts';
import type { ListQuery } from '../api/calls.ts';
import { isAbort } from '../api/is-abort.ts';
import { useSession } from '../api/session.ts';
import type { AuditEntry } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { SelectField, TextField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnnounceCount } from '../parts/use-announce-count.ts';
import { useLinks } from '../shell/links.ts';
import { auditText as t } from '../text/en/audit.ts';
import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';

const PAGE_SIZE = 50;
const noFilters = { from: '', to: '', action: '', actor: '', target: '' };

/** What the audit log recorded. */
export function AuditScreen() {
  const { calls } = useSession();
  const { query } = useLinks();
  const { from = '', to = '', action = '', actor = '', target = '', cursor } = query;
  const filters = { from, to, action, actor, target };
  const entries = useLoad(
    (signal) => calls.listAudit({ ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(entries.data, t.count);
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Filters current={filters} defaults={noFilters}>
        {(bind) => (
          <>
            <TextField {...bind('from')} type="date" label={t.fields.from} />
            <TextField {...bind('to')} type="date" label={t.fields.to} />
            <SelectField
              {...bind('action')}
              label={t.fields.action}
              options={[
                { value: '', label: t.fields.allActions },
                ...auditActions.map((each) => ({ value: each, label: t.actions[each] })),
              ]}
            />
            <TextField {...bind('actor')} label={t.fields.actor} />
            <TextField {...bind('target')} label={t.fields.target} />
          </>
        )}
      </Filters>
      <Loading loaded={entries}>
        {({ items, nextCursor }) => (
          <>
            <Entries items={items} hasMore={nextCursor !== null} />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
      <Export filters={filters} />
    </>
  );
}

function Entries({ items, hasMore }: { items: readonly AuditEntry[]; hasMore: boolean }) {
  const { hrefWith } = useLinks();
  const { columns } = t;
  return (
    <Table<AuditEntry>
      caption={t.caption}
      rows={items}
      getKey={({ auditId }) => auditId}
      empty={hasMore ? t.emptyPage : t.empty}
      columns={[
        { key: 'time', label: columns.time, cell: ({ time }) => <Time at={time} /> },
        {
          key: 'actor',
          label: columns.actor,
          cell: ({ actor, actorName, sourceIp }) => (
            <>
              <a
                href={hrefWith({ actor, cursor: undefined })}
                aria-label={t.onlyActor(actorName ?? nameActor(actor))}
              >
                {actorName ?? nameActor(actor)}
              </a>
              {sourceIp !== null && <span class="soft">{sourceIp}</span>}
            </>
          ),
        },
        {
          key: 'action',
          label: columns.action,
          cell: ({ action }) => (
            <>
              {t.actions[action]}
              <span class="soft">
                <code class="nowrap">{action}</code>
              </span>
            </>
          ),
        },
        {
          key: 'target',
          label: columns.target,
          cell: ({ target }) => (
            <a href={hrefWith({ target, cursor: undefined })} aria-label={t.onlyTarget(target)}>
              <code>{target}</code>
            </a>
          ),
        },
        {
          key: 'detail',
          label: columns.detail,
          cell: ({ detail, requestId }) => (
            <>
              {detail !== undefined && <code>{formatDetail(detail)}</code>}
              <span class="soft">
                {t.request} <code>{requestId}</code>
              </span>
            </>
          ),
        },
      ]}
    />
  );
}

/** Names an actor whose name the API does not state. Operators are recorded by their own names. */
function nameActor(actor: string): string {
  return actor.startsWith('person:') ? t.operator(actor.slice('person:'.length)) : actor;
}

function formatDetail(detail: NonNullable<AuditEntry['detail']>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('; ');
}

/** Exports all entries that match, page by page, into one file. */
function Export({ filters }: { filters: ListQuery }) {
  const { calls } = useSession();
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const report = (text: string) => {
    setProgress(text);
    announce(text);
  };
  const run = async (format: 'csv' | 'jsonl') => {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setError(undefined);
    report(t.export.started);
    try {
      const parts: string[] = [];
      let next: string | null = null;
      do {
        const page: { text: string; next: string | null } = await calls.exportAudit(
          next,
          { ...filters, format },
          signal,
        );
        parts.push(page.text);
        next = page.next;
        if (next !== null) report(t.export.progress(formatCount(parts.length, t.export.pages)));
      } while (next !== null);
      saveFile(`audit-log.${format}`, parts, format === 'csv' ? 'text/csv' : 'application/jsonl');
      report(t.export.done);
    } catch (fault) {
      if (isAbort(fault, signal)) return;
      setProgress(null);
      setError(fault);
    }
  };
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">{t.export.title}</h2>
      {error !== undefined && <ErrorNotice error={error} />}
      <p>{t.export.text}</p>
      <div class="actions">
        <button type="button" onClick={() => void run('csv')}>
          {t.export.csv}
        </button>
        <button type="button" onClick={() => void run('jsonl')}>
          {t.export.jsonl}
        </button>
      </div>
      {progress !== null && <p>{progress}</p>}
    </section>
  );
}
