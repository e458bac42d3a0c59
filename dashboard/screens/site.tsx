import { can, useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { shellText } from '../text/en/shell.ts';
import { siteText as t } from '../text/en/site.ts';
import { siteTabs } from './site/tabs.ts';

/** One site: its scans, what is suppressed, and its settings. */
export function SiteScreen({ params }: ScreenProps) {
  const { calls, account } = useSession();
  const { href, query } = useLinks();
  const siteId = params.siteId ?? '';
  const site = useLoad((signal) => calls.readSite(siteId, signal));
  const tabs = siteTabs.filter(({ permission }) => can(account, permission));
  const current = tabs.find(({ name }) => name === query.tab) ?? tabs[0];
  return (
    <>
      <PageHeading
        title={site.data?.name ?? t.title}
        section={shellText.screens.overview}
        sectionPath="/"
        tab={current?.label}
        intro={site.data?.url}
        action={
          can(account, 'scans:trigger') && (
            <a class="button primary" href={href(`/sites/${siteId}/scan`)}>
              {t.start}
            </a>
          )
        }
      />
      <Loading loaded={site}>
        {(found) =>
          current !== undefined && (
            <>
              <Tabs label={t.parts} tabs={tabs} current={current} />
              <current.Content key={current.name} site={found} onChange={site.replace} />
            </>
          )
        }
      </Loading>
    </>
  );
}
