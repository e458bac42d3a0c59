import { useState } from 'preact/hooks';
import { can, useSession } from '../api/session.ts';
import type { Scan } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { PageHeading } from '../parts/heading.tsx';
import { Life } from '../parts/life.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { formatTime } from '../text/dates.ts';
import { scanText as t } from '../text/en/scan.ts';
import { siteText } from '../text/en/site.ts';
import { AcceptScan } from './scan/accept-scan.tsx';
import { EndedScan } from './scan/ended-scan.tsx';
import { Progress } from './scan/progress.tsx';
import { getSectionLabel, Results } from './scan/results.tsx';
import { createScanSource } from './scan/source.ts';

/** One scan: its progress while it runs, then its results. */
export function ScanScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const scanId = params.scanId ?? '';
  const scan = useLoad((signal) => calls.readScan(scanId, signal));
  const [source] = useState(() => createScanSource(calls, scanId));
  const { data } = scan;
  const isReady = data?.report === 'ready';
  return (
    <>
      <PageHeading
        title={data === undefined ? t.title : t.titleOf(formatTime(data.createdAt))}
        section={data?.siteName ?? siteText.title}
        sectionPath={data === undefined ? '/' : `/sites/${data.siteId}`}
        action={
          data !== undefined && (
            <>
              <AcceptScan scan={data} onChange={scan.replace} />
              {isReady && <ScanLinks scan={data} />}
            </>
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
              {found.report === 'ready' && (
                <Results
                  source={source}
                  actions={{
                    ofGroup: ({ id }) => (
                      <Life load={(signal) => calls.readGroupHistory(found.siteId, id, scanId, signal)} />
                    ),
                    ofFinding: ({ fingerprint }) =>
                      fingerprint !== null && (
                        <Life
                          load={(signal) =>
                            calls.readFindingHistory(found.siteId, fingerprint, scanId, signal)
                          }
                        />
                      ),
                  }}
                />
              )}
            </>
          )
        }
      </Loading>
    </>
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
