import type { Artifact, Invocation, Result } from 'sarif';
import { REDACTED } from '../../core/redaction/secret-names.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { escapeLine } from '../../core/text/line.ts';
import { toUri } from '../escaping/uri.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts } from '../parts/rule-texts.ts';
import type { ReportRenderer } from '../report-renderer.ts';
import { buildNotifications, notificationDescriptors } from './notifications.ts';
import { ResultBuilder } from './results.ts';
import { buildDescriptor } from './rules.ts';
import {
  buildAutomationDetails,
  buildExtensions,
  buildInvocation,
  computeGuid,
  driver,
  SARIF_SCHEMA,
} from './run.ts';
import { buildRelationships, wcag, wcagReference } from './taxonomy.ts';

const TITLE_MAX = 500;

/**
 * Renders the report as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html): every finding
 * as a result with its state, suppressions and fingerprints; fixed findings as `absent`; pages that were not scanned
 * as notifications; the success criteria as a taxonomy. Renders one result at a time.
 */
export const renderSarif: ReportRenderer = async function* (source) {
  const { head } = source;
  const rules = buildRuleTexts(head);
  const ruleIndex = new Map([...rules.keys()].map((id, index) => [id, index]));
  const tool = {
    driver: {
      ...driver,
      rules: [...rules.values()].map((rule) => ({
        ...buildDescriptor(rule),
        relationships: buildRelationships(rule.successCriteria),
      })),
      notifications: notificationDescriptors,
      supportedTaxonomies: [wcagReference],
    },
    extensions: buildExtensions(head),
  };
  yield `{"$schema":${JSON.stringify(SARIF_SCHEMA)},"version":"2.1.0","runs":[{`;
  yield `"tool":${JSON.stringify(tool)},\n`;
  yield `"invocations":[{${renderMembers(buildInvocationWithEngines(head))},"toolExecutionNotifications":`;
  yield* renderJsonArray(buildNotifications(head, ruleIndex));
  yield `}],\n${renderMembers(buildRunProperties(head))},\n"artifacts":`;
  yield* renderJsonArray(buildArtifacts(head));
  yield ',\n"results":';
  yield* renderJsonArray(buildResults(source, new ResultBuilder(head, rules)));
  yield '}]}\n';
};

async function* buildResults(source: ReportSource, results: ResultBuilder): AsyncIterable<Result> {
  for await (const finding of source.findings()) yield results.buildCurrent(finding);
  for (const fixed of source.head.comparison.fixed.findings) yield results.buildAbsent(fixed);
}

/** Returns an object's members as JSON without the braces. */
function renderMembers(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

function buildInvocationWithEngines(head: Report): Invocation {
  const { scan, engines } = head;
  return {
    ...buildInvocation(head),
    properties: {
      status: scan.status,
      incompleteReason: scan.incompleteReason === null ? null : escapeLine(scan.incompleteReason),
      engines: engines.map(({ axe, checks, browser, userAgent, viewport, pageCount }) => ({
        axe,
        ...(checks === undefined ? {} : { checks: escapeLine(checks) }),
        browser: escapeLine(browser),
        userAgent: escapeLine(userAgent),
        viewport,
        pageCount,
      })),
    },
  };
}

function buildRunProperties(head: Report) {
  const { scan, site, comparison, summary, gate, limits } = head;
  const { baseline } = comparison;
  return {
    automationDetails: buildAutomationDetails(head),
    ...(baseline === null ? {} : { baselineGuid: computeGuid(baseline.scanId) }),
    taxonomies: [wcag],
    columnKind: 'utf16CodeUnits',
    redactionTokens: [REDACTED],
    originalUriBaseIds: {
      API: { description: { text: 'The base URL of the API, including /api/v1/.' } },
    },
    properties: {
      scan: { id: scan.id, createdAt: scan.createdAt, metadata: escapeMetadata(scan) },
      site: { id: site.id, name: escapeLine(site.name), url: toUri(site.url) },
      gate: {
        result: gate.result,
        reasons: gate.reasons.map((each) => ({ ...each, message: escapeLine(each.message) })),
      },
      comparison: {
        baseline: baseline && { ...baseline, branch: baseline.branch && escapeLine(baseline.branch) },
        comparableKey: comparison.comparableKey,
        violations: comparison.violations,
        needsReview: comparison.needsReview,
        byEngine: comparison.byEngine,
        fixed: comparison.fixed.count,
        notSeenAgain: comparison.notSeenAgain.count,
      },
      pages: { known: summary.pages.known, scanned: summary.pages.scanned },
      elements: { violations: summary.violations.elements, needsReview: summary.needsReview.elements },
      limits: limits.statement,
    },
  };
}

/** Returns the names that a CI pipeline sent. A contributor may have chosen that of the branch. */
function escapeMetadata({ config }: Report['scan']): Record<string, string> | null {
  if (config.metadata === undefined) return null;
  return Object.fromEntries(
    Object.entries(config.metadata).map(([name, value]) => [name, escapeLine(value)]),
  );
}

function* buildArtifacts(head: Report): Iterable<Artifact> {
  for (const { id, requestedUrl, title, contentType } of head.pages) {
    const mimeType = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '')?.[0];
    yield {
      location: { uri: toUri(requestedUrl) },
      ...(title === null ? {} : { description: { text: escapeLine(title, TITLE_MAX) || '(no title)' } }),
      ...(mimeType === undefined ? {} : { mimeType }),
      roles: ['analysisTarget'],
      properties: { pageId: id },
    };
  }
}
