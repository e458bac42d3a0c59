import { useContext, useEffect, useState } from 'preact/hooks';
import { can, SessionContext } from '../api/session.ts';
import { shellText as t } from '../text/en/shell.ts';
import { useLinks } from './links.ts';
import { settingsScreens } from './settings-screens.ts';

interface Entry {
  path: string;
  label: string;
}

const work: readonly Entry[] = [
  { path: '/', label: t.screens.overview },
  { path: '/scans', label: t.screens.scans },
];
const about: readonly Entry[] = [{ path: '/accessibility', label: t.screens.accessibility }];

/**
 * The main navigation. Members see the screens that their role may use; before the sign-in all are listed, so that a
 * link can be followed and leads there after the sign-in.
 */
export function Menu() {
  const session = useContext(SessionContext);
  const { path } = useLinks();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [path]);
  const settings = settingsScreens
    .filter(({ permission }) => session === null || can(session.account, permission))
    .map(({ path: to, name }) => ({ path: to, label: t.screens[name] }));
  return (
    <nav class="menu" aria-label={t.navigation} data-open={isOpen}>
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu-list"
        onClick={() => setIsOpen(!isOpen)}
      >
        {t.menu}
      </button>
      <div class="menu-list" id="menu-list">
        <Links entries={work} />
        <h2 id="menu-settings">{t.settings}</h2>
        <Links entries={settings} labelledBy="menu-settings" />
        <Links entries={about} />
      </div>
    </nav>
  );
}

function Links({ entries, labelledBy }: { entries: readonly Entry[]; labelledBy?: string }) {
  const { path, href } = useLinks();
  const isCurrent = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  return (
    <ul {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}>
      {entries.map(({ path: to, label }) => (
        <li key={to}>
          <a href={href(to)} {...(isCurrent(to) ? { 'aria-current': path === to ? 'page' : 'true' } : {})}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
