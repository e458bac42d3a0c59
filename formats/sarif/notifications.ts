import type { Notification, ReportingDescriptor } from 'sarif';
import { gateReasons } from '../../core/gate/gate-reasons.ts';
import type { Report } from '../../core/reports/report.ts';
import {
  isScanned,
  type PageOutcome,
  pageOutcomeCodes,
  pageOutcomes,
} from '../../core/scans/page-outcome.ts';
import { toUri } from '../escaping/uri.ts';
import { describeBrokenLink, isBrokenLink } from '../parts/broken-links.ts';
import { buildMessage } from './text.ts';

const RULE_NOT_RUN = 'rule-not-run';
const PAGE_CHANGED = 'page-changed';
const TEXT_MAX = 1_000;

const outcomeDescriptors = pageOutcomeCodes
  .filter((code) => code !== 'scanned')
  .map(
    (code): ReportingDescriptor => ({ id: code, shortDescription: { text: pageOutcomes[code].sentence } }),
  );

/** Descriptors that notifications refer to. */
export const notificationDescriptors: ReportingDescriptor[] = [
  ...outcomeDescriptors,
  { id: RULE_NOT_RUN, shortDescription: { text: 'A rule did not run on a page.' } },
  { id: PAGE_CHANGED, shortDescription: { text: gateReasons[PAGE_CHANGED] } },
];
const indexById = new Map(notificationDescriptors.map(({ id }, index) => [id, index]));

/** Outcomes that do not make the result of the scan less complete. */
const harmless: ReadonlySet<PageOutcome> = new Set([
  'duplicate-redirect',
  'not-attempted',
  'partially-scanned',
]);

/**
 * Yields a notification for each page that was not scanned completely or cannot be compared with the baseline, and for
 * each rule that did not run on a scanned page.
 * @param ruleIndex position of each rule among the driver's rules
 */
export function* buildNotifications(
  head: Report,
  ruleIndex: ReadonlyMap<string, number>,
): Iterable<Notification> {
  for (const page of head.pages) {
    const { requestedUrl, outcome, detail, rules } = page;
    const locations = [{ physicalLocation: { artifactLocation: { uri: toUri(requestedUrl) } } }];
    if (outcome !== 'scanned') {
      yield {
        descriptor: { id: outcome, index: indexById.get(outcome) },
        level: harmless.has(outcome) ? 'note' : 'warning',
        message: buildMessage(isBrokenLink(page) ? describeBrokenLink(page) : detail, TEXT_MAX),
        locations,
      };
    }
    if (!isScanned(outcome)) continue;
    if (page.changed !== undefined) {
      yield {
        descriptor: { id: PAGE_CHANGED, index: indexById.get(PAGE_CHANGED) },
        level: 'warning',
        message: buildMessage(page.changed, TEXT_MAX),
        locations,
      };
    }
    for (const { ruleId, result, reason } of rules) {
      if (result !== 'not-run') continue;
      yield {
        descriptor: { id: RULE_NOT_RUN, index: indexById.get(RULE_NOT_RUN) },
        associatedRule: { id: ruleId, index: ruleIndex.get(ruleId) },
        level: 'warning',
        message: buildMessage(reason ?? 'The rule did not run.', TEXT_MAX),
        locations,
      };
    }
  }
}
