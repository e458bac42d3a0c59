import type { Fault } from './faults.ts';
import type { Report } from './reports.ts';

/**
 * Returns a table in Markdown with one row for each fault, and the sums; then one line for each invented violation.
 * @param results reports by page, by engine
 */
export function formatTable(
  faults: readonly Fault[],
  results: ReadonlyMap<string, ReadonlyMap<string, Report[]>>,
): string[] {
  const names = [...results.keys()];
  const find = (name: string, { id, page }: Fault) => {
    const reports = (results.get(name)?.get(page) ?? []).filter((report) => report.faults.includes(id));
    return reports.some(({ isViolation }) => isViolation)
      ? 'found'
      : reports.length > 0
        ? 'review'
        : 'missed';
  };
  const listInvented = (name: string, isViolation: boolean) =>
    [...(results.get(name)?.values() ?? [])]
      .flat()
      .filter((report) => report.faults.length === 0 && report.isViolation === isViolation);
  const toRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const count = (outcome: string) =>
    names.map((name) => faults.filter((fault) => find(name, fault) === outcome).length);
  return [
    toRow(['fault', 'criterion', ...names]),
    `|${'---|'.repeat(names.length + 2)}`,
    ...faults.map((fault) =>
      toRow([fault.description, fault.criterion, ...names.map((name) => find(name, fault))]),
    ),
    ...['found', 'review', 'missed'].map((outcome) => toRow([`**${outcome}**`, '', ...count(outcome)])),
    toRow(['**invented violations**', '', ...names.map((name) => listInvented(name, true).length)]),
    toRow(['**reviews of other elements**', '', ...names.map((name) => listInvented(name, false).length)]),
    ...names.flatMap((name) =>
      listInvented(name, true).map(
        ({ rule, html }) => `${name} invents ${rule}: ${html.replace(/\s+/g, ' ')}`,
      ),
    ),
  ];
}
