import { expect } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page } from './harness.ts';

/** Above this number of elements selectors are computed for listed elements only; see `isLarge`. */
const LARGE = 3_000;
/** Faults of many rules, including rules about the whole page and about frames. */
const FAULTS = `<h3 id="deep">Too deep</h3><button id="bare"></button><input id="field">
  <a href="/" id="link"></a><ul id="list"><div>no item</div></ul><p id="pale" style="color:#aaa">Pale</p>
  <iframe id="untitled" srcdoc="<h4>In a frame</h4><img src=x>"></iframe>`;
const filler = (count: number) => Array.from({ length: count }, () => '<i></i>').join('');
const withoutFrame = FAULTS.replace(/<iframe.*<\/iframe>/s, '');

/** Two small pages, each before a large page with the same faults. */
export const largePages = {
  '/small': page(FAULTS),
  '/large': page(FAULTS + filler(LARGE + 500)),
  '/no-frame-small': page(withoutFrame),
  '/no-frame-large': page(withoutFrame + filler(LARGE + 500)),
};

/** Compares the results of `largePages`: each large page has the findings of the small one. */
export function expectSameFindings([small, large, smallWithoutFrame, largeWithoutFrame]: PageResult[]): void {
  for (const [one, other] of [
    [small, large],
    [smallWithoutFrame, largeWithoutFrame],
  ]) {
    if (one === undefined || other === undefined) throw new Error('a page was not scanned');
    expect(view(one).length).toBeGreaterThanOrEqual(6);
    expect(view(other)).toEqual(view(one));
    const said = ({ rules }: PageResult) => rules.map(({ ruleId, result }) => `${ruleId} ${result}`);
    expect(said(other)).toEqual(said(one));
  }
}

const view = ({ findings }: PageResult) =>
  findings.flatMap(({ ruleId, kind, impact, nodeCount, nodes }) =>
    nodes.map(({ target, html, fix, identity }) => ({
      ruleId,
      kind,
      impact,
      nodeCount,
      target,
      html,
      fix,
      identity,
    })),
  );
