import { useEffect } from 'preact/hooks';
import { problemsText } from '../text/en/problems.ts';
import { announce } from './announce.ts';
import { Notice } from './notice.tsx';

const { title, text } = problemsText.outdated;

/** Shown instead of a part whose script could not be loaded, for example because an update replaced it. */
export function OutdatedNotice() {
  useEffect(() => announce(problemsText.spoken(title, text), 'alert'), []);
  return (
    <Notice kind="error" title={title}>
      <p>{text}</p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          {problemsText.reload}
        </button>
      </p>
    </Notice>
  );
}
