import { useState } from 'preact/hooks';
import { CallError } from '../api/call-error.ts';
import type { FindingHistory, GroupHistory } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { useLinks } from '../shell/links.ts';
import { lifeText as t } from '../text/en/life.ts';
import { formatCount } from '../text/plural.ts';
import { Commit } from './commit.tsx';
import { Loading } from './loading.tsx';
import { Time } from './time.tsx';

interface LifeProps {
  load: (signal: AbortSignal) => Promise<FindingHistory | GroupHistory>;
}

/** When a finding or an issue group was first seen, fixed and seen again. It is loaded when it is opened. */
export function Life({ load }: LifeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t.label}</summary>
      {isOpen && <Events load={load} />}
    </details>
  );
}

function Events({ load }: LifeProps) {
  const { href } = useLinks();
  const history = useLoad((signal) => load(signal).catch(acceptMissing));
  return (
    <Loading loaded={history}>
      {(found) =>
        found === 'missing' ? (
          <p>{t.missing}</p>
        ) : (
          <>
            <p>
              {t.states[found.state]} {found.isEarlier && t.earlier}{' '}
              {found.eventsOmitted > 0 && formatCount(found.eventsOmitted, t.omitted)}
            </p>
            <ol class="plain">
              {found.events.map(({ event, scanId, at, commit }) => (
                <li key={`${scanId} ${event}`}>
                  {t.events[event]}{' '}
                  <a href={href(`/scans/${scanId}`)}>
                    <Time at={at} />
                  </a>{' '}
                  {commit !== null && <Commit commit={commit} isSoft />}
                </li>
              ))}
            </ol>
          </>
        )
      }
    </Loading>
  );
}

/** That no completed scan of the branch saw it is an answer, not an error. */
function acceptMissing(error: unknown): 'missing' {
  if (error instanceof CallError && error.code === 'history-not-found') return 'missing';
  throw error;
}
