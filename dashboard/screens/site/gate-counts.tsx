import { describeResolution } from '../../../core/gate/resolutions.ts';
import type { Trend } from '../../api/types.ts';
import { Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { gateReasonsText } from '../../text/en/gate-reasons.ts';
import { trendText } from '../../text/en/trend.ts';
import { formatCount, formatNumber, formatShare } from '../../text/plural.ts';

const t = trendText.gateCounts;

/** A reason that the last gates of a site had in common, and what ends it. */
export function RepeatedReason({ gateCounts: { repeated } }: Pick<Trend, 'gateCounts'>) {
  if (repeated === null) return null;
  const resolution = describeResolution(repeated);
  return (
    <Notice kind="warning" title={t.repeated}>
      <p>{gateReasonsText[repeated]}.</p>
      {resolution !== null && <p>{t.whatToDo(resolution)}</p>}
    </Notice>
  );
}

/** How often the gates of a site are not decided, and why. */
export function GateCountsSection({ gateCounts }: Pick<Trend, 'gateCounts'>) {
  const { scans, passed, failed, inconclusive, reasons } = gateCounts;
  if (scans === 0) return null;
  return (
    <section aria-labelledby="gate-counts">
      <h2 id="gate-counts">{t.title}</h2>
      <p>
        {t.counts(
          formatCount(scans, t.gates),
          formatNumber(passed),
          formatNumber(failed),
          formatNumber(inconclusive),
          formatShare(inconclusive, scans),
        )}
      </p>
      {reasons.length > 0 && (
        <Table<(typeof reasons)[number]>
          caption={t.caption}
          rows={reasons}
          getKey={({ code }) => code}
          empty=""
          columns={[
            { key: 'reason', label: t.columns.reason, cell: ({ code }) => gateReasonsText[code] },
            {
              key: 'scans',
              label: t.columns.scans,
              isNumber: true,
              cell: (row) => formatNumber(row.scans),
            },
            {
              key: 'share',
              label: t.columns.share,
              isNumber: true,
              cell: (row) => formatShare(row.scans, scans),
            },
          ]}
        />
      )}
    </section>
  );
}
