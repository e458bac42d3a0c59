import type { Page } from '../../core/listing/page.ts';
import type { MeView } from '../../core/people/me-view.ts';
import type { FindingView } from '../../core/reports/finding-view.ts';
import type { PageCounts } from '../../core/reports/page-list.ts';
import type { ScanGroupView } from '../../core/reports/scan-groups.ts';
import type { ScanPage } from '../../core/reports/scan-pages.ts';
import type { ScanResults } from '../../core/reports/scan-results.ts';
import type {
  SharedFinding,
  SharedGroup,
  SharedPage,
  SharedResults,
} from '../../core/shared-reports/shared-views.ts';
import type { ComparableConditions } from '../../core/trend/comparable-conditions.ts';
import type { GateCounts } from '../../core/trend/gate-counts.ts';
import type { TrendPoint } from '../../core/trend/trend-point.ts';

/** What the API answers, by the names that the screens use. Times are RFC 3339 UTC. */

export type {
  KeyDetail as ApiKeyDetail,
  KeyView as ApiKey,
  KeyWithValue,
  RevokedKey,
} from '../../core/access/key-view.ts';
export type { AlertView as Alert } from '../../core/alerts/alert.ts';
export type { AlertEventType } from '../../core/alerts/alert-bodies.ts';
export type { AlertPreview } from '../../core/alerts/alert-preview.ts';
export type { DeliveryDetail, DeliveryView as Delivery } from '../../core/alerts/delivery-view.ts';
export type { AlertMessage, MessageEntry } from '../../core/alerts/message.ts';
export type { WebhookView as Webhook, WebhookWithSecret } from '../../core/alerts/webhook-view.ts';
export type {
  ComparedFindingView as ComparedFinding,
  ScanComparisonView as ScanComparison,
} from '../../core/api/history-endpoints.ts';
export type { AuditEntryView as AuditEntry } from '../../core/audit/audit-view.ts';
export type { DecisionView as Decision } from '../../core/decisions/decision.ts';
export type {
  FindingHistoryView as FindingHistory,
  GroupHistoryView as GroupHistory,
} from '../../core/history/history-view.ts';
export type { Page as PageOf } from '../../core/listing/page.ts';
export type { Notifications } from '../../core/mail/notifications.ts';
export type { OverviewPage as Overview } from '../../core/overview/overview.ts';
export type { SiteEntry as OverviewSite } from '../../core/overview/site-entry.ts';
export type { AccountDeletion, AccountView as Account } from '../../core/people/account-view.ts';
export type { MeView as Me } from '../../core/people/me-view.ts';
export type {
  AcceptedInvitation,
  ChangedMember,
  InvitationPreview,
  InvitationView as Invitation,
  InvitationWithLink,
  MemberRemoval,
  MemberView as Member,
} from '../../core/people/member-views.ts';
export type { SessionList, SessionView as Session, SignedOut } from '../../core/people/session-view.ts';
export type { FindingView as Finding } from '../../core/reports/finding-view.ts';
export type { ReportFormat } from '../../core/reports/report-formats.ts';
export type { ScanGroupView as ScanGroup } from '../../core/reports/scan-groups.ts';
export type { ScanPage } from '../../core/reports/scan-pages.ts';
export type { ScanResults } from '../../core/reports/scan-results.ts';
export type { RuleSetsView as RuleSets } from '../../core/rule-sets/rule-sets.ts';
export type { ScanView as Scan } from '../../core/scans/scan.ts';
export type { ScheduleView as Schedule } from '../../core/schedules/schedule-view.ts';
export type {
  NewSharedReport,
  SharedReportView as SharedReport,
} from '../../core/shared-reports/shared-report.ts';
export type {
  SharedFinding,
  SharedGroup,
  SharedPage,
  SharedPicture,
  SharedResults,
} from '../../core/shared-reports/shared-views.ts';
export type { SiteView as Site } from '../../core/sites/site.ts';
export type { NewSite, UpdateSite as ChangedSite } from '../../core/sites/site-bodies.ts';
export type {
  CreateSuppression as NewSuppression,
  SuppressionView as Suppression,
  UpdateSuppression as ChangedSuppression,
} from '../../core/suppressions/suppression.ts';
export type { TrendPoint } from '../../core/trend/trend-point.ts';
export type {
  PersonUsageView as PersonUsage,
  UsageDay,
  UsageView as KeyUsage,
} from '../../core/usage/usage-day.ts';
export type { UsageLimits } from '../../core/usage/usage-limits.ts';

/** One page of a list whose matches are counted. */
export interface CountedPageOf<Item> extends Page<Item> {
  total: number;
}

/** The issue groups of the newest completed scan of a site. */
export interface SiteGroups extends CountedPageOf<ScanGroupView> {
  /** Null if no scan was completed. */
  scan: { id: string; createdAt: string; branch: string | null; commit: string | null } | null;
}

/** The pages of a scan. */
export interface ScanPages extends CountedPageOf<ScanPage> {
  counts: PageCounts;
}

/** The pages of a shared report. */
export interface SharedPages extends CountedPageOf<SharedPage> {
  counts: PageCounts;
}

/** What the sections of a report show. A shared report lacks the members that are not for strangers. */
export type ReportResults = ScanResults | SharedResults;
export type ReportGroup = ScanGroupView | SharedGroup;
export type ReportFinding = FindingView | SharedFinding;
export type ReportPages = ScanPages | SharedPages;

/** A link that works for a few minutes, without the session. */
export interface TemporaryLink {
  url: string;
  expiresAt: string;
}

/**
 * The numbers of the completed scans of a site, newest first, what their comparable keys stand for, and how the gates
 * of the newest scans ended.
 */
export type Trend = Page<TrendPoint> & { keys: ComparableConditions[]; gateCounts: GateCounts };

/** An account of the signed-in person, with the role in it. */
export type Membership = MeView['accounts'][number];
