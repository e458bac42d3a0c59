import { compareImpacts, type Impact, impacts } from '../scans/page-result.ts';
import { isSameLabel } from '../sites/labels.ts';
import type { Alert } from './alert.ts';
import type { AlertEventType } from './alert-bodies.ts';
import type { AlertEvent, EventType } from './event.ts';
import type { EventData } from './event-schemas.ts';

/** Events about scans that say that one ended, whichever it was. */
const lifecycleEvents: readonly EventType[] = ['scan.completed', 'scan.failed', 'scan.cancelled'];

/** What decides whether an alert is about a site. */
export interface MatchedSite {
  siteId: string;
  labels: readonly string[];
}

/** Returns the events of a site that an alert reports. */
export function selectEvents(
  alert: Pick<Alert, 'sites' | 'events' | 'impact' | 'branches'>,
  site: MatchedSite,
  events: readonly AlertEvent[],
): AlertEvent[] {
  if (!isAboutSite(alert, site)) return [];
  return events.filter(
    (event) => isAboutBranch(alert, event) && isWanted(alert, event) && hasImpact(event, alert.impact),
  );
}

function isAboutSite({ sites }: Pick<Alert, 'sites'>, { siteId, labels }: MatchedSite): boolean {
  if (sites === 'all') return true;
  if ('ids' in sites) return sites.ids.includes(siteId);
  return sites.labels.some((label) => labels.some((each) => isSameLabel(label, each)));
}

function isAboutBranch({ branches }: Pick<Alert, 'branches'>, { audience }: AlertEvent): boolean {
  if (audience === undefined) return true;
  const { branch, isSiteResult, isOfSite, isLate } = audience;
  if (isLate || !isOfSite) return false;
  return branches === 'main' ? isSiteResult : branch !== null && branches.includes(branch);
}

/** The first scan of a site and a note on the rules are reported instead of what is new. */
function isWanted({ events }: Pick<Alert, 'events'>, { type, data }: AlertEvent): boolean {
  if ((events as readonly EventType[]).includes(type)) return true;
  const hearsOfNew = (['issues.new', 'issues.regressed'] as AlertEventType[]).some((each) =>
    events.includes(each),
  );
  if (type === 'rules.changed') return hearsOfNew;
  return type === 'scan.completed' && hearsOfNew && (data as EventData<'scan.completed'>).isFirst;
}

/** True if an event has an issue group of at least this impact, or is not about issue groups. */
function hasImpact({ type, data }: AlertEvent, impact: Impact): boolean {
  if (!type.startsWith('issues.') && type !== 'rules.changed') return true;
  return countGroups(data as EventData<'issues.new'>, impact) > 0;
}

/** Returns the number of issue groups of at least an impact; those whose impact is not known count. */
export function countGroups(
  { total, byImpact }: Pick<EventData<'issues.new'>, 'total' | 'byImpact'>,
  impact: Impact,
): number {
  const below = impacts.filter((each) => compareImpacts(each, impact) > 0);
  return total - below.reduce((sum, each) => sum + byImpact[each], 0);
}

/**
 * True if endpoints of webhooks hear of an event: of the end of every scan, and of all other changes only from scans
 * that show the state of the site.
 */
export function isForWebhooks({ type, audience }: AlertEvent): boolean {
  return audience === undefined || lifecycleEvents.includes(type) || audience.isSiteResult;
}

/** Returns the branches that alerts name, so that it is known what was reported of them. */
export function listNamedBranches(alerts: readonly Pick<Alert, 'branches'>[]): Set<string> {
  return new Set(alerts.flatMap(({ branches }) => (branches === 'main' ? [] : branches)));
}
