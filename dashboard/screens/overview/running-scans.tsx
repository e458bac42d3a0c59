import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { useLinks } from '../../shell/links.ts';
import { overviewText } from '../../text/en/overview.ts';
import { formatNumber } from '../../text/plural.ts';

const SHOWN_MAX = 5;
const t = overviewText.running;

/** The running scans of the account. Nothing is shown without one, or if they cannot be read. */
export function RunningScans() {
  const { calls } = useSession();
  const { href } = useLinks();
  const { data } = useLoad((signal) => calls.listScans({ status: 'running', limit: SHOWN_MAX }, signal));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="running">
      <h2 id="running">{t.title}</h2>
      <ul class="plain">
        {data.items.map(({ id, siteName, progress: { pagesDone, pagesKnown } }) => (
          <li key={id}>
            <a href={href(`/scans/${id}`)}>{siteName}</a>{' '}
            <span class="soft">{t.progress(formatNumber(pagesDone), formatNumber(pagesKnown))}</span>
          </li>
        ))}
      </ul>
      {data.nextCursor !== null && <a href={href('/scans', { status: 'running' })}>{t.more}</a>}
    </section>
  );
}
