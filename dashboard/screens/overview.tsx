import { API_PATH } from '../../core/api/endpoint.ts';
import { can, useSession } from '../api/session.ts';
import { CodeSample } from '../parts/code-sample.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { useLinks } from '../shell/links.ts';
import { settingsScreens } from '../shell/settings-screens.ts';
import { overviewText as t } from '../text/en/overview.ts';
import { shellText } from '../text/en/shell.ts';

/** What a new member can do in the account. */
export function OverviewScreen() {
  const { account } = useSession();
  const { href } = useLinks();
  return (
    <>
      <PageHeading title={t.title} intro={t.role(shellText.roleNames[account.role])} />
      {can(account, 'keys:manage') && <FirstSteps />}
      <section aria-labelledby="settings">
        <h2 id="settings">{shellText.settings}</h2>
        <ul class="cards">
          {settingsScreens
            .filter(({ permission }) => can(account, permission))
            .map(({ path, name }) => (
              <li key={path}>
                <a href={href(path)}>{shellText.screens[name]}</a>
                <p>{t.cards[name]}</p>
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
  const scan = `A11Y_SCAN_API_URL="${api}" a11y-scan trigger --site ${siteUrl}`;
  return (
    <section aria-labelledby="steps">
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
          <CodeSample id="create-site" code={createSite} copyLabel={t.copySite} />
        </li>
        <li>
          <h3>{t.scan.title}</h3>
          <p>{t.scan.text}</p>
          <CodeSample id="scan-site" code={scan} copyLabel={t.copyScan} />
        </li>
      </ol>
    </section>
  );
}
