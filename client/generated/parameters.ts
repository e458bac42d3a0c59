// Made by `npm run generate:client` from the OpenAPI document; not to be edited.
export type ListSitesParameters = {
    limit?: number;
    cursor?: string;
};
export type TriggerScanParameters = {
    idempotencyKey?: string;
};
export type ListScansParameters = {
    limit?: number;
    cursor?: string;
    status?: "queued" | "running" | "completed" | "failed" | "cancelled";
    branch?: string;
    commit?: string;
};
export type GetReportParameters = {
    format?: "json" | "html" | "csv" | "markdown" | "sarif" | "sarif-github" | "junit" | "gitlab-code-quality" | "gitlab-accessibility" | "earl";
    delivery?: "link";
};
export type ListFindingsParameters = {
    limit?: number;
    cursor?: string;
    state?: "new" | "regressed" | "unchanged" | "reclassified" | "unknown";
    impact?: "critical" | "serious" | "moderate" | "minor";
    kind?: "violation" | "review";
    rule?: string;
    page?: string;
    criterion?: string;
    suppressed?: "true" | "false";
    issueGroup?: string;
};
export type GetPictureParameters = {
    delivery?: "redirect";
};
export type GetTrendParameters = {
    limit?: number;
    cursor?: string;
    branch?: string;
    comparableKey?: string;
    $from?: string;
    to?: string;
};
export type ListSuppressionsParameters = {
    limit?: number;
    cursor?: string;
};
export type GetUsageParameters = {
    limit?: number;
    cursor?: string;
    $from?: string;
    to?: string;
    keyId?: string;
};
