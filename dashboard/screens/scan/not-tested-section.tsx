import type { ReportResults } from '../../api/types.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatList, formatNumber } from '../../text/plural.ts';
import type { SectionProps } from './section-props.ts';

const t = resultsText.notTested;

type ReportCriterion = ReportResults['limits']['criteriaNotTested' | 'criteriaTestedInPart'][number];

/** What the scan cannot say anything about. */
export function NotTestedSection({ results: { limits, summary, crawl } }: SectionProps) {
  const { criteriaNotTested, criteriaTestedInPart } = limits;
  const { count, byReason, pages } = crawl.notAttempted;
  const reasons = Object.entries(byReason) as [keyof typeof t.reasons, number][];
  return (
    <>
      <h2>{resultsText.sections['not-tested']}</h2>
      <p>{limits.statement}</p>
      {summary.rulesNotRun.length > 0 && (
        <section aria-labelledby="rules-not-run">
          <h3 id="rules-not-run">{t.rulesNotRun}</h3>
          <p>{t.rulesNotRunText}</p>
          <ul>
            {summary.rulesNotRun.map(({ ruleIds, pages: number, urls }) => (
              <li key={urls.join()}>
                <code>{formatList(ruleIds)}</code>: {formatCount(number, t.pages)}
                <span class="soft"> {formatList(urls)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="criteria">
        <h3 id="criteria">{t.criteria(formatNumber(criteriaNotTested.length))}</h3>
        <p>{criteriaNotTested.length === 0 ? t.noCriteria : t.criteriaText}</p>
        {criteriaNotTested.length > 0 && (
          <Table
            caption={t.criteriaCaption}
            rows={criteriaNotTested}
            getKey={({ number }) => number}
            columns={[
              criterion,
              { key: 'why', label: t.why, cell: ({ why }) => why },
              { key: 'how', label: t.howToTest, cell: ({ howToTest }) => howToTest },
            ]}
            empty={t.noCriteria}
          />
        )}
      </section>
      <section aria-labelledby="in-part">
        <h3 id="in-part">{t.inPart(formatNumber(criteriaTestedInPart.length))}</h3>
        <p>{t.inPartText}</p>
        {criteriaTestedInPart.length > 0 && (
          <Table
            caption={t.inPartCaption}
            rows={criteriaTestedInPart}
            getKey={({ number }) => number}
            columns={[
              criterion,
              { key: 'rules', label: t.rules, cell: ({ ruleIds = [] }) => formatList(ruleIds) },
            ]}
            empty={t.noCriteria}
          />
        )}
      </section>
      {count > 0 && (
        <section aria-labelledby="not-attempted">
          <h3 id="not-attempted">{t.notAttempted(formatCount(count, t.pages))}</h3>
          <ul>
            {reasons.map(([reason, number]) => (
              <li key={reason}>
                {formatNumber(number)}: {t.reasons[reason]}
              </li>
            ))}
          </ul>
          <details>
            <summary>{t.showPages(formatNumber(pages.length))}</summary>
            <ul>
              {pages.map(({ url }) => (
                <li key={url}>{url}</li>
              ))}
            </ul>
          </details>
        </section>
      )}
    </>
  );
}

const criterion: Column<ReportCriterion> = {
  key: 'criterion',
  label: t.criterion,
  cell: ({ number, name, level, url }) => (
    <>
      <a href={url} rel="noreferrer noopener">
        {number} {name}
      </a>{' '}
      <span class="soft">{t.level(level)}</span>
    </>
  ),
};
