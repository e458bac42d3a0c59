import { useSession } from '../api/session.ts';
import type { PageOf, SharedReport } from '../api/types.ts';
import type { Loaded } from '../api/use-load.ts';
import { useLinks } from '../shell/links.ts';
import { sharingText as t } from '../text/en/sharing.ts';
import { actionColumn, timeColumn } from './columns.tsx';
import { Loading } from './loading.tsx';
import { Pagination } from './pagination.tsx';
import { Table } from './table.tsx';
import { useNotice } from './use-notice.tsx';

interface SharedReportTableProps {
  loaded: Loaded<PageOf<SharedReport>>;
  empty: string;
  /** Whether the rows are of one scan, so that they need no link to it. */
  isOfScan?: boolean;
}

/** Shared reports, each with a button that ends its link. */
export function SharedReportTable({ loaded, empty, isOfScan = false }: SharedReportTableProps) {
  const { calls } = useSession();
  const { href } = useLinks();
  const { notice, run } = useNotice();
  const end = ({ id, siteName }: SharedReport) =>
    run(async () => {
      await calls.revokeSharedReport(id);
      // The list of the service may name it for a moment longer.
      const { data } = loaded;
      if (data !== undefined) loaded.replace({ ...data, items: data.items.filter((each) => each.id !== id) });
      document.querySelector<HTMLElement>(isOfScan ? '#existing' : 'h1')?.focus();
      return t.ended(siteName);
    });
  return (
    <>
      {notice}
      <Loading loaded={loaded}>
        {({ items, nextCursor }) => (
          <>
            <Table<SharedReport>
              caption={t.caption}
              rows={items}
              getKey={({ id }) => id}
              empty={empty}
              columns={[
                {
                  key: 'site',
                  label: t.columns.site,
                  cell: ({ scanId, siteName, note }) => (
                    <>
                      {isOfScan ? siteName : <a href={href(`/scans/${scanId}`)}>{siteName}</a>}
                      {note !== null && <span class="soft">{note}</span>}
                    </>
                  ),
                },
                { key: 'by', label: t.columns.by, cell: ({ createdBy }) => createdBy.name },
                timeColumn('created', t.columns.created, ({ createdAt }) => createdAt),
                timeColumn('expires', t.columns.expires, ({ expiresAt }) => expiresAt),
                timeColumn('opened', t.columns.opened, ({ lastOpenedOn }) => lastOpenedOn, true),
                actionColumn((shared) => (
                  <button
                    type="button"
                    class="small"
                    aria-label={t.endOf(shared.siteName, shared.note ?? '')}
                    onClick={() => void end(shared)}
                  >
                    {t.end}
                  </button>
                )),
              ]}
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}
