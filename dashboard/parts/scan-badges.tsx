import type { Scan } from '../api/types.ts';
import { scanListText as t } from '../text/en/scan-list.ts';
import { formatNumber } from '../text/plural.ts';

const statusKinds: Readonly<Record<Scan['status'], string>> = {
  queued: '',
  running: '',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warning',
};
const gateKinds = { passed: 'good', failed: 'bad', inconclusive: 'warning' } as const;

/** The status of a scan as text, with its progress while it runs. */
export function ScanStatus({ scan }: { scan: Pick<Scan, 'status' | 'progress'> }) {
  const { status, progress } = scan;
  return (
    <>
      <span class={`badge ${statusKinds[status]}`}>{t.statuses[status]}</span>{' '}
      {status === 'running' && (
        <span class="soft">
          {t.progress(formatNumber(progress.pagesDone), formatNumber(progress.pagesKnown))}
        </span>
      )}
    </>
  );
}

/** The result of a gate as text. @param gate null for a scan without thresholds */
export function GateBadge({ gate }: { gate: keyof typeof gateKinds | null }) {
  if (gate === null) return <span class="soft">{t.noGate}</span>;
  return <span class={`badge ${gateKinds[gate]}`}>{t.gates[gate]}</span>;
}
