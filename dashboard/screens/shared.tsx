import { useState } from 'preact/hooks';
import { CallError } from '../api/call-error.ts';
import { createStrangerCalls, type StrangerCalls } from '../api/stranger-calls.ts';
import { useLoad } from '../api/use-load.ts';
import { PageHeading } from '../parts/heading.tsx';
import { ImpactBadge } from '../parts/impact-badge.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import { readShareToken, removeShareToken } from '../shell/share-token.ts';
import { sharingText } from '../text/en/sharing.ts';
import { formatCount } from '../text/plural.ts';

const t = sharingText.reader;
const PAGE_SIZE = 25;

/** A shared report, for people who need no account. */
export function SharedScreen() {
  const [token] = useState(readShareToken);
  if (token !== null) return <SharedReport token={token} />;
  return <NoReport {...t.missing} />;
}

function SharedReport({ token }: { token: string }) {
  const [calls] = useState(() => createStrangerCalls(token));
  const results = useLoad((signal) => calls.readResults(signal));
  const { data, error } = results;
  if (error instanceof CallError && error.code === 'shared-report-not-found') {
    removeShareToken();
    return <NoReport {...t.ended} />;
  }
  return (
    <>
      <PageHeading title={data === undefined ? t.title : t.titleOf(data.site.name)} />
      <Loading loaded={results}>
        {({ scan, summary, limits, expiresAt }) => (
          <>
            <p>
              {t.scanned} <Time at={scan.createdAt} />. {t.expires} <Time at={expiresAt} isDate />.
            </p>
            {scan.incomplete && (
              <Notice kind="warning">
                <p>{t.incomplete}</p>
              </Notice>
            )}
            <p>
              {t.found(
                formatCount(summary.issueGroups, t.issueGroups),
                formatCount(summary.violations.elements, t.elements),
                formatCount(summary.pages.scanned, t.pages),
              )}
            </p>
            <Violations calls={calls} />
            <p class="soft">{limits.statement}</p>
          </>
        )}
      </Loading>
    </>
  );
}

function Violations({ calls }: { calls: StrangerCalls }) {
  const { cursor } = useLinks().query;
  const groups = useLoad(
    (signal) =>
      calls.listGroups({ kind: 'violation', suppressed: 'false', limit: PAGE_SIZE, cursor }, signal),
    cursor ?? '',
  );
  return (
    <section aria-labelledby="violations">
      <h2 id="violations">{t.violations}</h2>
      <Loading loaded={groups}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 && <p class="empty">{t.none}</p>}
            {items.map(({ id, help, element, impact, elements, suppressed, unlisted, pageCount }) => (
              <article class="panel" key={id} aria-labelledby={id}>
                <h3 id={id}>
                  {help} <code>{element.selector}</code>
                </h3>
                <p>
                  <ImpactBadge impact={impact} />{' '}
                  {t.onPages(
                    formatCount(elements - suppressed + unlisted, t.elements),
                    formatCount(pageCount, t.pages),
                  )}
                </p>
                <p>{element.howToFix}</p>
                <pre>{element.html}</pre>
              </article>
            ))}
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </section>
  );
}

function NoReport({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageHeading title={t.title} />
      <Notice kind="warning" title={title}>
        <p>{text}</p>
      </Notice>
    </>
  );
}
