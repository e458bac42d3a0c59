import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { can, useSession } from '../../api/session.ts';
import type { Decision, ReportFinding, Scan } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { decisionsText as t } from '../../text/en/decisions.ts';
import { Decide } from './decide.tsx';
import { formatPath } from './format-path.ts';

/** The decisions as they are now, by fingerprint, which may be newer than the report. */
interface CurrentDecisions {
  byFingerprint: ReadonlyMap<string, Decision>;
  onDecide: (decision: Decision) => void;
}

const Current = createContext<CurrentDecisions | null>(null);

interface WithDecisionsProps {
  siteId: string;
  findings: readonly ReportFinding[];
  children: ComponentChildren;
}

/** Loads the current decisions about a list of findings, with one call, and only if a person can decide about one. */
export function WithDecisions({ siteId, findings, children }: WithDecisionsProps) {
  const { calls } = useSession();
  const fingerprints = [
    ...new Set(findings.filter(isReview).flatMap(({ fingerprint }) => fingerprint ?? [])),
  ];
  const fingerprint = fingerprints.join(',');
  const current = useLoad(async (signal) => {
    if (fingerprint === '') return [];
    return (await calls.listDecisions(siteId, { fingerprint, limit: fingerprints.length }, signal)).items;
  }, fingerprint);
  const { data, error } = current;
  const value = data && {
    byFingerprint: new Map(data.map((each) => [each.fingerprint, each])),
    onDecide: (decision: Decision) =>
      current.replace([...data.filter((each) => each.fingerprint !== decision.fingerprint), decision]),
  };
  return (
    <Current.Provider value={value ?? null}>
      {error !== undefined && <ErrorNotice error={error} onRetry={current.reload} />}
      {children}
    </Current.Provider>
  );
}

/** What people decided about a finding since its scan, and the control to decide. */
export function DecisionOfFinding({ scan, finding }: { scan: Scan; finding: ReportFinding }) {
  const { account } = useSession();
  const current = useContext(Current);
  const { fingerprint, path, target } = finding;
  const decisionId = 'decisionId' in finding ? finding.decisionId : null;
  if (current === null || fingerprint === null || !isReview(finding)) return null;
  const { byFingerprint, onDecide } = current;
  const decision = byFingerprint.get(fingerprint);
  const isReplaced = decision !== undefined && decision.id !== decisionId;
  return (
    <>
      {isReplaced && (
        <p class="decision">
          <span class="badge">{t.since[decision.decision]}</span> {t.by(decision.author.name)},{' '}
          <Time at={decision.decidedAt} />: {decision.reason}
        </p>
      )}
      {decision === undefined && decisionId != null && <p class="decision">{t.removedSince}</p>}
      {can(account, 'suppressions:write') && (
        <Decide
          siteId={scan.siteId}
          scanId={scan.id}
          fingerprint={fingerprint}
          location={formatPath(path ?? target)}
          onDecide={onDecide}
        />
      )}
    </>
  );
}

/** True if the rule could not decide, whatever a person decided. */
function isReview({ kind, decision }: ReportFinding): boolean {
  return kind === 'review' || decision === 'problem';
}
