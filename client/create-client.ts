import { ok, type RequestOpts } from '@oazapfts/runtime';
import { listAllSites } from './all-sites.ts';
import { normalizeApiUrl } from './api-url.ts';
import type { CallOptions, Client, ClientOptions } from './client.ts';
import * as api from './generated/operations.ts';
import type { ReportLink } from './generated/types.ts';
import { validateId as id } from './ids.ts';
import { combineSignals, paceDefault } from './pace.ts';
import { downloadReport } from './report-download.ts';
import {
  checkList,
  checkReport,
  checkReportLink,
  checkRuleSets,
  checkScan,
  checkSite,
  toPolledScan,
} from './shapes.ts';
import { type CallPolicy, createRetryingFetch, type Transport } from './transport.ts';
import { triggerScan } from './trigger-scan.ts';
import { createWarningObserver } from './warnings.ts';

const USER_AGENT = 'a11y-scan-client';

/**
 * Creates a client for the API.
 * @throws InvalidOptionError if `apiUrl` cannot be used; the key is checked at each request
 */
export function createClient(options: ClientOptions): Client {
  const apiUrl = normalizeApiUrl(options.apiUrl);
  const transport: Transport = {
    fetch: options.fetch ?? globalThis.fetch,
    pace: { ...paceDefault, ...options.pace },
    apiKey: options.apiKey,
    userAgent: options.userAgent ?? USER_AGENT,
    onRetry: options.onRetry ?? (() => undefined),
    onAnswer: createWarningObserver(options.onWarning ?? (() => undefined)),
  };
  const request = (call: CallOptions | undefined, policy: Partial<CallPolicy> = {}): RequestOpts => {
    const signal = combineSignals(options.signal, call?.signal);
    const fetch = createRetryingFetch(transport, { repeatable: true, withKey: true, ...policy, signal });
    return { baseUrl: apiUrl, fetch };
  };

  const client: Client = {
    apiUrl,

    listSites: async (query, call) => checkList(apiUrl, await ok(api.listSites(query, request(call)))),
    allSites: (call) => listAllSites(apiUrl, (query) => client.listSites(query, call)),
    getOverview: async (query, call) => checkList(apiUrl, await ok(api.getOverview(query, request(call)))),
    createSite: async (site, call) =>
      checkSite(apiUrl, await ok(api.createSite(site, request(call, { repeatable: false })))),
    getSite: async (siteId, call) => checkSite(apiUrl, await ok(api.getSite(id(siteId), request(call)))),
    updateSite: async (siteId, change, call) =>
      checkSite(apiUrl, await ok(api.updateSite(id(siteId), change, request(call)))),
    deleteSite: async (siteId, call) => {
      await ok(api.deleteSite(id(siteId), request(call)));
    },

    triggerScan: async (siteId, config, { idempotencyKey, signal } = {}) =>
      triggerScan(apiUrl, id(siteId), config, {
        idempotencyKey,
        request: (onUnsure) => request({ signal }, { onUnsure }),
      }),
    listScans: async (siteId, query, call) =>
      checkList(apiUrl, await ok(api.listScans(id(siteId), query, request(call)))),
    listAccountScans: async (query, call) =>
      checkList(apiUrl, await ok(api.listAccountScans(query, request(call)))),
    getScan: async (scanId, call) => toPolledScan(apiUrl, await api.getScan(id(scanId), request(call))),
    cancelScan: async (scanId, call) =>
      checkScan(apiUrl, await ok(api.cancelScan(id(scanId), request(call)))),
    deleteScan: async (scanId, call) => {
      await ok(api.deleteScan(id(scanId), request(call)));
    },
    acceptScan: async (scanId, acceptance, call) =>
      checkScan(apiUrl, await ok(api.acceptScan(id(scanId), acceptance, request(call)))),

    getReportLink: async (scanId, format = 'json', call) => {
      const query = { format, delivery: 'link' } as const;
      const answer = await api.getReport(id(scanId), query, request(call));
      if (answer.status === 202) return toPolledScan(apiUrl, answer);
      return { link: checkReportLink(apiUrl, (await ok(Promise.resolve(answer))) as ReportLink) };
    },
    reportChunks: (scanId, format = 'json', call) =>
      downloadReport({
        ...transport,
        apiUrl,
        format,
        signal: combineSignals(options.signal, call?.signal),
        requestLink: () => client.getReportLink(scanId, format, call),
      }),
    getReport: async (scanId, call) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of client.reportChunks(scanId, 'json', call)) chunks.push(chunk);
      return checkReport(apiUrl, Buffer.concat(chunks).toString('utf8'));
    },
    listFindings: async (scanId, query, call) => {
      const answer = await api.listFindings(id(scanId), query, request(call));
      if (answer.status === 202) return toPolledScan(apiUrl, answer);
      const findings = await ok(Promise.resolve(answer));
      return checkList(apiUrl, findings);
    },
    getScanResults: async (scanId, call) => {
      const answer = await api.getScanResults(id(scanId), request(call));
      return answer.status === 202 ? toPolledScan(apiUrl, answer) : ok(Promise.resolve(answer));
    },
    listScanGroups: async (scanId, query, call) => {
      const answer = await api.listScanGroups(id(scanId), query, request(call));
      if (answer.status === 202) return toPolledScan(apiUrl, answer);
      return checkList(apiUrl, await ok(Promise.resolve(answer)));
    },
    listSiteGroups: async (siteId, query, call) =>
      checkList(apiUrl, await ok(api.listSiteGroups(id(siteId), query, request(call)))),
    listScanPages: async (scanId, query, call) =>
      checkList(apiUrl, await ok(api.listScanPages(id(scanId), query, request(call)))),
    getFindingHistory: async (siteId, fingerprint, query, call) =>
      ok(api.getFindingHistory(id(siteId), id(fingerprint), query, request(call))),
    getGroupHistory: async (siteId, groupId, query, call) =>
      ok(api.getGroupHistory(id(siteId), id(groupId), query, request(call))),
    compareScans: async (scanId, otherScanId, query, call) =>
      checkList(apiUrl, await ok(api.compareScans(id(scanId), id(otherScanId), query, request(call)))),
    getPicture: async (scanId, pictureId, call) =>
      ok(api.getPicture(id(scanId), id(pictureId), undefined, request(call))),

    getTrend: async (siteId, query, call) => ok(api.getTrend(id(siteId), renameFrom(query), request(call))),
    listSuppressions: async (siteId, query, call) =>
      checkList(apiUrl, await ok(api.listSuppressions(id(siteId), query, request(call)))),
    createSuppression: async (siteId, suppression, call) =>
      ok(api.createSuppression(id(siteId), suppression, request(call, { repeatable: false }))),
    updateSuppression: async (siteId, suppressionId, change, call) =>
      ok(api.updateSuppression(id(siteId), id(suppressionId), change, request(call))),
    deleteSuppression: async (siteId, suppressionId, call) => {
      await ok(api.deleteSuppression(id(siteId), id(suppressionId), request(call)));
    },
    listDecisions: async (siteId, query, call) =>
      checkList(apiUrl, await ok(api.listDecisions(id(siteId), query, request(call)))),
    decide: async (siteId, decision, call) => ok(api.decide(id(siteId), decision, request(call))),
    deleteDecision: async (siteId, fingerprint, call) => {
      await ok(api.deleteDecision(id(siteId), id(fingerprint), request(call)));
    },

    getSchedule: async (siteId, call) => ok(api.getSchedule(id(siteId), request(call))),
    setSchedule: async (siteId, schedule, call) => ok(api.setSchedule(id(siteId), schedule, request(call))),
    deleteSchedule: async (siteId, call) => {
      await ok(api.deleteSchedule(id(siteId), request(call)));
    },

    listWebhooks: async (query, call) => checkList(apiUrl, await ok(api.listWebhooks(query, request(call)))),
    createWebhook: async (webhook, call) =>
      ok(api.createWebhook(webhook, {}, request(call, { repeatable: false }))),
    getWebhook: async (webhookId, call) => ok(api.getWebhook(id(webhookId), request(call))),
    updateWebhook: async (webhookId, change, call) =>
      ok(api.updateWebhook(id(webhookId), change, {}, request(call))),
    deleteWebhook: async (webhookId, call) => {
      await ok(api.deleteWebhook(id(webhookId), request(call)));
    },
    rotateWebhookSecret: async (webhookId, call) =>
      ok(api.rotateWebhookSecret(id(webhookId), {}, request(call, { repeatable: false }))),
    testWebhook: async (webhookId, call) =>
      ok(api.testWebhook(id(webhookId), request(call, { repeatable: false }))),
    listWebhookDeliveries: async (webhookId, { type, ...query } = {}, call) =>
      checkList(
        apiUrl,
        await ok(
          api.listWebhookDeliveries(
            id(webhookId),
            { ...renameFrom(query), ...(type === undefined ? {} : { $type: type }) },
            request(call),
          ),
        ),
      ),
    getWebhookDelivery: async (webhookId, deliveryId, call) =>
      ok(api.getWebhookDelivery(id(webhookId), id(deliveryId), request(call))),
    redeliver: async (webhookId, deliveryId, call) =>
      ok(api.redeliver(id(webhookId), id(deliveryId), request(call))),

    getUsage: async (query, call) =>
      checkList(apiUrl, await ok(api.getUsage(renameFrom(query), request(call)))),

    listRuleSets: async (call) => checkRuleSets(apiUrl, await ok(api.listRuleSets(request(call)))),
    getOpenapi: (call) => ok(api.getOpenapi(request(call, { withKey: false }))),
    getHealth: (call) => ok(api.getHealth(request(call, { withKey: false }))),
  };
  return client;
}

/** Returns a query as the generated functions expect it: they call `from` `$from`. */
function renameFrom<Query extends { from?: string }>({ from, ...query }: Query = {} as Query) {
  return { ...query, ...(from === undefined ? {} : { $from: from }) };
}
