import type { ScanResults } from '../../api/types.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatList, formatNumber } from '../../text/plural.ts';
import type { SectionProps } from './section-props.ts';

const t = resultsText.notTested;

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
        <Criteria criteria={criteriaNotTested} />
      </section>
      <section aria-labelledby="in-part">
        <h3 id="in-part">{t.inPart(formatNumber(criteriaTestedInPart.length))}</h3>
        <p>{t.inPartText}</p>
        <Criteria criteria={criteriaTestedInPart} />
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

function Criteria({ criteria }: { criteria: ScanResults['limits']['criteriaNotTested'] }) {
  if (criteria.length === 0) return null;
  return (
    <ul>
      {criteria.map(({ number, name, level, url }) => (
        <li key={number}>
          <a href={url} rel="noreferrer noopener">
            {number} {name}
          </a>{' '}
          <span class="soft">{t.level(level)}</span>
        </li>
      ))}
    </ul>
  );
}
