import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Report } from '../../core/reports/report.ts';

const faultSchema = z.object({
  page: z.string(),
  ruleId: z.string(),
  kind: z.enum(['violation', 'review']),
  target: z.array(z.union([z.string(), z.array(z.string())])),
});
export type Fault = z.infer<typeof faultSchema>;

/** Returns the accessibility faults that the demo site contains on purpose. */
export async function readKnownFaults(): Promise<Fault[]> {
  const file = join(import.meta.dirname, '../../local/demo-site/faults.json');
  return z.array(faultSchema).parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Returns the faults that a report contains. */
export function listReportedFaults({
  violations,
  needsReview,
}: Pick<Report, 'violations' | 'needsReview'>): Fault[] {
  const listFaults = (kind: Fault['kind'], issues: Report['violations']): Fault[] =>
    issues.flatMap(({ ruleId, nodes }) =>
      nodes.map(({ url, target }) => ({ page: new URL(url).pathname, ruleId, kind, target })),
    );
  return [...listFaults('violation', violations), ...listFaults('review', needsReview)];
}

/** Returns, as texts, the faults of one list that are missing in the other. Duplicates are counted. */
export function listMissingFaults(faults: readonly Fault[], others: readonly Fault[]): string[] {
  const rest = others.map(describeFault);
  return faults.map(describeFault).filter((fault) => {
    const index = rest.indexOf(fault);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function describeFault({ page, ruleId, kind, target }: Fault): string {
  return `${page}: ${ruleId} (${kind}) at ${JSON.stringify(target)}`;
}
