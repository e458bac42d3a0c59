import { useLocation } from 'preact-iso/router';
import { PageHeading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { buildSignInHref, getCurrentPath } from '../shell/links.ts';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

const t = sessionText.signedOut;

interface SignedOutProps {
  /** Why nobody is signed in, a code of the service; by default that of the address. */
  problem?: string | undefined;
  /** Whether a screen that needs a session was opened, to which the sign-in returns. */
  isNeeded?: boolean;
}

/** Offers to sign in, and says why that is necessary. */
export function SignedOutScreen({ problem, isNeeded = false }: SignedOutProps) {
  const { query } = useLocation();
  const code = problem ?? query.problem;
  const words =
    code === undefined
      ? undefined
      : (Object.hasOwn(t.problems, code) && t.problems[code]) || t.unknownProblem;
  return (
    <>
      <PageHeading
        title={words?.title ?? (isNeeded ? t.needed : t.title)}
        intro={words === undefined ? (isNeeded ? t.neededText : t.done) : undefined}
      />
      {words !== undefined && (
        <Notice kind="warning">
          <p>{words.text}</p>
        </Notice>
      )}
      <a class="button primary" href={buildSignInHref(isNeeded ? getCurrentPath() : '/')}>
        {shellText.signIn}
      </a>
    </>
  );
}
