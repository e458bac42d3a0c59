import { SHORT_LIMITS_TEXT } from '../reports/limits.ts';
import {
  REPORT_SCHEMA_VERSION,
  type Report,
  type ReportCounts,
  type ReportCriterion,
  type ReportNode,
} from '../reports/report.ts';
import { AXE_VERSION } from '../rule-sets/axe-rules.ts';
import { ruleSets } from '../rule-sets/rule-sets.ts';
import { scanSettingsDefault } from '../scans/scan-settings.ts';
import { exampleScan, exampleSite, exampleSuppression } from './examples.ts';

const none = { elements: 0, rules: 0 };
const noFindings: ReportCounts = {
  ...none,
  byImpact: { critical: none, serious: none, moderate: none, minor: none },
  byRule: [],
};
const one = { elements: 1, rules: 1 };
const HELP = 'Images must have alternative text';
const PAGE_ID = 'p0';
const { meaning, standard, version, axeTags } = ruleSets['wcag-aa'];
const nonText: ReportCriterion = {
  number: '1.1.1',
  name: 'Non-text Content',
  level: 'A',
  url: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
};
const ISSUE_GROUP = 'grp_0f6f0c0f6a113c1e';
const noStates = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };

/** A new violation. */
export const exampleNode: ReportNode = {
  pageId: PAGE_ID,
  url: exampleSite.url,
  target: ['main > img'],
  path: ['html > body > main > img'],
  html: '<img src="/hero.jpg">',
  impact: 'critical',
  fix: { any: ['Element does not have an alt attribute'], all: [], none: [] },
  howToFix: 'Give the image an alt attribute.',
  fingerprint: 'f1_3c1e5a0b4c7e9b7b0f6f0c0f',
  place: '4c7e9b7b0f6f0c0f',
  issueGroup: ISSUE_GROUP,
  state: 'new',
  cause: 'page',
  suppressedBy: null,
  decision: null,
  picture: {
    id: 'pic_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    width: 640,
    height: 360,
    element: { x: 80, y: 80, width: 480, height: 200 },
  },
};

/** The report of one page and one violation in the OpenAPI document. Its lists of rules and criteria are shortened. */
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
    sourcePaths: exampleSite.sourcePaths,
    settings: scanSettingsDefault,
  },
  engines: [
    {
      axe: AXE_VERSION,
      browser: 'Chrome/153.0.7900.0',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0',
      viewport: { width: 1280, height: 1024 },
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
    statement: SHORT_LIMITS_TEXT,
    criteriaTestedInPart: [{ ...nonText, ruleIds: ['image-alt'] }],
    criteriaNotTested: [],
  },
  summary: {
    pages: { known: 1, scanned: 1, byOutcome: { scanned: 1 } },
    rulesNotRun: [],
    violations: {
      ...one,
      byImpact: { ...noFindings.byImpact, critical: one },
      byRule: [{ ruleId: 'image-alt', help: HELP, impact: 'critical', elements: 1, pages: 1 }],
    },
    needsReview: noFindings,
    suppressed: { violations: none, needsReview: none },
    decided: { fine: none, problems: none, outdated: none },
    issueGroups: 1,
    issueGroupsByImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 },
  },
  pages: [
    {
      id: PAGE_ID,
      requestedUrl: exampleSite.url,
      depth: 0,
      foundOn: null,
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
      framesNotScanned: [],
      incomplete: false,
      framesNotJudged: 0,
    },
  ],
  gate: {
    result: 'failed',
    reasons: [
      {
        code: 'new',
        result: 'failed',
        message: '1 new or regressed violation of impact serious or above; none allowed.',
        count: 1,
      },
    ],
    counted: { findings: 1, new: 1, suppressed: 0, decidedFine: 0, engine: 0 },
  },
  comparison: {
    baseline: {
      scanId: 'scan_01k6zq4a1b2c3d4e5f6g7h8j9k',
      branch: 'main',
      createdAt: '2026-03-01T09:20:00.000Z',
      chosenBy: 'target-branch',
    },
    whyNone: null,
    comparableKey: '5d41402abc4b2a76',
    violations: { ...noStates, new: 1 },
    needsReview: noStates,
    byEngine: 0,
    fixed: {
      count: 1,
      findings: [
        {
          fingerprint: 'f1_9b7b0f6f0c0f3c1e5a0b4c7e',
          ruleId: 'label',
          help: 'Form elements must have labels',
          kind: 'violation',
          impact: 'critical',
          url: exampleSite.url,
          selector: '#email',
        },
      ],
    },
    notSeenAgain: { count: 0, pages: [] },
  },
  suppressions: [{ ...exampleSuppression, findings: 0, expired: false }],
  decisions: [],
  issueGroups: [
    {
      id: ISSUE_GROUP,
      ruleId: 'image-alt',
      kind: 'violation',
      impact: 'critical',
      oneFix: null,
      elements: 1,
      suppressed: 0,
      decidedFine: 0,
      decidedProblems: false,
      unlisted: 0,
      byState: { ...noStates, new: 1 },
      byEngine: 0,
      pageIds: [PAGE_ID],
      pages: [{ pageId: PAGE_ID, elements: 1, suppressed: 0, decidedFine: 0, byState: { new: 1 } }],
      example: exampleNode,
    },
  ],
  violations: [
    {
      ruleId: 'image-alt',
      help: HELP,
      description: 'Ensure <img> elements have alternative text or a role of none or presentation',
      helpUrl: null,
      impact: 'critical',
      affects: null,
      remedy: null,
      successCriteria: ['1.1.1'],
      criteria: [nonText],
      bestPractice: false,
      tags: ['wcag2a', 'wcag111'],
      pageCount: 1,
      nodeCount: 1,
      nodes: [exampleNode],
    },
  ],
  needsReview: [],
};
