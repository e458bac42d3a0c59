import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePoll } from '../../parts/use-poll.ts';
import { useLinks } from '../../shell/links.ts';
import { overviewText } from '../../text/en/overview.ts';
import { formatNumber } from '../../text/plural.ts';

const SHOWN_MAX = 5;
/** Scans end after 24 hours. The service must not search all older ones each time. */
const AGE_MAX_MS = 25 * 3_600_000;
const t = overviewText.running;

interface RunningScansProps {
  /** Called if a scan that was shown runs no more. */
  onEnd: () => void;
}

/** The running scans of the account. Nothing is shown without one, or if they cannot be read. */
export function RunningScans({ onEnd }: RunningScansProps) {
  const { calls } = useSession();
  const { href } = useLinks();
  const list = (signal: AbortSignal) => {
    const from = new Date(Date.now() - AGE_MAX_MS).toISOString();
    return calls.listScans({ status: 'running', from, limit: SHOWN_MAX }, signal);
  };
  const { data, replace } = useLoad(list);
  const isAnyRunning = data !== undefined && data.items.length > 0;
  usePoll(async (signal) => {
    try {
      const found = await list(signal);
      const running = new Set(found.items.map(({ id }) => id));
      // One that newer scans moved out of the list may still run.
      const isComplete = found.nextCursor === null;
      if (isComplete && data?.items.some(({ id }) => !running.has(id))) onEnd();
      replace(found);
    } catch {
      // The next request may succeed. The screen shows what it knows.
    }
  }, isAnyRunning);
  if (!isAnyRunning) return null;
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
