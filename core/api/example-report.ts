import { crawlSettingsDefault } from '../crawl/crawl-settings.ts';
import { REPORT_SCHEMA_VERSION, type Report, type ReportCounts } from '../reports/report.ts';
import { AXE_VERSION } from '../rule-sets/axe-rules.ts';
import { ruleSets } from '../rule-sets/rule-sets.ts';
import { pageSettingsDefault } from '../scans/page-settings.ts';
import { exampleScan, exampleSite } from './examples.ts';

const none = { elements: 0, rules: 0 };
const noFindings: ReportCounts = {
  ...none,
  byImpact: { critical: none, serious: none, moderate: none, minor: none },
  byRule: [],
};
const one = { elements: 1, rules: 1 };
const help = 'Images must have alternative text';
const pageId = 'p0';
const { meaning, standard, version, axeTags } = ruleSets['wcag-aa'];

/** A report of one page and one violation as the OpenAPI document shows it; the lists of rules and criteria are cut. */
export const exampleReport: Report = {
  schemaVersion: REPORT_SCHEMA_VERSION,
  scan: {
    id: exampleScan.id,
    status: 'completed',
    incomplete: false,
    incompleteReason: null,
    createdAt: exampleScan.createdAt,
    startedAt: exampleScan.startedAt,
    finishedAt: '2026-03-02T09:20:12.000Z',
    requestId: '7f1d3c1e-5a0b-4c7e-9b7b-0f6f0c0f6a11',
    config: exampleScan.config,
  },
  site: { id: exampleSite.id, name: exampleSite.name, url: exampleSite.url },
  configuration: {
    ruleSets: [
      { name: 'wcag-aa', meaning, standard, version, axeTags: [...axeTags], ruleIds: ['image-alt'] },
    ],
    ruleIds: ['image-alt'],
    startUrls: [exampleSite.url],
    settings: {
      crawl: crawlSettingsDefault,
      page: pageSettingsDefault,
      expectStatus: null,
      signedIn: false,
    },
  },
  engines: [
    {
      axe: AXE_VERSION,
      browser: 'Chrome/153.0.7900.0',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0',
      viewport: { width: 1280, height: 800 },
      pageCount: 1,
    },
  ],
  crawl: {
    adoptedOrigin: null,
    notes: [],
    notAttempted: {
      count: 1,
      byReason: { robots: 1 },
      pages: [{ url: 'https://www.example.com/basket', reason: 'robots' }],
    },
  },
  limits: {
    statement: 'Automated checks find some faults only; that a site is accessible they cannot establish.',
    criteriaTestedInPart: [
      {
        number: '1.1.1',
        name: 'Non-text Content',
        level: 'A',
        url: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
      },
    ],
    criteriaNotTested: [],
  },
  summary: {
    pages: { known: 1, scanned: 1, byOutcome: { scanned: 1 } },
    violations: {
      ...one,
      byImpact: { ...noFindings.byImpact, critical: one },
      byRule: [{ ruleId: 'image-alt', help, impact: 'critical', elements: 1, pages: 1 }],
    },
    needsReview: noFindings,
  },
  pages: [
    {
      id: pageId,
      requestedUrl: exampleSite.url,
      depth: 0,
      finalUrl: exampleSite.url,
      title: 'Web shop',
      httpStatus: 200,
      contentType: 'text/html',
      outcome: 'scanned',
      detail: 'The page was scanned.',
      settled: true,
      startedAt: exampleScan.startedAt,
      durationMs: 2140,
      attempts: 1,
      violations: 1,
      needsReview: 0,
      rules: [{ ruleId: 'image-alt', result: 'failed' }],
    },
  ],
  violations: [
    {
      ruleId: 'image-alt',
      help,
      description: 'Ensure <img> elements have alternative text or a role of none or presentation',
      helpUrl: null,
      impact: 'critical',
      affects: null,
      remedy: null,
      successCriteria: ['1.1.1'],
      bestPractice: false,
      tags: ['wcag2a', 'wcag111'],
      pageCount: 1,
      nodeCount: 1,
      nodes: [
        {
          pageId,
          url: exampleSite.url,
          target: ['main > img'],
          html: '<img src="/hero.jpg">',
          impact: 'critical',
          fix: { any: ['Element does not have an alt attribute'], all: [], none: [] },
        },
      ],
    },
  ],
  needsReview: [],
};
