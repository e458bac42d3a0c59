import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding, PageFindings } from '../contestants/contract.ts';

/** A fault of the demo site, from its faults.json. */
export interface KnownFault {
  page: string;
  ruleId: string;
  kind: Finding['kind'];
  /** axe's target: one entry per frame, in it one per shadow root; the last entry is the element. */
  target: (string | string[])[];
}

/** Reads the known faults of the demo site. */
export async function readKnownFaults(): Promise<KnownFault[]> {
  const file = join(import.meta.dirname, '..', '..', 'local', 'demo-site', 'faults.json');
  return JSON.parse(await readFile(file, 'utf8'));
}

/** How many of the known faults were found, and how many other violations. */
export interface Score {
  violations: { known: number; found: number };
  reviews: { known: number; found: number };
  /** Violations at other elements, or of other rules. */
  others: number;
}

/** Compares the findings of a command with the known faults. */
export function computeScore(pages: readonly PageFindings[], faults: readonly KnownFault[]): Score {
  const findings = pages.flatMap(({ path, findings: ofPage }) =>
    ofPage.map((finding) => ({ path, finding })),
  );
  const isOf = (fault: KnownFault, { path, finding }: (typeof findings)[number]) =>
    fault.page === path &&
    fault.kind === finding.kind &&
    fault.ruleId === finding.rule &&
    isElement(fault.target, finding.html);
  const ofKind = (kind: Finding['kind']) => {
    const known = faults.filter((fault) => fault.kind === kind);
    return {
      known: known.length,
      found: known.filter((fault) => findings.some((each) => isOf(fault, each))).length,
    };
  };
  const others = findings.filter(
    (each) => each.finding.kind === 'violation' && !faults.some((fault) => isOf(fault, each)),
  );
  return { violations: ofKind('violation'), reviews: ofKind('review'), others: others.length };
}

/**
 * True if the markup is that of the element. Each command identifies elements in its own way, but all show opening
 * tags.
 * @param target by id, by class, or by its tag and possibly an attribute
 */
function isElement(target: KnownFault['target'], html: string): boolean {
  const [opening = ''] = /^\s*<[^>]*/.exec(html) ?? [];
  const selector = target.flat().at(-1) ?? '';
  const [, id] = /#([\w-]+)$/.exec(selector) ?? [];
  if (id !== undefined) return new RegExp(`\\sid=["']?${id}(["'\\s>]|$)`).test(opening);
  const [, name] = /\.([\w-]+)$/.exec(selector) ?? [];
  if (name !== undefined) return new RegExp(`\\sclass=["']?([^"']*\\s)?${name}(["'\\s>]|$)`).test(opening);
  const [, tag, attribute = ''] = /^(\w+)(?:\[(.*)\])?$/.exec(selector) ?? [];
  return tag !== undefined && new RegExp(`^\\s*<${tag}\\b`, 'i').test(opening) && opening.includes(attribute);
}
