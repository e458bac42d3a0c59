import { API_PATH } from '../../../core/api/endpoint.ts';
import { can, useSession } from '../../api/session.ts';
import { CodeSample } from '../../parts/code-sample.tsx';
import { useLinks } from '../../shell/links.ts';
import { firstStepsText as t } from '../../text/en/first-steps.ts';

/** Three steps from an empty account to the first result. Each is shown to the members who may take it. */
export function FirstSteps() {
  const { account } = useSession();
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
      <h2 id="steps">{t.title}</h2>
      <ol class="steps">
        <li>
          <h3>{t.site.title}</h3>
          <p>{t.site.text}</p>
          {can(account, 'sites:write') && (
            <a class="button primary" href={href('/sites/new')}>
              {t.site.action}
            </a>
          )}
          <p>{t.site.program}</p>
          <CodeSample id="create-site" code={createSite} copyLabel={t.site.copy} />
        </li>
        <li>
          <h3>{t.key.title}</h3>
          <p>{t.key.text}</p>
          {can(account, 'keys:manage') && (
            <a class="button" href={href('/settings/api-keys/new')}>
              {t.key.action}
            </a>
          )}
        </li>
        <li>
          <h3>{t.scan.title}</h3>
          <p>{t.scan.text}</p>
          <CodeSample id="scan-site" code={scan} copyLabel={t.scan.copy} />
        </li>
      </ol>
    </section>
  );
}
