import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { SessionContext } from '../api/session.ts';
import type { Me } from '../api/types.ts';
import { getTimeZone } from '../text/dates.ts';
import { shellText as t } from '../text/en/shell.ts';
import { Brand } from './brand.tsx';
import { buildSignInHref, getCurrentPath, useLinks } from './links.ts';
import { Menu } from './menu.tsx';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

interface FrameProps {
  /** The signed-in person; null if nobody is signed in. */
  me: Me | null;
  onSignOut?: () => void;
  /** Whether it surrounds a screen of people who have no account, such as a shared report. */
  isForStrangers?: boolean;
  children: ComponentChildren;
}

/** What surrounds every screen: header, navigation, footer. */
export function Frame({ me, onSignOut, isForStrangers = false, children }: FrameProps) {
  const session = useContext(SessionContext);
  const { href, path } = useLinks();
  const returnTo = path === '/signed-out' ? '/' : getCurrentPath();
  return (
    <>
      <header class="top">
        <a class="skip" href="#main">
          {t.skip}
        </a>
        <div class="top-inner">
          <Brand />
          {session !== null && (
            <span class="account-name">
              {session.account.name}
              {session.me.accounts.length > 1 && <a href="/accounts">{t.switchAccount}</a>}
            </span>
          )}
          <div class="top-end">
            {me === null && !isForStrangers && (
              <a class="button primary small" href={buildSignInHref(returnTo)}>
                {t.signIn}
              </a>
            )}
            {me !== null && (
              <>
                <a class="person" href={href('/settings/sessions')} aria-label={t.signedInAs(me.person.name)}>
                  {me.person.name}
                </a>
                <button type="button" class="small" onClick={onSignOut}>
                  {t.signOut}
                </button>
              </>
            )}
          </div>
        </div>
      </header>
      <div class="frame">
        {!isForStrangers && <Menu />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <footer>
        <div class="foot">
          <p>
            <a href={href('/accessibility')}>{t.screens.accessibility}</a>
          </p>
          <p>{t.zone(getTimeZone())}</p>
          <ThemeSwitch />
        </div>
      </footer>
    </>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <label class="theme">
      {t.theme}
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Theme;
          setTheme(chosen);
          applyTheme(chosen);
        }}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {t.themes[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
