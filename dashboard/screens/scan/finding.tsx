import type { ReportFinding, ScanResults } from '../../api/types.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ImpactBadge } from '../../parts/impact-badge.tsx';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { DecisionInReport } from './decision-in-report.tsx';
import { formatFindingMarkdown } from './finding-markdown.ts';
import { FindingPicture } from './finding-picture.tsx';
import { formatPath } from './format-path.ts';
import type { ResultActions } from './section-props.ts';
import type { ResultsSource } from './source.ts';

const t = resultsText.finding;

interface FindingProps {
  /** Its id in the document. */
  id: string;
  finding: ReportFinding;
  source: ResultsSource;
  isCompared: boolean;
  actions: ResultActions;
  decisions: ScanResults['decisions'];
  suppressions: ScanResults['suppressions'] | undefined;
}

/** One finding: how to fix it, where it is, and its picture. */
export function FindingDetail(props: FindingProps) {
  const { id, finding, source, isCompared, actions, decisions, suppressions = [] } = props;
  const { impact, state, cause, suppressedBy, howToFix, html, url, target, path, fingerprint, picture } =
    finding;
  const suppression = suppressions.find((each) => each.id === suppressedBy);
  const location = formatPath(path ?? target);
  return (
    <div class="finding">
      <div class="badges">
        <ImpactBadge impact={impact} />
        {isCompared && <span class="badge">{findingTerms.states[state]}</span>}
        {suppressedBy !== null && <span class="badge">{t.suppressed}</span>}
      </div>
      {suppression !== undefined && <p>{t.suppressedBecause(suppression.author.name, suppression.reason)}</p>}
      <DecisionInReport finding={finding} decisions={decisions} />
      <div id={id}>
        <p>{howToFix}</p>
        <pre>{html}</pre>
      </div>
      <dl class="facts">
        <dt>{t.page}</dt>
        <dd>{url}</dd>
        <dt>{t.element}</dt>
        <dd>
          <code>{location}</code>
        </dd>
        {cause === 'engine' && (
          <>
            <dt>{t.cause}</dt>
            <dd>{t.engine}</dd>
          </>
        )}
        {fingerprint !== null && (
          <>
            <dt>{t.fingerprint}</dt>
            <dd>
              <code>{fingerprint}</code>
            </dd>
          </>
        )}
      </dl>
      {picture !== null && <FindingPicture picture={picture} location={location} url={url} source={source} />}
      <div class="actions">
        <CopyButton
          class="small"
          text={formatFindingMarkdown(finding)}
          name={t.copy}
          label={t.copyOf(location)}
          source={id}
        />
        {actions.ofFinding?.(finding)}
      </div>
    </div>
  );
}
