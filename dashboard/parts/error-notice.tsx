import { useEffect } from 'preact/hooks';
import { isSignedOut, needsRecentSignIn } from '../api/call-error.ts';
import { buildSignInHref, getCurrentPath } from '../shell/links.ts';
import { problemsText } from '../text/en/problems.ts';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';
import { describeError } from './describe-error.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  error: unknown;
  /** Repeats what failed; undefined if the person repeats it with the button of the screen. */
  onRetry?: (() => void) | undefined;
}

/** Explains why a call failed, and what to do next. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const isTooOld = needsRecentSignIn(error);
  const { title, text } = isTooOld ? problemsText.signInAgain : describeError(error);
  useEffect(() => announce(problemsText.spoken(title, text), 'alert'), [title, text]);
  // The frame shows a sign-in in this case.
  if (isSignedOut(error)) return null;
  return (
    <Notice kind={isTooOld ? 'warning' : 'error'} title={title}>
      {text !== '' && <p>{text}</p>}
      {isTooOld && (
        <p>
          <a class="button" href={buildSignInHref(getCurrentPath(), true)}>
            {problemsText.signInAgain.action}
          </a>
        </p>
      )}
      {!isTooOld && onRetry !== undefined && (
        <p>
          <button type="button" onClick={onRetry}>
            {shellText.tryAgain}
          </button>
        </p>
      )}
    </Notice>
  );
}
