import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { PageFinding } from '../../../core/scans/page-result.ts';
import { formatSelector } from '../../../core/scans/selector-text.ts';
import type { WireFinding } from '../../../scanner/page/in-page/wire-results.ts';
import { page, type serve } from '../scanner/harness.ts';
import type { CheckCases, CheckPage } from './cases/check-cases.ts';

const folder = join(import.meta.dirname, 'cases');
const files = readdirSync(folder).filter((name) => name !== 'check-cases.ts');

/** The pages of every check, sorted by the names of the files. */
export const allCases: readonly CheckCases[] = await Promise.all(
  files.map(async (name) => ((await import(join(folder, name))) as { cases: CheckCases }).cases),
);

/** Returns the path at which a page of a check is served. */
export function toPath(check: string, index: number): string {
  return `/${check}/${index}`;
}

/** Returns the whole document of a page. */
export function toDocument({ html }: CheckPage): string {
  return html.startsWith('<!doctype') ? html : page(html);
}

/** Returns what a server answers for all pages, by path. */
export function listServed(): Parameters<typeof serve>[0] {
  const pages = allCases.flatMap(({ check, pages }) =>
    pages.flatMap((each, index): [string, Parameters<typeof serve>[0][string]][] => [
      [toPath(check, index), toDocument(each)],
      ...Object.entries(each.files ?? {}),
    ]),
  );
  return Object.fromEntries(pages);
}

/** What a check found on a page. */
export interface CheckOutcome {
  /** False if the check did not run, or ended with an error. */
  hasRun: boolean;
  nodes: { kind: FindingKind; selector: string; data: unknown }[];
}

/**
 * Returns what a check found on a page.
 * @param results the result of each rule, by id
 */
export function toOutcome(
  check: string,
  findings: readonly (WireFinding | PageFinding)[],
  results: ReadonlyMap<string, string>,
): CheckOutcome {
  const result = results.get(check) ?? 'not-run';
  const nodes = findings.flatMap(({ ruleId, kind, nodes }) =>
    ruleId !== check
      ? []
      : nodes.map((node) => {
          const [evidence] = 'checks' in node ? node.checks.any : node.any;
          return { kind, selector: formatSelector(node.target), data: evidence?.data };
        }),
  );
  return { hasRun: result !== 'not-run' && result !== 'error', nodes };
}

/** Fails unless a check has found exactly what its page shows. */
export function expectFindings(
  { violations = [], reviews = [], data }: CheckPage,
  { hasRun, nodes }: CheckOutcome,
): void {
  expect(hasRun).toBe(true);
  const list = (kind: FindingKind) =>
    nodes.flatMap((node) => (node.kind === kind ? node.selector : [])).sort();
  expect({ violations: list('violation'), reviews: list('review') }).toEqual({
    violations: violations.toSorted(),
    reviews: reviews.toSorted(),
  });
  if (data !== undefined)
    expect(nodes.map((node) => node.data)).toContainEqual(expect.objectContaining(data));
}
