import { useState } from 'preact/hooks';
import { isAbort } from '../../api/is-abort.ts';
import { can, useSession } from '../../api/session.ts';
import type { Scan } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ScanStatus } from '../../parts/scan-badges.tsx';
import { Time } from '../../parts/time.tsx';
import { usePoll } from '../../parts/use-poll.ts';
import { scanText as t } from '../../text/en/scan.ts';
import { formatNumber } from '../../text/plural.ts';
import { PageTable } from './page-table.tsx';

/** Number of pages that are shown while the scan runs. */
const PAGES_SHOWN = 100;

interface ProgressProps {
  scan: Scan;
  onChange: (scan: Scan) => void;
}

/** The progress of a scan, which is read again every few seconds. */
export function Progress({ scan, onChange }: ProgressProps) {
  const { calls, account } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const pages = useLoad((signal) => calls.listScanPages(scan.id, { limit: PAGES_SHOWN }, signal));
  usePoll(async (signal) => {
    try {
      const [changed, list] = await Promise.all([
        calls.readScan(scan.id, signal),
        calls.listScanPages(scan.id, { limit: PAGES_SHOWN }, signal),
      ]);
      setError(undefined);
      pages.replace(list);
      onChange(changed);
    } catch (fault) {
      if (!isAbort(fault, signal)) setError(fault);
    }
  }, true);
  const { pagesDone, pagesKnown } = scan.progress;
  const hasEnded = scan.status !== 'queued' && scan.status !== 'running';
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      <section class="panel" aria-labelledby="progress">
        <h2 id="progress">{t.progress.title}</h2>
        <p>{hasEnded ? t.progress.building : t.progress.intro}</p>
        {/* Without `value` while no page is known, because it is unknown how much there is to do. */}
        <progress
          aria-label={t.progress.title}
          max={Math.max(pagesKnown, 1)}
          {...(pagesKnown === 0 ? {} : { value: pagesDone })}
        />
        <dl class="facts">
          <dt>{t.progress.status}</dt>
          <dd>
            <ScanStatus scan={scan} />
          </dd>
          <dt>{t.progress.created}</dt>
          <dd>
            <Time at={scan.createdAt} />
          </dd>
          <dt>{t.progress.elapsed}</dt>
          <dd>{formatElapsed(scan)}</dd>
        </dl>
        {!hasEnded && can(account, 'scans:cancel') && (
          <button type="button" class="danger" onClick={() => setIsAsking(true)}>
            {t.cancel.action}
          </button>
        )}
      </section>
      {isAsking && (
        <Confirm
          title={t.cancel.question}
          text={t.cancel.text}
          confirmLabel={t.cancel.action}
          cancelLabel={t.cancel.keep}
          onConfirm={async () => {
            onChange(await calls.cancelScan(scan.id));
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      <section aria-labelledby="pages">
        <h2 id="pages">{t.progress.pages}</h2>
        <Loading loaded={pages}>
          {({ items, total }) => (
            <>
              <PageTable pages={items} empty={t.progress.noPages} />
              {total > items.length && <p>{t.progress.morePages(formatNumber(total - items.length))}</p>}
            </>
          )}
        </Loading>
      </section>
    </>
  );
}

function formatElapsed({ createdAt, startedAt }: Scan): string {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(startedAt ?? createdAt)) / 1_000));
  return t.progress.duration(formatNumber(Math.floor(seconds / 60)), formatNumber(seconds % 60));
}
