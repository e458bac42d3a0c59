import type { PageFindings } from '../contestants/contract.ts';
import { type Appearance, appearances, type PlantedFault, parseFaultId } from '../site/faults.ts';

/** How many of the planted faults were found, and how many false violations. */
export interface Score {
  planted: number;
  found: number;
  /** Violations at an element without this fault. */
  false: number;
  /** By how the elements were added to the page. */
  byAppearance: Record<Appearance, { planted: number; found: number }>;
}

/** Compares the findings of a contestant with the planted faults. */
export function computeScore(
  pages: readonly PageFindings[],
  faultsOf: (path: string) => readonly PlantedFault[],
): Score {
  const byAppearance = Object.fromEntries(
    appearances.map((appearance) => [appearance, { planted: 0, found: 0 }]),
  ) as Score['byAppearance'];
  const total: Score = { planted: 0, found: 0, false: 0, byAppearance };
  for (const { path, findings } of pages) {
    const open = new Map(faultsOf(path).map((fault) => [`${fault.rule} ${fault.id}`, fault]));
    const known = new Set(open.keys());
    for (const { appearance } of open.values()) {
      total.planted += 1;
      byAppearance[appearance].planted += 1;
    }
    for (const { rule, html } of findings.filter(({ kind }) => kind === 'violation')) {
      const key = `${rule} ${parseFaultId(html)}`;
      const fault = open.get(key);
      if (fault !== undefined) {
        open.delete(key);
        total.found += 1;
        byAppearance[fault.appearance].found += 1;
      } else if (!known.has(key)) {
        total.false += 1;
      }
    }
  }
  return total;
}

/** Returns a text that is equal for two results of a page only if their findings are equal. */
export function buildSignature({ error, findings }: PageFindings): string {
  const lines = findings.map(({ rule, kind, where }) => `${kind} ${rule} ${where}`);
  return [error ?? '', ...lines.sort()].join('\n');
}

/** Returns the pages whose findings were not the same in all runs. */
export function findDifferingPages(runs: readonly (readonly PageFindings[])[]): string[] {
  const seen = new Map<string, Set<string>>();
  for (const pages of runs) {
    for (const page of pages) {
      const signatures = seen.get(page.path) ?? new Set();
      seen.set(page.path, signatures.add(buildSignature(page)));
    }
  }
  return [...seen].filter(([, signatures]) => signatures.size > 1).map(([path]) => path);
}
