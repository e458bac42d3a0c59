import { gateReasons } from '../../../core/gate/gate-reasons.ts';
import { describeResolution } from '../../../core/gate/resolutions.ts';
import type { Trend } from '../../api/types.ts';
import { Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { trendText } from '../../text/en/trend.ts';
import { formatCount, formatNumber, formatShare } from '../../text/plural.ts';

const t = trendText.verdicts;

/** A reason that the last gates of a site had in common, and what ends it. */
export function RepeatedReason({ verdicts: { repeated } }: Pick<Trend, 'verdicts'>) {
  if (repeated === null) return null;
  return (
    <Notice kind="warning" title={t.repeated}>
      <p>{gateReasons[repeated]}</p>
      <p>
        {t.whatToDo} {describeResolution(repeated)}
      </p>
    </Notice>
  );
}

/** How often the gates of a site are not decided, and why. */
export function VerdictCounts({ verdicts }: Pick<Trend, 'verdicts'>) {
  const { scans, passed, failed, notDecided, reasons } = verdicts;
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
