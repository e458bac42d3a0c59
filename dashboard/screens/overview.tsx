import { API_PATH } from '../../core/api/endpoint.ts';
import { can, useSession } from '../api/session.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { useLinks } from '../shell/links.ts';
import { overviewText as t } from '../text/en/overview.ts';
import { shellText } from '../text/en/shell.ts';

/** What a new member can do in the account. */
export function OverviewScreen() {
  const { account } = useSession();
  const { href } = useLinks();
  const cards = [
    { path: '/settings/api-keys', key: 'apiKeys', permission: 'keys:manage' },
    { path: '/settings/members', key: 'members', permission: 'members:manage' },
    { path: '/settings/usage', key: 'usage', permission: 'usage:read' },
    { path: '/settings/audit', key: 'audit', permission: 'audit:read' },
    { path: '/settings/account', key: 'account', permission: 'sites:read' },
    { path: '/settings/sessions', key: 'sessions', permission: 'sites:read' },
  ] as const;
  return (
    <>
      <PageHeading title={t.title} intro={t.role(shellText.roleNames[account.role])} />
      {can(account, 'keys:manage') && <FirstSteps />}
      <section class="block" aria-labelledby="here">
        <h2 id="here">{t.here}</h2>
        <ul class="cards">
          {cards
            .filter(({ permission }) => can(account, permission))
            .map(({ path, key }) => (
              <li key={path}>
                <a href={href(path)}>{shellText.screens[key]}</a>
                <p>{t.cards[key]}</p>
              </li>
            ))}
        </ul>
      </section>
    </>
  );
}

/** Three steps from an empty account to the first result. */
function FirstSteps() {
  const { href } = useLinks();
  const api = `${location.origin}${API_PATH}`;
  const siteUrl = 'https://www.example.com/';
  const createSite = [
    `curl -X POST "${api}/sites" \\`,
    '  -H "X-API-Key: $A11Y_SCAN_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"name": "My site", "url": "${siteUrl}"}'`,
  ].join('\n');
  const scan = `A11Y_SCAN_API_URL="${api}" npx a11y-scan trigger --site ${siteUrl}`;
  return (
    <section class="block" aria-labelledby="steps">
      <h2 id="steps">{t.steps}</h2>
      <ol class="steps">
        <li>
          <h3>{t.key.title}</h3>
          <p>{t.key.text}</p>
          <a class="button primary" href={href('/settings/api-keys/new')}>
            {t.key.action}
          </a>
        </li>
        <li>
          <h3>{t.site.title}</h3>
          <p>{t.site.text}</p>
          <pre id="create-site">{createSite}</pre>
          <CopyButton text={createSite} source="create-site" label={t.copySite} />
        </li>
        <li>
          <h3>{t.scan.title}</h3>
          <p>{t.scan.text}</p>
          <pre id="scan-site">{scan}</pre>
          <CopyButton text={scan} source="scan-site" label={t.copyScan} />
        </li>
      </ol>
    </section>
  );
}
