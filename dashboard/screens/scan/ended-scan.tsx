import type { Scan } from '../../api/types.ts';
import { Notice } from '../../parts/notice.tsx';
import { scanText as t } from '../../text/en/scan.ts';

/** How a scan ended, if not as usual, and whether it was accepted. */
export function EndedScan({ scan: { status, failure, cancelReason, accepted, report } }: { scan: Scan }) {
  const reason = failure?.reason ?? cancelReason;
  return (
    <>
      {status !== 'completed' && (
        <Notice kind="warning" title={t.ended[status]}>
          {reason !== null && <p>{reason}</p>}
          <p>{report === 'ready' ? t.partOfReport : t.noReport}</p>
        </Notice>
      )}
      {accepted !== null && (
        <Notice kind="info">
          <p>{t.accept.done(accepted.by.name, accepted.reason)}</p>
        </Notice>
      )}
    </>
  );
}
