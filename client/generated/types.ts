// Made by `npm run generate:client` from the OpenAPI document; not to be edited.
export type CredentialsView = {
    /** The only origin that they are sent to. */
    origin: string;
    /** How many headers. */
    headers: number;
    /** How many cookies. */
    cookies: number;
    /** Whether there is a user name and password. */
    basic: boolean;
    /** When they were set. */
    setAt: string;
};
export type Site = {
    /** Id of the site. */
    id: string;
    /** What people call the site. */
    name: string;
    /** Start URL. */
    url: string;
    /** Further pages that every scan begins with: paths, or URLs on the same origin as `url`. */
    pages: string[];
    /** Further origins on which the site may be scanned, by the `url` of a scan. */
    origins: string[];
    /** Where further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned. */
    crawl: "none" | "links" | "sitemap" | "both";
    /** Pages of a scan at most, the start URL and the listed pages among them, which it must not be smaller than. Unless set: 25, or the number of these pages where that is larger. */
    maxPages: number;
    /** Links to follow at most from the start URL, a listed page or a page of the sitemap; null for 100, the most that can be set. */
    maxDepth: number | null;
    /** Globs; of the further pages only those that match one of them are scanned, all where the list is empty. `/blog/**` is held against path and query, `https://www.example.com/**` against the whole URL; `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Case matters, a trailing slash does not. */
    includeUrls: string[];
    /** Globs as in `includeUrls`; further pages that match one of them are not scanned, even where they are included. */
    excludeUrls: string[];
    /** Whether addresses that differ in `#/…` or `#!/…` are pages of their own, as in applications that keep their routes there. */
    hashRoutes: boolean;
    /** Whether further pages that the site's robots.txt disallows are left out. The start URL and the listed pages are scanned in any case. */
    robots: "obey" | "ignore";
    /** Which source files pages are made from, for reports in SARIF and GitLab code quality; the first glob that fits holds. */
    sourcePaths: {
        /** A glob as in `includeUrls`. */
        url: string;
        /** Path of a file from the root of the repository. */
        path: string;
    }[];
    /** That credentials are set, never what they are; null when there are none. */
    credentials: CredentialsView | null;
    /** When the site was created. */
    createdAt: string;
    /** When the site was last changed; the time of its creation when it never was. */
    updatedAt: string;
};
export type SiteList = {
    /** The entries of this page; may be fewer than `limit`. */
    items: Site[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
};
export type RequestError = {
    /** Where: a member of the body (`config.rules[0]`), a query parameter (`query.limit`) or a header (`header.Idempotency-Key`); empty for the body as a whole. */
    path: string;
    /** What is wrong there, for people. */
    message: string;
    /** The values that would be right. */
    allowed?: (string | number | boolean | null)[];
};
export type Problem = {
    /** urn:a11y-scan:problem:<code> */
    "type": string;
    /** The kind of problem, for people; the same for every one of its code. */
    title: string;
    /** The HTTP status of the answer. */
    status: number;
    /** What is wrong and what would be right, for people. */
    detail: string;
    /** Stable; for programs. */
    code: "key-missing" | "key-malformed" | "key-unknown" | "key-expired" | "key-revoked" | "role-too-small" | "key-limited-to-sites" | "request-blocked" | "route-not-found" | "site-not-found" | "scan-not-found" | "picture-not-found" | "suppression-not-found" | "method-not-allowed" | "not-acceptable" | "idempotency-in-progress" | "scan-already-ended" | "scan-not-completed" | "nothing-to-report" | "suppressions-limit" | "body-too-large" | "unsupported-media-type" | "bad-request" | "malformed-json" | "invalid-request" | "cursor-invalid" | "idempotency-key-reused" | "rate-limited" | "unfinished-scans-limit" | "pages-per-month-limit" | "high-priority-share" | "internal-error" | "service-unavailable" | "timeout";
    /** urn:uuid:<X-Request-Id> */
    instance: string;
    /** What is wrong with the request, where the problem is the request; the first 50 at most. */
    errors?: RequestError[];
};
export type Credentials = {
    /** Headers by name: at most 20, the names tokens of RFC 9110 and each given once, letter case aside, the values visible ASCII characters with spaces only between them. Names that the browser or the connection sets, such as `Host` and `Cookie`, are refused. */
    headers?: {
        [key: string]: string;
    };
    /** Cookies; sent by the rules of browsers for a cookie of one host, one scheme and one port. */
    cookies?: {
        /** A token of RFC 9110. */
        name: string;
        /** Visible ASCII without spaces, commas, `;` and `\`; at most 4096 characters together with the name. */
        value: string;
        /** It is sent to this path and those below it. */
        path?: string;
        /** Whether it is kept from the scripts of pages; false for one that they read, such as consent. */
        httpOnly?: boolean;
    }[];
    /** HTTP basic authentication (RFC 7617). */
    basic?: {
        /** The user name, without colons and control characters. */
        username: string;
        /** The password, without control characters. */
        password: string;
    } | null;
};
export type CreateSite = {
    /** What people call the site. */
    name: string;
    /** Start URL. */
    url: string;
    /** Further pages to scan: paths, or URLs on the same origin as `url`. */
    pages?: string[];
    /** Further origins on which this site may be scanned. A pattern stands for every host below its name, at any depth; without a scheme it stands for http and https. */
    origins?: string[];
    /** Where further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned. */
    crawl?: "none" | "links" | "sitemap" | "both";
    /** Pages of a scan at most, the start URL and the listed pages among them, which it must not be smaller than. Unless set: 25, or the number of these pages where that is larger. Null takes back what was set. */
    maxPages?: number | null;
    /** Links to follow at most from the start URL, a listed page or a page of the sitemap; null for 100, the most that can be set. */
    maxDepth?: number | null;
    /** Globs; of the further pages only those that match one of them are scanned, all where the list is empty. `/blog/**` is held against path and query, `https://www.example.com/**` against the whole URL; `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Case matters, a trailing slash does not. */
    includeUrls?: string[];
    /** Globs as in `includeUrls`; further pages that match one of them are not scanned, even where they are included. */
    excludeUrls?: string[];
    /** Whether addresses that differ in `#/…` or `#!/…` are pages of their own, as in applications that keep their routes there. */
    hashRoutes?: boolean;
    /** Whether further pages that the site's robots.txt disallows are left out. The start URL and the listed pages are scanned in any case. */
    robots?: "obey" | "ignore";
    /** Which source files pages are made from, for reports in SARIF and GitLab code quality; the first glob that fits holds. */
    sourcePaths?: {
        /** A glob as in `includeUrls`. */
        url: string;
        /** Path of a file from the root of the repository. */
        path: string;
    }[];
    /** What opens the gate that the site stands behind; it replaces all that was set before. Null removes it. */
    credentials?: Credentials | null;
};
export type UpdateSite = {
    /** What people call the site. */
    name?: string;
    /** Start URL. */
    url?: string;
    /** Further pages to scan: paths, or URLs on the same origin as `url`. */
    pages?: string[];
    /** Further origins on which this site may be scanned. A pattern stands for every host below its name, at any depth; without a scheme it stands for http and https. */
    origins?: string[];
    /** Where further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned. */
    crawl?: "none" | "links" | "sitemap" | "both";
    /** Pages of a scan at most, the start URL and the listed pages among them, which it must not be smaller than. Unless set: 25, or the number of these pages where that is larger. Null takes back what was set. */
    maxPages?: number | null;
    /** Links to follow at most from the start URL, a listed page or a page of the sitemap; null for 100, the most that can be set. */
    maxDepth?: number | null;
    /** Globs; of the further pages only those that match one of them are scanned, all where the list is empty. `/blog/**` is held against path and query, `https://www.example.com/**` against the whole URL; `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Case matters, a trailing slash does not. */
    includeUrls?: string[];
    /** Globs as in `includeUrls`; further pages that match one of them are not scanned, even where they are included. */
    excludeUrls?: string[];
    /** Whether addresses that differ in `#/…` or `#!/…` are pages of their own, as in applications that keep their routes there. */
    hashRoutes?: boolean;
    /** Whether further pages that the site's robots.txt disallows are left out. The start URL and the listed pages are scanned in any case. */
    robots?: "obey" | "ignore";
    /** Which source files pages are made from, for reports in SARIF and GitLab code quality; the first glob that fits holds. */
    sourcePaths?: {
        /** A glob as in `includeUrls`. */
        url: string;
        /** Path of a file from the root of the repository. */
        path: string;
    }[];
    /** What opens the gate that the site stands behind; it replaces all that was set before. Null removes it. */
    credentials?: Credentials | null;
};
export type RuleSetName = "wcag-a" | "wcag-aa" | "wcag-aaa" | "wcag20-a" | "wcag20-aa" | "wcag20-aaa" | "wcag21-a" | "wcag21-aa" | "wcag21-aaa" | "wcag22-a" | "wcag22-aa" | "wcag22-aaa" | "best-practice" | "section-508" | "en-301-549" | "en-301-549-v3" | "en-301-549-v4" | "rgaa" | "trusted-tester" | "act";
export type ScanMetadata = {
    /** The branch that was built. */
    branch?: string;
    /** The branch that it is to be merged into; the baseline is a comparable scan of it, if it has one. */
    targetBranch?: string;
    /** The commit that was built. */
    commit?: string;
    /** The pull or merge request, as its host names it. */
    pullRequest?: string;
};
export type FailOn = {
    /** Fails on a new or regressed violation of this impact or above. */
    "new"?: "critical" | "serious" | "moderate" | "minor";
    /** Fails on any violation of this impact or above. */
    "any"?: "critical" | "serious" | "moderate" | "minor";
    /** Fails on more violations than this. */
    total?: number;
    /** The same thresholds for best practices, which count nowhere else. */
    bestPractice?: {
        /** Fails on a new or regressed violation of this impact or above. */
        "new"?: "critical" | "serious" | "moderate" | "minor";
        /** Fails on any violation of this impact or above. */
        "any"?: "critical" | "serious" | "moderate" | "minor";
        /** Fails on more violations than this. */
        total?: number;
    };
    /** Whether what needs review counts like a violation. */
    review?: boolean;
    /** Percent of the attempted pages that must have been scanned; below it nothing passes. */
    minCoverage?: number;
    /** What `new` means without a baseline: `report` makes the gate inconclusive, `fail` takes every finding for new. */
    onNoBaseline?: "report" | "fail";
};
export type ScanConfig = {
    /** The rule sets to scan by; see GET /rule-sets. */
    rules: RuleSetName[];
    /** Which scans go first. GET /rule-sets says what each priority means. */
    priority?: "high" | "normal" | "low";
    /** Scanned instead of the site's URL, e.g. a preview deployment. Its origin must be the site's or match the site's `origins`. */
    url?: string;
    /** Where further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned. */
    crawl?: "none" | "links" | "sitemap" | "both";
    /** Pages of a scan at most, the start URL and the listed pages among them, which it must not be smaller than. Unless set: 25, or the number of these pages where that is larger. */
    maxPages?: number;
    /** Links to follow at most from the start URL, a listed page or a page of the sitemap; null for 100, the most that can be set. */
    maxDepth?: number | null;
    /** Globs; of the further pages only those that match one of them are scanned, all where the list is empty. `/blog/**` is held against path and query, `https://www.example.com/**` against the whole URL; `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Case matters, a trailing slash does not. */
    includeUrls?: string[];
    /** Globs as in `includeUrls`; further pages that match one of them are not scanned, even where they are included. */
    excludeUrls?: string[];
    /** Whether addresses that differ in `#/…` or `#!/…` are pages of their own, as in applications that keep their routes there. */
    hashRoutes?: boolean;
    /** Whether further pages that the site's robots.txt disallows are left out. The start URL and the listed pages are scanned in any case. */
    robots?: "obey" | "ignore";
    /** The window of the pages: `desktop` (1280 × 1024), `tablet` (768 × 1024), `mobile` (390 × 844) or a size in CSS pixels, 240 to 3,840 each way. `tablet` and `mobile` also have a touch screen and honour `meta viewport`. Unless set: `desktop`. */
    viewport?: ("desktop" | "tablet" | "mobile") | {
        /** In CSS pixels. */
        width: number;
        /** In CSS pixels. */
        height: number;
    };
    /** What `prefers-color-scheme` says to pages. Unless set: `light`. */
    colorScheme?: "light" | "dark";
    /** What `prefers-reduced-motion` says to pages. Unless set: `reduce`. */
    reducedMotion?: "reduce" | "no-preference";
    /** BCP 47 tag of the language that pages see and servers are asked for; shown in its canonical form. Unless set: `en-US`. */
    locale?: string;
    /** Follows the service's own user agent, so that a server can tell these scans apart. */
    userAgentSuffix?: string;
    /** CSS selectors; only elements within what they find are judged. Empty or left out: all. */
    includeSelectors?: string[];
    /** CSS selectors; elements within what they find are not judged. */
    excludeSelectors?: string[];
    /** What each page waits for beyond coming to rest: an element of its document, for a bounded time, or a time, by the page's own clock. A page where the element does not come is scanned all the same, and its outcome says so. */
    waitFor?: {
        /** CSS selector of an element that must be there. */
        selector: string;
    } | {
        /** A time in milliseconds. */
        milliseconds: number;
    };
    /** What the start URL is meant to answer with, e.g. 404 to scan the error page of a site; it is then scanned like any page, and another status is an error. */
    expect?: {
        /** An HTTP status. */
        status: number;
    };
    /** Which findings pictures are taken of: `new` for those of which there is no picture of an earlier scan to show, `all` or `none`. Unless set: `new`. */
    screenshots?: "new" | "all" | "none";
    /** CSS selectors; what they find is masked in pictures, and so is every input. */
    redactSelectors?: string[];
    metadata?: ScanMetadata;
    /** The scan of this site to compare with; it must have a report and the same rule sets, viewport, colour scheme, locale, selectors and use of credentials. Unless set: the latest such scan of `metadata.targetBranch`, else of `metadata.branch`, else of the site; for a gate on new findings the latest that passed or was accepted, and never one of the same commit that was not accepted. */
    baseline?: string;
    failOn?: FailOn;
};
export type TriggerScan = {
    config: ScanConfig;
};
export type ScanMetadataOutput = ScanMetadata;
export type FailOnOutput = Omit<FailOn, "review" | "minCoverage" | "onNoBaseline"> & {
    /** Whether what needs review counts like a violation. */
    review: boolean;
    /** Percent of the attempted pages that must have been scanned; below it nothing passes. */
    minCoverage: number;
    /** What `new` means without a baseline: `report` makes the gate inconclusive, `fail` takes every finding for new. */
    onNoBaseline: "report" | "fail";
};
export type ScanConfigOutput = Omit<ScanConfig, "priority" | "metadata" | "failOn"> & {
    /** Which scans go first. GET /rule-sets says what each priority means. */
    priority: "high" | "normal" | "low";
    metadata?: ScanMetadataOutput;
    failOn?: FailOnOutput;
};
export type ScanSummary = {
    /** As `gate.result` of the report; null for a scan without `failOn`. */
    gate: ("passed" | "failed" | "inconclusive") | null;
    /** Elements with a violation, without suppressed ones. */
    violations: number;
    /** Elements that need review, without suppressed ones. */
    needsReview: number;
    /** Elements that a suppression takes out of the numbers above. */
    suppressed: number;
    /** Violations that are new or regressed since the baseline. */
    "new": number;
    /** Findings of the baseline that are fixed. */
    fixed: number;
    /** Things to fix: issue groups with a violation that counts. One fix removes each, or probably does. */
    issueGroups: number;
    /** Rules that did not run on pages that were scanned, such as one that took too long: they judged nothing there. Rules of the same pages are one entry, most pages first; at most five entries, else all are one. `rules` of each page says why. */
    rulesNotRun: {
        ruleIds: string[];
        /** Pages that none of these rules ran on. */
        pages: number;
        /** The first three of them, as they were requested. */
        urls: string[];
    }[];
};
export type Acceptance = {
    /** When it was accepted, the last time if more than once. */
    at: string;
    /** The key that accepted it. */
    by: {
        keyId: string;
        name: string;
    };
    /** Why. */
    reason: string;
};
export type Scan = {
    /** Id of the scan. */
    id: string;
    /** Id of the site, which may be deleted by now. */
    siteId: string;
    /** How far the scan is. Final, never to change again: `completed`, `failed`, `cancelled`. */
    status: "queued" | "running" | "completed" | "failed" | "cancelled";
    config: ScanConfigOutput;
    /** Pages counted. */
    progress: {
        /** Pages that have ended. */
        pagesDone: number;
        /** Pages known so far. */
        pagesKnown: number;
    };
    /** When the scan was triggered. */
    createdAt: string;
    /** When its first page was begun; null before that. */
    startedAt: string | null;
    /** When its status became final; null before that. */
    finishedAt: string | null;
    /** `pending`: still to come; `ready`: can be fetched; `none`: there is nothing to report. */
    report: "pending" | "ready" | "none";
    /** Why the scan failed; null unless its status is `failed`. */
    failure: {
        /** Stable; for programs. */
        code: "no-page-scanned" | "planning-failed" | "finishing-failed";
        /** For people. */
        reason: string;
    } | null;
    /** Why the scan was cancelled, for people; null unless its status is `cancelled`. */
    cancelReason: string | null;
    /** What the scan comes to; null until `report` is no longer `pending`, and where the service could not finish it or its site was deleted before. */
    summary: ScanSummary | null;
    /** That it was accepted as the baseline of later scans, whatever its gate decided; null if it was not. */
    accepted: Acceptance | null;
};
export type ScanList = {
    /** The entries of this page; may be fewer than `limit`. */
    items: Scan[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
};
export type AcceptScan = {
    /** Why; shown with the scan and in the audit log. */
    reason: string;
};
export type ReportScan = {
    id: string;
    status: "completed" | "failed" | "cancelled";
    /** True when the scan did not run to its end; see incompleteReason. */
    incomplete: boolean;
    incompleteReason: string | null;
    createdAt: string;
    startedAt: string | null;
    finishedAt: string | null;
    /** `X-Request-Id` of the call that triggered the scan; null for a scan that no call triggered. */
    requestId: string | null;
    config: ScanConfigOutput;
};
export type ReportSite = {
    /** Null for a scan of no site that the service keeps. */
    id: string | null;
    name: string;
    url: string;
};
export type ReportRuleSet = {
    name: RuleSetName;
    meaning: string;
    standard: string;
    version: string;
    axeTags: string[];
    ruleIds: string[];
};
export type ReportConfiguration = {
    /** The rule sets of the scan. */
    ruleSets: ReportRuleSet[];
    /** The axe rules that were run, of all rule sets together. */
    ruleIds: string[];
    /** The start URL, then the listed pages. */
    startUrls: string[];
    /** Which source files pages are made from, for reports in SARIF and GitLab code quality; the first glob that fits holds. */
    sourcePaths: {
        /** A glob as in `includeUrls`. */
        url: string;
        /** Path of a file from the root of the repository. */
        path: string;
    }[];
    /** What the scan did, with the defaults filled in: how pages were found and opened. */
    settings: {
        /** How pages were found and chosen. */
        crawl: {
            /** Where the further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. */
            crawl: "none" | "links" | "sitemap" | "both";
            /** Pages of the scan at most, the first pages among them. */
            maxPages: number;
            /** Links to follow from a first page at most; null for 100. */
            maxDepth: number | null;
            /** Only pages that match one of these are chosen; empty for all. The first pages always are. */
            includeUrls: string[];
            /** Pages that match one of these are not chosen, even where they are included. */
            excludeUrls: string[];
            /** Whether `#/…` and `#!/…` name pages of their own. */
            hashRoutes: boolean;
            /** Whether found pages that the site's robots.txt disallows are left out. */
            robots: "obey" | "ignore";
        };
        /** Under which conditions pages were opened. */
        page: {
            /** The window of the pages. */
            viewport: {
                /** In CSS pixels. */
                width: number;
                /** In CSS pixels. */
                height: number;
            };
            /** Whether pages see a touch screen and honour their `meta viewport`. */
            mobile: boolean;
            /** What `prefers-color-scheme` says to pages. */
            colorScheme: "light" | "dark";
            /** What `prefers-reduced-motion` says to pages. */
            reducedMotion: "reduce" | "no-preference";
            /** BCP 47 tag of the language that pages see and servers are asked for. */
            locale: string;
            /** Follows the service's own user agent; empty for none. */
            userAgentSuffix: string;
            /** CSS selectors; only elements within what they find are judged, all where there are none. */
            includeSelectors: string[];
            /** CSS selectors; elements within what they find are not judged. */
            excludeSelectors: string[];
            /** What each page waits for beyond coming to rest; null for nothing. */
            waitFor: ({
                /** CSS selector of an element that must be there. */
                selector: string;
            } | {
                /** A time in milliseconds. */
                milliseconds: number;
            }) | null;
            /** Which findings pictures are taken of: `new` for those of which there is no picture of an earlier scan to show. */
            screenshots: "new" | "all" | "none";
            /** CSS selectors; what they find is masked in pictures, and so is every input. */
            redactSelectors: string[];
        };
        /** The status that the start URL is meant to answer with; null when any sound one will do. */
        expectStatus: number | null;
        /** Whether pages were opened with the site's credentials. */
        signedIn: boolean;
    };
};
export type ReportEngine = {
    axe: string;
    browser: string;
    userAgent: string;
    viewport: {
        width: number;
        height: number;
    };
    mobile?: boolean;
    colorScheme?: "light" | "dark";
    reducedMotion?: "reduce" | "no-preference";
    locale?: string;
    /** Pages that were scanned under exactly these conditions. */
    pageCount: number;
};
export type ReportCrawl = {
    /** Where the start URL moved the site: to https, or with or without `www.`; null when it did not. */
    adoptedOrigin: string | null;
    /** What of the site's robots.txt and sitemaps could not be read, or not wholly. */
    notes: string[];
    /** Pages that were found and are not part of the scan. */
    notAttempted: {
        /** How many there are. */
        count: number;
        /** How many by reason; a reason without pages is left out. */
        byReason: {
            [key: string]: number;
        };
        /** At most 500 of them. */
        pages: {
            /** The address under which it was found. */
            url: string;
            /** `limit`: The scan had as many pages as it may have. `depth`: It is more links away from the first pages than the scan follows. `pattern`: The includeUrls or excludeUrls of the scan leave it out. `file`: Its address ends like that of a file that is no page. `robots`: The site's robots.txt disallows it. `risky`: Its link seems to sign out, delete or order something, and the scan is signed in. `ended`: The scan ended before it came to it. */
            reason: "limit" | "depth" | "pattern" | "file" | "robots" | "risky" | "ended";
        }[];
    };
};
export type ReportCriterion = {
    "number": string;
    name: string;
    level: "A" | "AA" | "AAA";
    url: string;
};
export type ReportLimits = {
    /** What automated checks cannot say. */
    statement: string;
    /** Criteria of the chosen standards that at least one rule which ran belongs to. No rule tests all of one. */
    criteriaTestedInPart: ReportCriterion[];
    /** Criteria of the chosen standards that no rule which ran belongs to. */
    criteriaNotTested: ReportCriterion[];
};
export type ReportRuleCount = {
    ruleId: string;
    help: string;
    impact: "critical" | "serious" | "moderate" | "minor";
    elements: number;
    pages: number;
};
export type ReportCounts = {
    /** Elements; one that is on two pages, or named by two rules, counts twice. */
    elements: number;
    /** Rules, each under the worst impact it has. */
    rules: number;
    byImpact: {
        critical: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
        serious: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
        moderate: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
        minor: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
    };
    /** Worst first, then by number of elements. */
    byRule: ReportRuleCount[];
};
export type ReportSummary = {
    pages: {
        /** Pages that belong to the scan. */
        known: number;
        /** Pages that were scanned, wholly or in part. */
        scanned: number;
        /** Pages by outcome; an outcome without pages is left out. */
        byOutcome: {
            [key: string]: number;
        };
    };
    /** Rules that did not run on pages that were scanned, such as one that took too long: they judged nothing there. Rules of the same pages are one entry, most pages first; at most five entries, else all are one. `rules` of each page says why. */
    rulesNotRun: {
        ruleIds: string[];
        /** Pages that none of these rules ran on. */
        pages: number;
        /** The first three of them, as they were requested. */
        urls: string[];
    }[];
    /** Without suppressed ones. */
    violations: ReportCounts;
    /** What the rules could not decide. Never part of the violations. */
    needsReview: ReportCounts;
    /** What a suppression takes out of the numbers above. */
    suppressed: {
        violations: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
        needsReview: {
            /** Elements; one that is on two pages, or named by two rules, counts twice. */
            elements: number;
            /** Rules, each under the worst impact it has. */
            rules: number;
        };
    };
    /** Things to fix: issue groups with a violation that is not suppressed. One fix removes the findings of a group, or probably does: see `oneFix` of each. */
    issueGroups: number;
};
export type ReportPage = {
    id: string;
    requestedUrl: string;
    /** Digest of the whole address, as far as it tells pages apart; only where `requestedUrl` lacks what may be secret. */
    identity?: string;
    /** Links away from the pages that the scan began with. */
    depth: number;
    /** Address of the first page of this report that links to it; null when no page of the scan does, such as for a page of a sitemap. */
    foundOn: string | null;
    /** The URL after redirects; null when nothing was reached. */
    finalUrl: string | null;
    title: string | null;
    httpStatus: number | null;
    contentType: string | null;
    /** `scanned`: The page was scanned. `partially-scanned`: The page was scanned, but not all of it. `off-site-redirect`: The page redirected to another site and was not scanned. `duplicate-redirect`: The page redirected to a page that this scan covers already. `http-error`: The server answered with an error status. `broken-link`: A link or sitemap leads here, but the server says that the page does not exist (404 or 410). `not-html`: The address does not hold an HTML page. `too-large`: The page is larger than the limit. `empty`: The page rendered nothing. `nothing-selected`: The selectors of the scan leave nothing of the page to be judged. `dns-error`: The host name could not be resolved. `connection-refused`: The server refused the connection. `connection-failed`: The connection to the server failed. `tls-error`: The TLS certificate or handshake was not accepted. `timeout`: The page did not answer in time. `too-many-redirects`: The page redirected too many times. `empty-response`: The server closed the connection without an answer. `rate-limited`: The server asked to slow down and the page was given up. `blocked-by-site`: The site showed a challenge or refusal to bots instead of the page. `login-required`: The site showed a login form instead of the page. `blocked-address`: The address is not one that this service may open. `crashed`: The browser crashed on this page twice. `service-fault`: This service failed to scan the page; the page is not at fault. `not-attempted`: The page was not attempted. */
    outcome: "scanned" | "partially-scanned" | "off-site-redirect" | "duplicate-redirect" | "http-error" | "broken-link" | "not-html" | "too-large" | "empty" | "nothing-selected" | "dns-error" | "connection-refused" | "connection-failed" | "tls-error" | "timeout" | "too-many-redirects" | "empty-response" | "rate-limited" | "blocked-by-site" | "login-required" | "blocked-address" | "crashed" | "service-fault" | "not-attempted";
    /** One sentence on how the page ended. */
    detail: string;
    /** False when the page was still changing when the rules were run. */
    settled: boolean | null;
    startedAt: string | null;
    durationMs: number | null;
    /** Times the page was opened. */
    attempts: number;
    /** Elements with a violation on this page, without suppressed ones. */
    violations: number;
    /** Elements on this page that need review, without suppressed ones. */
    needsReview: number;
    /** What each rule of the scan said here. */
    rules: {
        ruleId: string;
        result: "failed" | "review" | "passed" | "inapplicable" | "not-run";
        reason?: string;
        /** Elements of this page, suppressed ones among them, that the rule counted and `nodes` does not have; absent where it has all. */
        unlisted?: {
            violations: number;
            needsReview: number;
        };
    }[];
    /** Frames whose content was not judged, each by the selectors from the top document down. */
    framesNotScanned: (string | string[])[][];
    /** Whether the page may not have shown all of its content when the rules ran: it had not come to rest (and no element of `waitFor` said that it was ready), what `waitFor` asks for did not come about, a script that would not end was stopped, or it asked for more than one page may load. */
    incomplete: boolean;
    /** How many of `framesNotScanned` count for the gate: they held a document that was too slow, too large, too deep or one too many, or could not be loaded although they are of the host of the page. */
    framesNotJudged: number;
};
export type Gate = {
    /** Null when the scan had no `failOn`. A threshold that is passed fails whatever else is unknown. */
    result: ("passed" | "failed" | "inconclusive") | null;
    /** All of them; empty when the gate passed. */
    reasons: {
        /** `new`: New or regressed findings at or above the threshold. `any`: Findings at or above the threshold. `total`: More findings than allowed. `best-practice-new`: New or regressed best-practice findings at or above the threshold. `best-practice-any`: Best-practice findings at or above the threshold. `best-practice-total`: More best-practice findings than allowed. `no-page-scanned`: No page was scanned. `start-page-not-scanned`: The start page was not scanned. `listed-page-not-scanned`: A listed page was not scanned. `low-coverage`: Too few of the attempted pages were scanned. `rule-not-run`: A rule that could make the gate fail did not run on a page that was scanned. `frame-not-judged`: The content of a frame was not judged on a page that was scanned. `page-incomplete`: The start page, a listed page, or too many others may not have shown all of their content when the rules ran. `selector-unmatched`: A selector of `includeSelectors` selects nothing on any page. `scan-incomplete`: The scan did not run to its end. `not-judged-before`: Findings of rules or frames that the baseline never judged on their page: they may be new or not. `no-baseline`: There is no baseline to tell what is new. */
        code: "new" | "any" | "total" | "best-practice-new" | "best-practice-any" | "best-practice-total" | "no-page-scanned" | "start-page-not-scanned" | "listed-page-not-scanned" | "low-coverage" | "rule-not-run" | "frame-not-judged" | "page-incomplete" | "selector-unmatched" | "scan-incomplete" | "not-judged-before" | "no-baseline";
        /** What it alone makes of the gate. */
        result: "failed" | "inconclusive";
        /** With the numbers, for people. */
        message: string;
        /** Findings, pages, rules or frames that it is about; null where nothing is counted. */
        count: number | null;
    }[];
    /** Findings that were held against the thresholds, those of them that are new, and those left out because they are suppressed or caused by the engine; null without `failOn`. */
    counted: {
        findings: number;
        "new": number;
        suppressed: number;
        engine: number;
    } | null;
};
export type FixedFinding = {
    fingerprint: string;
    ruleId: string;
    help: string;
    kind: "violation" | "review";
    impact: "critical" | "serious" | "moderate" | "minor";
    /** The page as the baseline knew it. */
    url: string;
    /** Where the element was. */
    selector: string;
};
export type ReportComparison = {
    /** The scan compared with; null for none. */
    baseline: {
        scanId: string;
        branch: string | null;
        createdAt: string;
        /** `config`: `config.baseline` names it. `target-branch`: A comparable scan of the target branch: the latest, or for a gate on new findings the one that passed or was accepted. `branch`: The same for the scan's own branch. Scans without a branch count as one branch. `site`: The same for the whole site. */
        chosenBy: "config" | "target-branch" | "branch" | "site";
    } | null;
    /** Why there is no baseline, for people. */
    whyNone: string | null;
    /** Equal for scans that can be compared: same rule sets, conditions and selectors. */
    comparableKey: string;
    /** Violations by state, without suppressed ones. Elements beyond those that a page names one by one are `unknown`. */
    violations: {
        "new": number;
        regressed: number;
        unchanged: number;
        reclassified: number;
        "unknown": number;
    };
    /** Needs-review findings by state, without suppressed ones. */
    needsReview: {
        "new": number;
        regressed: number;
        unchanged: number;
        reclassified: number;
        "unknown": number;
    };
    /** New or regressed findings of either kind, not suppressed, that a change of the engine caused. */
    byEngine: number;
    /** Findings of the baseline whose rule completed again on their page and frame, and found them no more. */
    fixed: {
        count: number;
        /** At most 1,000, worst first. */
        findings: FixedFinding[];
    };
    /** Findings of the baseline whose page, frame or rule was not reached: fixed or not, nobody knows. They are kept for the next comparison. */
    notSeenAgain: {
        count: number;
        /** At most 100 addresses. */
        pages: string[];
    };
};
export type SuppressionMatchOutput = SuppressionMatch;
export type ReportSuppression = {
    /** Id of the suppression. */
    id: string;
    match: SuppressionMatchOutput;
    reason: string;
    /** The key that made it. */
    author: {
        keyId: string;
        name: string;
    };
    expiresAt: string | null;
    createdAt: string;
    updatedAt: string;
    /** Findings of this scan that it takes out of the count. */
    findings: number;
    /** Whether it had expired when the scan ended. */
    expired: boolean;
};
export type IssueGroupPage = {
    pageId: string;
    /** Findings on this page, suppressed ones among them. */
    elements: number;
    suppressed: number;
    /** By state, without suppressed ones; a state without findings is left out. */
    byState: {
        [key: string]: number;
    };
};
export type Picture = {
    id: string;
    width: number;
    height: number;
    element: {
        x: number;
        y: number;
        width: number;
        height: number;
    };
    /** The earlier scan that took the picture, and when: the finding has not changed since. Absent if this scan took it. */
    takenBy?: {
        scanId: string;
        at: string;
    };
};
export type ReportNode = {
    target: (string | string[])[];
    /** Where the element is, for people: in the form of `target`, by the nearest ids and the elements on the way, e.g. `html > body > main > img`. Finds the same element as `target`. Absent in reports before 1.4. */
    path?: (string | string[])[];
    html: string;
    impact: "critical" | "serious" | "moderate" | "minor";
    fix: {
        "any": string[];
        all: string[];
        none: string[];
    };
    /** Get it by GET /scans/{scanId}/pictures/{pictureId}, of this scan also if an earlier one took it; null when there is none. */
    picture: Picture | null;
    pageId: string;
    /** URL of the page as it was requested. */
    url: string;
    /** One plain sentence about this element, with the measured values. */
    howToFix: string;
    /** The same for the same fault in every scan; null where it is not known. */
    fingerprint: string | null;
    /** The same under earlier versions of fingerprints; absent where there is none. */
    formerly?: string[];
    /** Digest of where the element is within its page: finds it again once it was edited. Null where it is not known. */
    place: string | null;
    /** Id of the issue group; see `issueGroups`. */
    issueGroup: string | null;
    /** `new`: The baseline does not have it. `regressed`: It was fixed before, and is back. `unchanged`: The baseline has it. `reclassified`: The baseline has it as the other of violation and needs review. `unknown`: There is no baseline, or it knows the page but the rule never completed there. */
    state: "new" | "regressed" | "unchanged" | "reclassified" | "unknown";
    /** Of a new or regressed finding; else null. `engine`: The rule, axe-core or the browser changed, and the element did not. `page`: The page changed: rule, axe-core and browser are the same as in the baseline. `unknown`: The rule, axe-core or the browser changed, and whether the element did too is not known. */
    cause: ("engine" | "page" | "unknown") | null;
    /** The suppression that takes it out of the count; null when it counts. */
    suppressedBy: string | null;
};
export type IssueGroup = {
    id: string;
    ruleId: string;
    kind: "violation" | "review";
    /** The worst among its findings. */
    impact: "critical" | "serious" | "moderate" | "minor";
    /** Whether one fix removes all its findings; null for a single finding. `certain`: The same element at the same component path: once on each page, or several times in one container. `probable`: The findings are similar. One fix probably removes all of them. */
    oneFix: ("certain" | "probable") | null;
    /** Findings, suppressed ones among them. */
    elements: number;
    suppressed: number;
    /** Further elements, not suppressed, that the rule counted on the pages of the group without listing them. Unlisted elements of a page are added to the group with the most listed elements there. */
    unlisted: number;
    /** Its findings by state, without suppressed ones. */
    byState: {
        "new": number;
        regressed: number;
        unchanged: number;
        reclassified: number;
        "unknown": number;
    };
    /** Those new or regressed ones that a change of the engine caused. */
    byEngine: number;
    /** The pages it occurs on, in the order of the report. */
    pageIds: string[];
    /** How many of its findings are on each of its pages; at most its first 20 pages. */
    pages: IssueGroupPage[];
    /** Its first finding that is not suppressed, new ones before others. */
    example: ReportNode;
};
export type RuleFindings = {
    ruleId: string;
    /** What should hold. */
    help: string;
    description: string;
    helpUrl: string | null;
    /** The worst impact among the elements. */
    impact: "critical" | "serious" | "moderate" | "minor";
    /** Whom such a fault affects, where known. */
    affects: string | null;
    /** How such a fault is fixed in general; the `fix` of each node is about that element. */
    remedy: string | null;
    /** Plain numbers, e.g. `1.4.3`. */
    successCriteria: string[];
    /** The same with their names and addresses. */
    criteria: ReportCriterion[];
    /** True when no success criterion asks for it. */
    bestPractice: boolean;
    tags: string[];
    pageCount: number;
    /** True number of elements, suppressed ones among them. Larger than the length of `nodes` where a page, or the scan as a whole, had more than are kept. */
    nodeCount: number;
    nodes: ReportNode[];
};
export type Report = {
    /** major.minor; within a major number members are only added. */
    schemaVersion: string;
    scan: ReportScan;
    site: ReportSite;
    configuration: ReportConfiguration;
    /** Versions and conditions of the scan; more than one entry when the service was updated during it. */
    engines: ReportEngine[];
    crawl: ReportCrawl;
    limits: ReportLimits;
    summary: ReportSummary;
    pages: ReportPage[];
    gate: Gate;
    comparison: ReportComparison;
    /** Those of the site, expired ones among them. */
    suppressions: ReportSuppression[];
    /** What is to be fixed: violations before what needs review, of each those with new or regressed findings first (unless a change of the engine caused them), then worst first, then by number of findings; those that are wholly suppressed last. At most 10,000; findings of others still name theirs. */
    issueGroups: IssueGroup[];
    /** Worst first, then by number of elements. */
    violations: RuleFindings[];
    /** In the same order; a person has to decide. */
    needsReview: RuleFindings[];
};
export type ReportLink = {
    /** Fetch it without X-API-Key. */
    url: string;
    /** When the link stops working. */
    expiresAt: string;
};
export type GitLabCodeQuality = {
    description: string;
    check_name: string;
    fingerprint: string;
    severity: string;
    [key: string]: unknown;
}[];
export type GitLabAccessibility = {
    total: number;
    errors: number;
    results: {
        [key: string]: unknown;
    };
    [key: string]: unknown;
};
export type Finding = {
    target: (string | string[])[];
    /** Where the element is, for people: in the form of `target`, by the nearest ids and the elements on the way, e.g. `html > body > main > img`. Finds the same element as `target`. Absent in reports before 1.4. */
    path?: (string | string[])[];
    html: string;
    impact: "critical" | "serious" | "moderate" | "minor";
    fix: {
        "any": string[];
        all: string[];
        none: string[];
    };
    /** Get it by GET /scans/{scanId}/pictures/{pictureId}, of this scan also if an earlier one took it; null when there is none. */
    picture: Picture | null;
    pageId: string;
    /** URL of the page as it was requested. */
    url: string;
    /** One plain sentence about this element, with the measured values. */
    howToFix: string;
    /** The same for the same fault in every scan; null where it is not known. */
    fingerprint: string | null;
    /** The same under earlier versions of fingerprints; absent where there is none. */
    formerly?: string[];
    /** Digest of where the element is within its page: finds it again once it was edited. Null where it is not known. */
    place: string | null;
    /** Id of the issue group; see `issueGroups`. */
    issueGroup: string | null;
    /** `new`: The baseline does not have it. `regressed`: It was fixed before, and is back. `unchanged`: The baseline has it. `reclassified`: The baseline has it as the other of violation and needs review. `unknown`: There is no baseline, or it knows the page but the rule never completed there. */
    state: "new" | "regressed" | "unchanged" | "reclassified" | "unknown";
    /** Of a new or regressed finding; else null. `engine`: The rule, axe-core or the browser changed, and the element did not. `page`: The page changed: rule, axe-core and browser are the same as in the baseline. `unknown`: The rule, axe-core or the browser changed, and whether the element did too is not known. */
    cause: ("engine" | "page" | "unknown") | null;
    /** The suppression that takes it out of the count; null when it counts. */
    suppressedBy: string | null;
    /** `review`: the rule could not decide; a person has to. */
    kind: "violation" | "review";
    /** The rule that it is a result of. */
    ruleId: string;
    /** What should hold; null for a rule of old. */
    help: string | null;
    /** Plain numbers of the success criteria of the rule, e.g. `1.4.3`. */
    successCriteria: string[];
};
export type FindingList = {
    /** The entries of this page; may be fewer than `limit`. */
    items: Finding[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
    /** How many findings match in all. */
    total: number;
};
export type PictureLink = {
    /** Fetch it without X-API-Key; it answers with a WebP image. */
    url: string;
    /** When the link stops working. */
    expiresAt: string;
};
export type TrendPoint = {
    /** Id of the scan. */
    scanId: string;
    /** When the scan was triggered. */
    createdAt: string;
    /** `metadata.branch` of the scan; null for none. */
    branch: string | null;
    /** `metadata.commit` of the scan; null for none. */
    commit: string | null;
    /** Equal for scans whose numbers can be compared; `keys` says what it stands for. */
    comparableKey: string;
    /** Elements with a violation, without suppressed ones. */
    violations: {
        /** All of them. */
        elements: number;
        /** By impact. */
        byImpact: {
            critical: number;
            serious: number;
            moderate: number;
            minor: number;
        };
    };
    /** Elements that need review, without suppressed ones. */
    needsReview: number;
    /** Suppressed violations. */
    suppressed: number;
    /** New violations; null without a baseline. */
    "new": number | null;
    /** Regressed violations; null without a baseline. */
    regressed: number | null;
    /** Findings that were fixed; null without a baseline. */
    fixed: number | null;
    /** Things to fix. */
    issueGroups: number;
    /** Pages counted; where they differ much, so may the other numbers. */
    pages: {
        /** Pages that the scan tried to open, without broken links. */
        attempted: number;
        /** Pages that were scanned, wholly or in part. */
        scanned: number;
    };
    /** The decision of the gate; null without `failOn`. */
    gate: ("passed" | "failed" | "inconclusive") | null;
    /** What the pages were scanned with; several after an update of the service. */
    engines: {
        /** Version of axe-core. */
        axe: string;
        /** Name and version of the browser. */
        browser: string;
    }[];
};
export type ComparableConditions = {
    /** The key that stands for these conditions. */
    comparableKey: string;
    /** Rule sets. */
    rules: RuleSetName[];
    /** The window of the pages. */
    viewport: {
        /** In CSS pixels. */
        width: number;
        /** In CSS pixels. */
        height: number;
    };
    /** Whether pages see a touch screen and honour their `meta viewport`. */
    mobile: boolean;
    /** What `prefers-color-scheme` says to pages. */
    colorScheme: "light" | "dark";
    /** What `prefers-reduced-motion` says to pages. */
    reducedMotion: "reduce" | "no-preference";
    /** BCP 47 tag of the language that pages see and servers are asked for. */
    locale: string;
    /** CSS selectors; only elements within what they find are judged, all where there are none. */
    includeSelectors: string[];
    /** CSS selectors; elements within what they find are not judged. */
    excludeSelectors: string[];
    /** Whether pages were opened with the site's credentials. */
    signedIn: boolean;
};
export type Trend = {
    /** The entries of this page; may be fewer than `limit`. */
    items: TrendPoint[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
    /** What the comparable keys of this page stand for. */
    keys: ComparableConditions[];
};
export type Suppression = {
    /** Id of the suppression. */
    id: string;
    match: SuppressionMatchOutput;
    reason: string;
    /** The key that made it. */
    author: {
        keyId: string;
        name: string;
    };
    expiresAt: string | null;
    createdAt: string;
    updatedAt: string;
};
export type SuppressionList = {
    /** The entries of this page; may be fewer than `limit`. */
    items: Suppression[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
};
export type SuppressionMatch = {
    /** One finding, by its fingerprint. */
    fingerprint?: string;
    /** Findings of one rule. */
    rule?: string;
    /** Findings of elements that a CSS selector finds, or that are within such an element. Pages are asked while they are scanned, so it takes effect with the next scan that is triggered. */
    selector?: string;
    /** Findings on pages that a glob finds, as in `includeUrls`. */
    page?: string;
};
export type CreateSuppression = {
    match: SuppressionMatch;
    /** Why; shown in reports. */
    reason: string;
    /** From when on the findings count again; null for never. */
    expiresAt?: string | null;
};
export type UpdateSuppression = {
    /** Why; shown in reports. */
    reason?: string;
    /** From when on the findings count again; null for never. */
    expiresAt?: string | null;
};
export type Usage = {
    /** Id of the key. */
    keyId: string;
    /** Name of the key. */
    keyName: string;
    /** The day, in UTC. */
    day: string;
    /** Requests that were counted. */
    requests: number;
    /** Scans that were triggered. */
    scans: number;
    /** Pages that were scanned for scans of this key. */
    pages: number;
    /** Time of the last request of the day; null if the day has none. */
    lastUsedAt: string | null;
};
export type UsageList = {
    /** The entries of this page; may be fewer than `limit`. */
    items: Usage[];
    /** Asks for the next page; null on the last one. */
    nextCursor: string | null;
};
export type RuleSet = {
    name: RuleSetName;
    /** What a scan by it runs, in one sentence. */
    meaning: string;
    /** The standard that the rules are mapped to. */
    standard: string;
    /** Version of the standard that the rules are mapped to. */
    version: string;
    /** axe-core's tags that make up the set. */
    axeTags: string[];
    /** Ids of the axe-core rules in the set, sorted. */
    ruleIds: string[];
};
export type RuleSets = {
    /** Every rule set; the list has no pages. */
    items: RuleSet[];
    /** What `config.priority` takes, most urgent first. */
    priorities: {
        /** The value of `config.priority`. */
        name: "high" | "normal" | "low";
        /** What it does for a scan, and what it costs. */
        meaning: string;
        /** Whether a scan has it that names none. */
        "default": boolean;
    }[];
    /** What runs the rules. */
    engine: {
        /** Version of axe-core. */
        axe: string;
    };
};
export type Health = {
    /** Always `ok`; else there is no answer. */
    status: "ok";
};
