// Made by `npm run generate:client` from the OpenAPI document; not to be edited.
import type { ListSitesParameters, TriggerScanParameters, ListScansParameters, GetReportParameters, ListFindingsParameters, GetPictureParameters, GetTrendParameters, ListSuppressionsParameters, GetUsageParameters } from './parameters.ts';
import type { AcceptScan, CreateSite, CreateSuppression, FindingList, GitLabAccessibility, GitLabCodeQuality, Health, PictureLink, Report, ReportLink, RuleSets, Scan, ScanList, Site, SiteList, Suppression, SuppressionList, Trend, TriggerScan, UpdateSite, UpdateSuppression, UsageList } from './types.ts';
/**
 * Accessibility scanning service
 * 1.0.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "https://api.example.com/api/v1"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "https://api.example.com/api/v1"
};
/**
 * Lists the sites that the key may access, oldest first
 */
export function listSites({ limit, cursor }: ListSitesParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SiteList;
    }>(`/sites${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Creates a site
 */
export function createSite(createSite: CreateSite, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Site;
    }>("/sites", oazapfts.json({
        ...opts,
        method: "POST",
        body: createSite
    }));
}
/**
 * Answers with one site
 */
export function getSite(siteId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Site;
    }>(`/sites/${encodeURIComponent(siteId)}`, {
        ...opts
    });
}
/**
 * Changes a site
 */
export function updateSite(siteId: string, updateSite: UpdateSite, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Site;
    }>(`/sites/${encodeURIComponent(siteId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: updateSite
    }));
}
/**
 * Deletes a site and cancels its unfinished scans
 */
export function deleteSite(siteId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    }>(`/sites/${encodeURIComponent(siteId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Starts a scan of a site
 */
export function triggerScan(siteId: string, triggerScan: TriggerScan, { idempotencyKey }: TriggerScanParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: Scan;
    }>(`/sites/${encodeURIComponent(siteId)}/scans`, oazapfts.json({
        ...opts,
        method: "POST",
        body: triggerScan,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Lists the scans of a site, newest first
 */
export function listScans(siteId: string, { limit, cursor, status, branch, commit }: ListScansParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ScanList;
    }>(`/sites/${encodeURIComponent(siteId)}/scans${QS.query(QS.explode({
        limit,
        cursor,
        status,
        branch,
        commit
    }))}`, {
        ...opts
    });
}
/**
 * Answers with one scan and its progress
 */
export function getScan(scanId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Scan;
    }>(`/scans/${encodeURIComponent(scanId)}`, {
        ...opts
    });
}
/**
 * Cancels a scan
 */
export function cancelScan(scanId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Scan;
    }>(`/scans/${encodeURIComponent(scanId)}/cancel`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Accepts a scan as the baseline of later ones
 */
export function acceptScan(scanId: string, acceptScan: AcceptScan, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Scan;
    }>(`/scans/${encodeURIComponent(scanId)}/accept`, oazapfts.json({
        ...opts,
        method: "POST",
        body: acceptScan
    }));
}
/**
 * Answers with the report of a scan
 */
export function getReport(scanId: string, { format, delivery }: GetReportParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Report | ReportLink | GitLabCodeQuality | GitLabAccessibility;
    } | {
        status: 202;
        data: Scan;
    } | {
        status: 303;
        data: ReportLink;
    }>(`/scans/${encodeURIComponent(scanId)}/report${QS.query(QS.explode({
        format,
        delivery
    }))}`, {
        ...opts
    });
}
/**
 * Lists the findings of a scan, in the order of its report
 */
export function listFindings(scanId: string, { limit, cursor, state, impact, kind, rule, page, criterion, suppressed, issueGroup }: ListFindingsParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FindingList;
    } | {
        status: 202;
        data: Scan;
    }>(`/scans/${encodeURIComponent(scanId)}/findings${QS.query(QS.explode({
        limit,
        cursor,
        state,
        impact,
        kind,
        rule,
        page,
        criterion,
        suppressed,
        issueGroup
    }))}`, {
        ...opts
    });
}
/**
 * Answers with a link to a picture of a finding
 */
export function getPicture(scanId: string, pictureId: string, { delivery }: GetPictureParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PictureLink;
    } | {
        status: 303;
        data: PictureLink;
    }>(`/scans/${encodeURIComponent(scanId)}/pictures/${encodeURIComponent(pictureId)}${QS.query(QS.explode({
        delivery
    }))}`, {
        ...opts
    });
}
/**
 * Answers with the numbers of the completed scans of a site, newest first
 */
export function getTrend(siteId: string, { limit, cursor, branch, comparableKey, $from, to }: GetTrendParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Trend;
    }>(`/sites/${encodeURIComponent(siteId)}/trend${QS.query(QS.explode({
        limit,
        cursor,
        branch,
        comparableKey,
        "from": $from,
        to
    }))}`, {
        ...opts
    });
}
/**
 * Lists the suppressions of a site, oldest first
 */
export function listSuppressions(siteId: string, { limit, cursor }: ListSuppressionsParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SuppressionList;
    }>(`/sites/${encodeURIComponent(siteId)}/suppressions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Suppresses findings of a site
 */
export function createSuppression(siteId: string, createSuppression: CreateSuppression, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Suppression;
    }>(`/sites/${encodeURIComponent(siteId)}/suppressions`, oazapfts.json({
        ...opts,
        method: "POST",
        body: createSuppression
    }));
}
/**
 * Changes the reason or the expiry of a suppression
 */
export function updateSuppression(siteId: string, suppressionId: string, updateSuppression: UpdateSuppression, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Suppression;
    }>(`/sites/${encodeURIComponent(siteId)}/suppressions/${encodeURIComponent(suppressionId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: updateSuppression
    }));
}
/**
 * Deletes a suppression: its findings count again
 */
export function deleteSuppression(siteId: string, suppressionId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    }>(`/sites/${encodeURIComponent(siteId)}/suppressions/${encodeURIComponent(suppressionId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Lists what the keys of the account did, by key and day
 */
export function getUsage({ limit, cursor, $from, to, keyId }: GetUsageParameters = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: UsageList;
    }>(`/usage${QS.query(QS.explode({
        limit,
        cursor,
        "from": $from,
        to,
        keyId
    }))}`, {
        ...opts
    });
}
/**
 * Lists every value that config.rules and config.priority take
 */
export function listRuleSets(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RuleSets;
    }>("/rule-sets", {
        ...opts
    });
}
/**
 * Answers with this document
 */
export function getOpenapi(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Version of OpenAPI. */
            openapi: string;
            [key: string]: unknown;
        };
    }>("/openapi.json", {
        ...opts
    });
}
/**
 * Says that the API answers
 */
export function getHealth(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Health;
    }>("/health", {
        ...opts
    });
}
