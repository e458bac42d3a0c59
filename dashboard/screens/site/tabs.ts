import type { ComponentType } from 'preact';
import type { Permission } from '../../../core/access/roles.ts';
import { loadPart } from '../../parts/load-part.tsx';
import { siteText } from '../../text/en/site.ts';
import type { SiteTabProps } from './tab-props.ts';

interface SiteTab {
  /** Value of the query parameter `tab`. */
  name: keyof typeof siteText.tabs;
  label: string;
  /** The permission that it needs; undefined if every member may open it. */
  permission?: Permission;
  Content: ComponentType<SiteTabProps>;
}

/** Returns a tab that has a script of its own. */
const tab = (
  name: SiteTab['name'],
  load: () => Promise<ComponentType<SiteTabProps>>,
  permission?: Permission,
): SiteTab => ({
  name,
  label: siteText.tabs[name],
  Content: loadPart(load),
  ...(permission === undefined ? {} : { permission }),
});

/** The tabs of a site, in their order. The first one is open if the URL names none. */
export const siteTabs: readonly SiteTab[] = [
  tab('groups', async () => (await import('./groups-tab.tsx')).GroupsTab),
  tab('pages', async () => (await import('./pages-tab.tsx')).PagesTab),
  tab('scans', async () => (await import('./scans-tab.tsx')).ScansTab),
  tab('trend', async () => (await import('./trend-tab.tsx')).TrendTab),
  tab('suppressions', async () => (await import('./suppressions-tab.tsx')).SuppressionsTab),
  tab('decisions', async () => (await import('./decisions-tab.tsx')).DecisionsTab),
  tab('schedule', async () => (await import('./schedule-tab.tsx')).ScheduleTab),
  tab('settings', async () => (await import('./settings-tab.tsx')).SettingsTab, 'sites:write'),
];
