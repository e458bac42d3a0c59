import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding, PageFindings } from '../contestants/contract.ts';

/** A fault of the demo site, as the list beside it names it. */
export interface KnownFault {
  page: string;
  ruleId: string;
  kind: Finding['kind'];
  /** axe's target: one entry a frame, in it one a shadow root, the last being the element. */
  target: (string | string[])[];
}

export async function knownFaults(): Promise<KnownFault[]> {
  const file = join(import.meta.dirname, '..', '..', 'local', 'demo-site', 'faults.json');
  return JSON.parse(await readFile(file, 'utf8'));
}

/** How many of the known faults were found, and what else was called a violation. */
export interface Score {
  violations: { known: number; found: number };
  reviews: { known: number; found: number };
  /** Violations that name another element, or another fault of it. */
  others: number;
}

/** Holds what a command said against what is known. */
export function score(pages: readonly PageFindings[], faults: readonly KnownFault[]): Score {
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
 * Whether markup is that of an element: each command has its own way of naming elements, but all show their opening
 * tags.
 * @param target by id, by class, or by its tag and perhaps an attribute
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
