import { gateReasons } from '../../../core/gate/gate-reasons.ts';
import { describeResolution } from '../../../core/gate/resolutions.ts';
import type { Trend } from '../../api/types.ts';
import { Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { trendText } from '../../text/en/trend.ts';
import { formatCount, formatNumber, formatShare } from '../../text/plural.ts';

const t = trendText.verdicts;

/** How often the gates of a site are not decided, why, and what ends a reason that does not go away. */
export function VerdictCounts({ verdicts }: Pick<Trend, 'verdicts'>) {
  const { scans, passed, failed, notDecided, reasons, repeated } = verdicts;
  if (scans === 0) return null;
  const [ofPassed, ofFailed, ofOthers] = [passed, failed, notDecided].map(formatNumber) as [
    string,
    string,
    string,
  ];
  return (
    <section aria-labelledby="verdicts">
      <h2 id="verdicts">{t.title}</h2>
      <p>
        {t.counts(formatCount(scans, t.gates), ofPassed, ofFailed, ofOthers, formatShare(notDecided, scans))}
      </p>
      {repeated !== null && (
        <Notice kind="warning">
          <h3>{t.repeated}</h3>
          <p>{gateReasons[repeated]}</p>
          <p>
            {t.whatToDo} {describeResolution(repeated)}
          </p>
        </Notice>
      )}
      {reasons.length > 0 && (
        <Table<(typeof reasons)[number]>
          caption={t.caption}
          rows={reasons}
          getKey={({ code }) => code}
          empty=""
          columns={[
            { key: 'reason', label: t.columns.reason, cell: ({ code }) => gateReasons[code] },
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
