import type { PageFindings } from '../contestants/contract.ts';
import { type Appearance, appearances, faultIdIn, type PlantedFault } from '../site/faults.ts';

/** How many of the planted faults were found, and what else was called a violation. */
export interface Score {
  planted: number;
  found: number;
  /** Violations that name an element, or a fault of it, that is sound. */
  false: number;
  /** By how the elements came into the page. */
  byAppearance: Record<Appearance, { planted: number; found: number }>;
}

/** Holds what a contestant said against what was planted. */
export function score(
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
      const key = `${rule} ${faultIdIn(html)}`;
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

/** One page's findings as a text that is the same exactly when the findings are. */
export function signature({ error, findings }: PageFindings): string {
  const lines = findings.map(({ rule, kind, where }) => `${kind} ${rule} ${where}`);
  return [error ?? '', ...lines.sort()].join('\n');
}

/** The pages whose findings were not the same in all runs. */
export function differing(runs: readonly (readonly PageFindings[])[]): string[] {
  const seen = new Map<string, Set<string>>();
  for (const pages of runs) {
    for (const page of pages) {
      const signatures = seen.get(page.path) ?? new Set();
      seen.set(page.path, signatures.add(signature(page)));
    }
  }
  return [...seen].filter(([, signatures]) => signatures.size > 1).map(([path]) => path);
}
