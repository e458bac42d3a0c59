import { createHash } from 'node:crypto';
import type { Invocation, RunAutomationDetails, ToolComponent } from 'sarif';
import type { Report } from '../../core/reports/report.ts';
import { checksEngine, ruleEngine } from '../../core/scans/engine.ts';
import { escapeLine } from '../../core/text/line.ts';

export const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The tool component of the service, without its rules. */
export const driver = {
  name: 'a11y-scan-service',
  fullName: 'Accessibility scanning service',
  shortDescription: { text: `Opens the pages of a site in a browser and runs ${ruleEngine.name} on them.` },
} satisfies ToolComponent;

/** Returns the engines that ran the rules, by version. A scan during which the service was updated has two. */
export function buildExtensions(head: Report): ToolComponent[] {
  const listVersions = (member: 'axe' | 'checks') =>
    [...new Set(head.engines.flatMap((engine) => engine[member] ?? []))].sort();
  const { name, organization, informationUri } = ruleEngine;
  return [
    ...listVersions('axe').map((version) => ({ name, version, organization, informationUri })),
    ...listVersions('checks').map((version) => ({ name: checksEngine.name, version: escapeLine(version) })),
  ];
}

/**
 * Returns the identity of the run. The part of its id before the last `/` is the same for all scans of a site,
 * because GitHub keeps one set of alerts for each such part.
 */
export function buildAutomationDetails(head: Report): RunAutomationDetails {
  const site = head.site.id ?? 'local';
  return { id: `accessibility/${site}/${head.scan.id}`, guid: computeGuid(head.scan.id) };
}

/** Returns the invocation: how a scan ended, and its times. */
export function buildInvocation({ scan }: Report): Invocation {
  return {
    executionSuccessful: scan.status === 'completed',
    ...(scan.startedAt === null ? {} : { startTimeUtc: scan.startedAt }),
    ...(scan.finishedAt === null ? {} : { endTimeUtc: scan.finishedAt }),
  };
}

/** Returns a UUID derived from the id of a scan. RFC 9562, section 5.8, allows any content. */
export function computeGuid(scanId: string): string {
  const digits = createHash('sha256').update(scanId).digest('hex').slice(0, 32).split('');
  // The schema and the specification of SARIF accept only versions 1 to 5.
  digits[12] = '5';
  digits[16] = 'a';
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
