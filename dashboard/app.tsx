import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { createAccountCalls } from './api/calls.ts';
import { can, SessionContext, type SessionState } from './api/session.ts';
import { type SignIn, SignInContext } from './api/sign-in-context.ts';
import type { Me, Membership } from './api/types.ts';
import { announce } from './parts/announce.ts';
import { describeError } from './parts/describe-error.ts';
import { ErrorNotice } from './parts/error-notice.tsx';
import { PageHeading } from './parts/heading.tsx';
import { AccountsScreen } from './screens/accounts.tsx';
import { NotFoundScreen } from './screens/not-found.tsx';
import { NotPermittedScreen } from './screens/not-permitted.tsx';
import { SignedOutScreen } from './screens/signed-out.tsx';
import { Frame } from './shell/frame.tsx';
import { ACCOUNT_PARAMETER, buildHref } from './shell/links.ts';
import { CrashedScreen } from './shell/load-screen.tsx';
import { accountRoutes, publicRoutes, strangerRoutes } from './shell/routes.tsx';
import { findPermission } from './shell/settings-screens.ts';
import { signOutHere } from './shell/sign-out.ts';
import { useMe } from './shell/use-me.ts';
import { shellText } from './text/en/shell.ts';

/** Paths that the router handles. The API has the others. */
const SCREENS = /^(?!\/api\/)/;

export function App() {
  return (
    <LocationProvider scope={SCREENS}>
      <Root />
    </LocationProvider>
  );
}

function Root() {
  const { path } = useLocation();
  return strangerRoutes.some((route) => route.path === path) ? <StrangerRoot /> : <Dashboard />;
}

/** The screens of strangers. Nothing of them knows who is signed in. */
function StrangerRoot() {
  return (
    <Frame me={null} isForStrangers>
      <CrashGuard>
        <Router>
          {strangerRoutes.map(({ path, screen }) => (
            <Route key={path} path={path} component={screen} />
          ))}
          <Route default component={NotFoundScreen} />
        </Router>
      </CrashGuard>
    </Frame>
  );
}

/** Shows that a screen failed, instead of a screen that throws. */
function CrashGuard({ children }: { children: ComponentChildren }) {
  const [hasCrashed, setHasCrashed] = useState(false);
  if (hasCrashed) return <CrashedScreen />;
  return (
    <ErrorBoundary
      onError={(error) => {
        console.error(error);
        setHasCrashed(true);
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function Dashboard() {
  const { signIn, reloadMe } = useMe();
  const { query } = useLocation();
  const me = signIn.state === 'signed-in' ? signIn.me : null;
  const account = me?.accounts.find(({ accountId }) => accountId === query[ACCOUNT_PARAMETER]);
  const session = useMemo<SessionState | null>(() => {
    if (me === null || account === undefined) return null;
    return { me, account, calls: createAccountCalls(account.accountId), reloadMe };
  }, [me, account, reloadMe]);
  const signOut = () => {
    signOutHere().catch((error: unknown) => announce(describeError(error).title, 'alert'));
  };
  return (
    <SessionContext.Provider value={session}>
      <Frame me={me} onSignOut={signOut}>
        <SignInContext.Provider value={{ signIn, reloadMe }}>
          <Screens signIn={signIn} session={session} reloadMe={reloadMe} />
        </SignInContext.Provider>
      </Frame>
    </SessionContext.Provider>
  );
}

interface ScreensProps {
  signIn: SignIn;
  session: SessionState | null;
  reloadMe: () => void;
}

function Screens({ signIn, session, reloadMe }: ScreensProps) {
  const { path } = useLocation();
  const isPublic = publicRoutes.some((route) => route.path === path);
  if (!isPublic) {
    if (signIn.state === 'loading') return <p class="spinner">{shellText.loading}</p>;
    if (signIn.state === 'failed') return <FailedScreen error={signIn.error} onRetry={reloadMe} />;
    if (signIn.state === 'signed-out') {
      return <SignedOutScreen problem={signIn.hasEnded ? 'session-ended' : undefined} isNeeded />;
    }
    if (session === null) return <AccountNeeded me={signIn.me} />;
  }
  return (
    <CrashGuard>
      <Router>
        {publicRoutes.map(({ path: each, screen }) => (
          <Route key={each} path={each} component={screen} />
        ))}
        {accountRoutes.map(({ path: each, screen }) => (
          <Route
            key={each}
            path={each}
            component={
              session !== null && can(session.account, findPermission(each)) ? screen : NotPermittedScreen
            }
          />
        ))}
        <Route default component={NotFoundScreen} />
      </Router>
    </CrashGuard>
  );
}

/** Adds the only account of the person to the URL, or lets the person choose. */
function AccountNeeded({ me }: { me: Me }) {
  const { path, query, route } = useLocation();
  const [only, ...others] = me.accounts;
  if (
    path !== '/accounts' &&
    only !== undefined &&
    others.length === 0 &&
    query[ACCOUNT_PARAMETER] === undefined
  ) {
    return <Redirect to={only} onRedirect={(href) => route(href, true)} />;
  }
  return <AccountsScreen me={me} />;
}

function Redirect({ to, onRedirect }: { to: Membership; onRedirect: (href: string) => void }) {
  const { path, query } = useLocation();
  useMemo(() => {
    const href = buildHref(path, to.accountId, query);
    queueMicrotask(() => onRedirect(href));
  }, [path, query, to, onRedirect]);
  return <p class="spinner">{shellText.loading}</p>;
}

function FailedScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHeading title={describeError(error).title} />
      <ErrorNotice error={error} onRetry={onRetry} />
    </>
  );
}
