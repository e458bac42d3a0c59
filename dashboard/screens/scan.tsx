import { useState } from 'preact/hooks';
import type { ScanMetadata } from '../../core/scans/scan-metadata.ts';
import { can, useSession } from '../api/session.ts';
import type { Scan } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { Commit } from '../parts/commit.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Life } from '../parts/life.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { formatTime } from '../text/dates.ts';
import { scanText as t } from '../text/en/scan.ts';
import { siteText } from '../text/en/site.ts';
import { AcceptScan } from './scan/accept-scan.tsx';
import { DecisionOfFinding, WithDecisions } from './scan/current-decisions.tsx';
import { EndedScan } from './scan/ended-scan.tsx';
import { formatPath } from './scan/format-path.ts';
import { Progress } from './scan/progress.tsx';
import { getSectionLabel, Results } from './scan/results.tsx';
import { createScanSource } from './scan/source.ts';
import { useSuppress } from './scan/suppress.tsx';

/** One scan: its progress while it runs, then its results. */
export function ScanScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const scanId = params.scanId ?? '';
  const scan = useLoad((signal) => calls.readScan(scanId, signal));
  const { data } = scan;
  const isReady = data?.report === 'ready';
  return (
    <>
      <PageHeading
        title={data === undefined ? t.title : t.titleOf(formatTime(data.createdAt))}
        section={data?.siteName ?? siteText.title}
        sectionPath={data === undefined ? '/' : `/sites/${data.siteId}`}
        intro={data && describeBuild(data.config.metadata)}
        action={
          data !== undefined && (
            <div class="actions">
              <AcceptScan scan={data} onChange={scan.replace} />
              {isReady && <ScanLinks scan={data} />}
            </div>
          )
        }
        tab={isReady ? getSectionLabel(query.tab) : undefined}
      />
      <Loading loaded={scan}>
        {(found) =>
          found.report === 'pending' ? (
            <Progress
              scan={found}
              onChange={(changed) => {
                scan.replace(changed);
                if (changed.report !== 'pending') announce(t.ended[changed.status]);
              }}
            />
          ) : (
            <>
              <EndedScan scan={found} />
              {found.report === 'ready' && <ScanReport scan={found} />}
            </>
          )
        }
      </Loading>
    </>
  );
}

/** Returns branch and commit, for the developer whose pipeline links here; undefined without them. */
function describeBuild({ branch, commit }: ScanMetadata = {}) {
  if (branch === undefined && commit === undefined) return undefined;
  return (
    <>
      {branch} {commit !== undefined && <Commit commit={commit} />}
    </>
  );
}

/** The report of a scan, with what a member can do with its findings. */
function ScanReport({ scan }: { scan: Scan }) {
  const { id, siteId } = scan;
  const { calls } = useSession();
  const [source] = useState(() => createScanSource(calls, id));
  const results = useLoad((signal) => calls.readResults(id, signal));
  const suppress = useSuppress(siteId);
  return (
    <Results
      loaded={results}
      source={source}
      actions={{
        ofGroup: ({ id: groupId, help, element, elements, suppressed }) => (
          <>
            {suppressed < elements &&
              suppress({ member: 'issueGroup', id: groupId, name: `${help}, ${element.selector}` })}
            <Life load={(signal) => calls.readGroupHistory(siteId, groupId, id, signal)} />
          </>
        ),
        ofFinding: (finding) => {
          const { fingerprint, path, target, suppressedBy } = finding;
          return (
            fingerprint !== null && (
              <>
                <DecisionOfFinding scan={scan} finding={finding} />
                {suppressedBy === null &&
                  suppress({ member: 'fingerprint', id: fingerprint, name: formatPath(path ?? target) })}
                <Life load={(signal) => calls.readFindingHistory(siteId, fingerprint, id, signal)} />
              </>
            )
          );
        },
        aroundFindings: (findings, list) => (
          <WithDecisions siteId={siteId} findings={findings}>
            {list}
          </WithDecisions>
        ),
      }}
    />
  );
}

/** Links from a scan with a report. Only the report of a completed scan can be compared. */
function ScanLinks({ scan: { id, status } }: { scan: Scan }) {
  const { account } = useSession();
  const { href } = useLinks();
  return (
    <>
      {status === 'completed' && (
        <a class="button" href={href(`/scans/${id}/compare`)}>
          {t.compare}
        </a>
      )}
      {can(account, 'reports:share') && (
        <a class="button" href={href(`/scans/${id}/share`)}>
          {t.share}
        </a>
      )}
    </>
  );
}
