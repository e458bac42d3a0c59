import { describe, expect, it } from 'vitest';
import { packKnownFingerprints } from '../../../core/findings/known-fingerprints.ts';
import {
  type FindingNode,
  findingNodeSchema,
  type Impact,
  type PageFinding,
} from '../../../core/scans/page-result.ts';
import { chooseNodes } from '../../../scanner/pictures/choose.ts';

const digest = (text: string) => Buffer.from(text).toString('hex').padEnd(24, '0').slice(0, 24);
const fingerprint = (name: string) => `f1_${digest(name)}`;

function node(name: string, component = name, impact: Impact | null = null): FindingNode {
  const short = digest(name).slice(0, 16);
  return findingNodeSchema.parse({
    target: [`#${name}`],
    path: [`#${name}`],
    html: '<b>',
    impact,
    fix: { any: [], all: [], none: [] },
    checks: { any: [], all: [], none: [] },
    marks: [],
    picture: null,
    identity: {
      fingerprint: fingerprint(name),
      formerly: [],
      place: short,
      markup: short,
      component: digest(component).slice(0, 16),
      evidence: null,
    },
  });
}

function finding(
  ruleId: string,
  impact: Impact | null,
  nodes: FindingNode[],
  kind: PageFinding['kind'] = 'violation',
): PageFinding {
  return { ruleId, kind, impact, nodes, nodeCount: nodes.length };
}

const chosen = (...args: Parameters<typeof chooseNodes>) =>
  chooseNodes(...args).map(({ target }) => String(target[0]));

const page = [
  finding('a', 'minor', [node('minor')]),
  finding('b', null, [node('doubt', 'doubt', 'critical')], 'review'),
  finding('c', 'serious', [node('first', 'header'), node('copy', 'header'), node('other')]),
  finding('d', 'moderate', [node('worse', 'worse', 'critical')]),
];

describe('the elements that pictures are taken of', () => {
  it('are violations before needs-review findings, the worst first, and duplicates of one component last', () => {
    expect(chosen(page, 'all', undefined)).toEqual([
      '#worse',
      '#first',
      '#other',
      '#minor',
      '#doubt',
      '#copy',
    ]);
  });

  it('are those that the baseline of the page does not have', () => {
    const known = packKnownFingerprints(['worse', 'first', 'doubt'].map(fingerprint));
    expect(chosen(page, 'new', known)).toEqual(['#copy', '#other', '#minor']);
  });

  it('are all if there is no baseline, or if all are requested', () => {
    expect(chosen(page, 'new', undefined)).toHaveLength(6);
    expect(chosen(page, 'all', packKnownFingerprints(['worse', 'first'].map(fingerprint)))).toHaveLength(6);
  });

  it('are an empty list if no pictures are requested', () => {
    expect(chosen(page, 'none', undefined)).toEqual([]);
  });

  it('never include the page as a whole, but may include the content of a frame', () => {
    const whole = { ...node('whole'), target: ['html'] };
    const body = { ...node('body'), target: ['body'] };
    const framed = { ...node('framed'), target: ['#frame', 'html'] };
    expect(chosen([finding('a', null, [whole, body, framed])], 'all', undefined)).toEqual(['#frame']);
  });
});
