import { useLoad } from '../../api/use-load.ts';
import { ImpactBadge } from '../../parts/impact-badge.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { GateBadge } from '../../parts/scan-badges.tsx';
import { useLinks } from '../../shell/links.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import { Downloads } from './downloads.tsx';
import type { SectionProps } from './section-props.ts';

const t = resultsText.summary;
const FIRST_GROUPS = 5;

/** What the scan found, for a person who does not know the rules. */
export function SummarySection({ source, results }: SectionProps) {
  return (
    <>
      <h2>{resultsText.sections.summary}</h2>
      <Verdict results={results} />
      <Numbers results={results} />
      <FirstGroups source={source} />
      <p class="soft">{results.limits.statement}</p>
      {source.readReportLink !== undefined && <Downloads readLink={source.readReportLink} />}
    </>
  );
}

type Results = Pick<SectionProps, 'results'>;

function Verdict({ results }: Results) {
  const { gate, summary, scan } = results;
  const { scanned } = summary.pages;
  return (
    <>
      {scan.incomplete && (
        <Notice kind="warning">
          <p>{t.incomplete}</p>
        </Notice>
      )}
      <p>
        {summary.violations.elements === 0
          ? t.nothingFound(formatCount(scanned, t.pages))
          : t.found(
              formatCount(summary.issueGroups, t.issueGroups),
              formatCount(summary.violations.elements, t.elements),
              formatCount(scanned, t.pages),
            )}
      </p>
      {gate.result !== null && (
        <>
          <p>
            {t.gate} <GateBadge gate={gate.result} />
          </p>
          {gate.reasons.length > 0 && (
            <ul>
              {gate.reasons.map(({ code, message }) => (
                <li key={code}>{message}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

/** The numbers of the scan, each with a link to what it counts. */
function Numbers({ results }: Results) {
  const { path, href } = useLinks();
  const { summary, comparison, timeToFix } = results;
  const { known, scanned } = summary.pages;
  const isCompared = comparison.baseline !== null;
  const link = (tab: string, text: string, query = {}) => <a href={href(path, { tab, ...query })}>{text}</a>;
  const { critical, serious, moderate, minor } = summary.violations.byImpact;
  const byImpact = [
    [critical, 'critical'],
    [serious, 'serious'],
    [moderate, 'moderate'],
    [minor, 'minor'],
  ] as const;
  return (
    <dl class="tiles">
      <div>
        <dt>{t.tiles.issueGroups}</dt>
        <dd>{link('violations', formatNumber(summary.issueGroups))}</dd>
        <dd>{t.tiles.issueGroupsHint}</dd>
      </div>
      {isCompared && (
        <>
          <div>
            <dt>{t.tiles.new}</dt>
            <dd>
              {link('changes', formatNumber(comparison.violations.new + comparison.violations.regressed))}
            </dd>
            <dd>{t.tiles.newHint}</dd>
          </div>
          <div>
            <dt>{t.tiles.fixed}</dt>
            <dd>{link('changes', formatNumber(comparison.fixed.count))}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{t.tiles.review}</dt>
        <dd>{link('needs-review', formatNumber(summary.needsReview.elements))}</dd>
        <dd>{t.tiles.reviewHint}</dd>
      </div>
      <div>
        <dt>{t.tiles.pages}</dt>
        <dd>{link('pages', formatNumber(scanned))}</dd>
        <dd>{t.tiles.pagesHint(formatNumber(known))}</dd>
      </div>
      {timeToFix !== null && timeToFix.medianDays !== null && (
        <div>
          <dt>{t.tiles.timeToFix}</dt>
          <dd>{formatCount(timeToFix.medianDays, t.days)}</dd>
          <dd>{t.tiles.timeToFixHint(formatCount(timeToFix.groupsFixed, t.issueGroups))}</dd>
        </div>
      )}
      {byImpact
        .filter(([{ elements }]) => elements > 0)
        .map(([{ elements }, impact]) => (
          <div key={impact}>
            <dt>{findingTerms.impacts[impact]}</dt>
            <dd>{link('violations', formatNumber(elements), { impact })}</dd>
            <dd>{resultsText.impactMeanings[impact]}</dd>
          </div>
        ))}
    </dl>
  );
}

function FirstGroups({ source }: Pick<SectionProps, 'source'>) {
  const { path, href } = useLinks();
  const groups = useLoad((signal) =>
    source.listGroups({ kind: 'violation', suppressed: 'false', limit: FIRST_GROUPS }, signal),
  );
  return (
    <section aria-labelledby="first">
      <h3 id="first">{t.first}</h3>
      <Loading loaded={groups}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="empty">{resultsText.groups.none.violation}</p>
          ) : (
            <>
              <ol class="first">
                {items.map((group) => (
                  <li key={group.id}>
                    <a href={href(path, { tab: 'violations', group: group.id })}>
                      {group.help} <code>{group.element.selector}</code>
                    </a>{' '}
                    <ImpactBadge impact={group.impact} />{' '}
                    <span class="soft">{formatCount(group.pageCount, t.pages)}</span>
                  </li>
                ))}
              </ol>
              {total > items.length && (
                <p>
                  <a href={href(path, { tab: 'violations' })}>{t.all(formatNumber(total))}</a>
                </p>
              )}
            </>
          )
        }
      </Loading>
    </section>
  );
}
