import { changeAccount, deleteAccount, getAccount } from './account-endpoints.ts';
import {
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  previewAlert,
  testAlert,
  updateAlert,
} from './alert-endpoints.ts';
import { exportAuditEntries, listAuditEntries } from './audit-endpoints.ts';
import { decide, deleteDecision, listDecisions } from './decision-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { listFindings } from './finding-endpoints.ts';
import { compareScans, getFindingHistory, getGroupHistory } from './history-endpoints.ts';
import {
  createApiKey,
  endPreviousValue,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './key-endpoints.ts';
import {
  acceptInvitation,
  changeMe,
  endSession,
  endSessions,
  getMe,
  getNotifications,
  listSessions,
  previewInvitation,
  setNotifications,
  startMail,
} from './me-endpoints.ts';
import {
  changeMember,
  inviteMember,
  leaveAccount,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from './member-endpoints.ts';
import { getOverview } from './overview-endpoints.ts';
import { getPicture } from './picture-endpoints.ts';
import { getReport } from './report-endpoints.ts';
import { getScanResults, listScanGroups, listScanPages, listSiteGroups } from './result-endpoints.ts';
import {
  acceptScan,
  cancelScan,
  deleteScan,
  getScan,
  listAccountScans,
  listScans,
  triggerScan,
} from './scan-endpoints.ts';
import { deleteSchedule, getSchedule, setSchedule } from './schedule-endpoints.ts';
import { getHealth, getOpenapi, listRuleSets } from './service-endpoints.ts';
import { listSharedReports, revokeSharedReport, shareReport } from './shared-report-endpoints.ts';
import { beginSignIn, finishSignIn, signOut } from './sign-in-endpoints.ts';
import { createSite, deleteSite, getSite, listSites, updateSite } from './site-endpoints.ts';
import {
  getSharedPicture,
  getSharedReport,
  listSharedFindings,
  listSharedGroups,
  listSharedPages,
} from './stranger-endpoints.ts';
import {
  createSuppression,
  deleteSuppression,
  listSuppressions,
  updateSuppression,
} from './suppression-endpoints.ts';
import { getTrend } from './trend-endpoints.ts';
import { openUnsubscribe, unsubscribe } from './unsubscribe-endpoints.ts';
import { getUsage, getUsageLimits, listPeopleUsage } from './usage-endpoints.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhook-endpoints.ts';

const all = [
  getOverview,
  listSites,
  createSite,
  getSite,
  updateSite,
  deleteSite,
  getSchedule,
  setSchedule,
  deleteSchedule,
  triggerScan,
  listScans,
  listAccountScans,
  getScan,
  cancelScan,
  deleteScan,
  acceptScan,
  getReport,
  getScanResults,
  listScanGroups,
  listSiteGroups,
  listScanPages,
  listFindings,
  getFindingHistory,
  getGroupHistory,
  compareScans,
  getPicture,
  listSharedReports,
  shareReport,
  revokeSharedReport,
  getSharedReport,
  listSharedGroups,
  listSharedFindings,
  listSharedPages,
  getSharedPicture,
  getTrend,
  listSuppressions,
  createSuppression,
  updateSuppression,
  deleteSuppression,
  listDecisions,
  decide,
  deleteDecision,
  listAlerts,
  createAlert,
  getAlert,
  updateAlert,
  deleteAlert,
  testAlert,
  previewAlert,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliver,
  getUsage,
  listPeopleUsage,
  getUsageLimits,
  beginSignIn,
  finishSignIn,
  signOut,
  listAuditEntries,
  exportAuditEntries,
  getAccount,
  changeAccount,
  deleteAccount,
  leaveAccount,
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  inviteMember,
  resendInvitation,
  revokeInvitation,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  rotateApiKey,
  endPreviousValue,
  revokeApiKey,
  getMe,
  changeMe,
  previewInvitation,
  acceptInvitation,
  listSessions,
  endSession,
  endSessions,
  getNotifications,
  setNotifications,
  startMail,
  openUnsubscribe,
  unsubscribe,
  listRuleSets,
  getOpenapi,
  getHealth,
] as const;

/** Id of a call. */
export type OperationId = (typeof all)[number]['operationId'];

/** Name of a function that handles calls. */
export type FunctionName = NonNullable<(typeof all)[number]['handledBy']>;

/** Every call of the API, in the order of the OpenAPI document. */
export const endpoints: ReadonlyArray<Endpoint & { operationId: OperationId }> = all;

/** Returns the name of the function that handles a call, which is also the name of its folder. */
export function getFunctionName({ operationId, handledBy }: (typeof endpoints)[number]): FunctionName {
  // `FunctionName` has exactly these names.
  return (handledBy ?? operationId) as FunctionName;
}

/** Returns the methods of a path; an empty list if the path does not exist. */
export function listMethods(path: string): string[] {
  return endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
}
