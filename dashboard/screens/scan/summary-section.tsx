import { describeResolution } from '../../../core/gate/resolutions.ts';
import type { ReportGroup } from '../../api/types.ts';
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
import { findEqualNames } from './find-equal-names.ts';
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
      {results.summary.issueGroups > 0 && <FirstGroups source={source} />}
      <p class="soft">{results.limits.statement}</p>
      {source.readReportLink !== undefined && <Downloads readLink={source.readReportLink} />}
    </>
  );
}

type Results = Pick<SectionProps, 'results'>;

function Verdict({ results }: Results) {
  const { gate, summary, scan } = results;
  return (
    <>
      {scan.incomplete && (
        <Notice kind="warning">
          <p>{t.incomplete}</p>
        </Notice>
      )}
      <p>{describeViolations(summary)}</p>
      {gate.result !== null && (
        <>
          <p>
            {t.gate} <GateBadge gate={gate.result} />
          </p>
          {gate.reasons.length > 0 && (
            <ul>
              {gate.reasons.map(({ code, message }) => {
                const resolution = describeResolution(code);
                return (
                  <li key={code}>
                    {message}
                    {resolution !== null && (
                      <>
                        <br />
                        {t.whatToDo} {resolution}
                      </>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </>
      )}
    </>
  );
}

function describeViolations({ pages, violations, suppressed, issueGroups }: Results['results']['summary']) {
  const scanned = formatCount(pages.scanned, t.pages);
  if (pages.scanned === 0 && violations.elements === 0) return t.nothingScanned;
  if (violations.elements > 0) {
    const groups = formatCount(issueGroups, t.issueGroups);
    return t.found(groups, formatCount(violations.elements, t.elements), scanned);
  }
  const hidden = suppressed.violations.elements;
  return hidden > 0 ? t.allSuppressed(formatCount(hidden, t.elements), scanned) : t.nothingFound(scanned);
}

/** The numbers of the scan, each with a link to what it counts. */
function Numbers({ results }: Results) {
  const { path, href } = useLinks();
  const { summary, comparison, timeToFix } = results;
  const { known, scanned } = summary.pages;
  const isCompared = comparison.baseline !== null;
  const link = (tab: string, text: string, query = {}) => <a href={href(path, { tab, ...query })}>{text}</a>;
  const { critical, serious, moderate, minor } = summary.issueGroupsByImpact;
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
            <dd>{t.tiles.fixedHint}</dd>
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
          <dd>
            {timeToFix.medianDays < 1 ? t.tiles.underOneDay : formatCount(timeToFix.medianDays, t.days)}
          </dd>
          <dd>{t.tiles.timeToFixHint(formatCount(timeToFix.groupsFixed, t.issueGroups))}</dd>
        </div>
      )}
      {byImpact
        .filter(([groups]) => groups > 0)
        .map(([groups, impact]) => (
          <div key={impact}>
            <dt>{t.tiles.groupsOf(findingTerms.impacts[impact])}</dt>
            <dd>{link('violations', formatNumber(groups), { impact })}</dd>
            <dd>{resultsText.impactMeanings[impact]}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The states because of which a group comes first. */
const addedStates = ['new', 'regressed'] as const;

/** The name of a group. If another one has the same, also the whole path and the page of its example. */
function GroupName({ group, isAmbiguous }: { group: ReportGroup; isAmbiguous: boolean }) {
  const { selector, path = selector, url } = group.element;
  return (
    <>
      {group.help} <code>{isAmbiguous ? path : selector}</code>
      {isAmbiguous && url !== undefined && ` ${t.onPage(url)}`}
    </>
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
        {({ items, total }) => (
          <>
            <ol class="first">
              {items.map((group) => (
                <li key={group.id}>
                  <a href={href(path, { tab: 'violations', group: group.id })}>
                    <GroupName group={group} isAmbiguous={findEqualNames(items).has(group)} />
                  </a>{' '}
                  <ImpactBadge impact={group.impact} />{' '}
                  {addedStates
                    .filter((state) => group.byState[state] > 0)
                    .map((state) => (
                      <span key={state} class="badge bad">
                        {findingTerms.states[state]}
                      </span>
                    ))}{' '}
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
        )}
      </Loading>
    </section>
  );
}
