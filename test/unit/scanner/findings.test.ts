import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import type { ElementFacts } from '../../../core/findings/element-facts.ts';
import { pageFindingSchema } from '../../../core/scans/page-result.ts';
import type { AxeRun } from '../../../scanner/page/axe.ts';
import { PageClock } from '../../../scanner/page/clock.ts';
import { readFindings } from '../../../scanner/page/findings.ts';
import type { WireNode } from '../../../scanner/page/in-page/wire-results.ts';
import { DocumentGoneError } from '../../../scanner/page/world.ts';
import { createRedaction } from '../../../scanner/redact/redact-result.ts';

const facts: ElementFacts = {
  tag: 'img',
  attributes: [['src', '/a.png']],
  ownText: '',
  text: '',
  inside: [],
  path: [{ tag: 'img', index: 1, role: '', id: '', label: '', inShadow: false }],
  hosts: [],
  base: 'https://a.example/',
};
const node = (target: string[], frame: number, number: number): WireNode => ({
  target,
  html: '<img>',
  impact: 'critical',
  any: [{ id: 'has-alt', message: 'Element has no alt', data: { value: '\ud800cut', values: ['a', 1] } }],
  all: [],
  none: [],
  element: { frame, number },
});
const world = (contextId: number) => ({ frameId: `f${contextId}`, contextId, name: 'scan' });
const run = (nodes: WireNode[]): AxeRun => ({
  findings: [{ ruleId: 'image-alt', kind: 'violation', impact: 'critical', nodeCount: nodes.length, nodes }],
  rules: [['image-alt', 'failed']],
  unknownRules: [],
  frames: [
    { world: world(1), owner: null, path: [], isSvg: false },
    { world: world(2), owner: { frame: 0, selector: 'iframe' }, path: [], isSvg: false },
  ],
  framesNotScanned: [],
});

/** A page whose worlds return these answers to requests for elements by number or for the element of a frame. */
function session(answers: Record<number, (asked: number[] | string) => unknown>) {
  const asked: unknown[] = [];
  const send = async (_: string, call: { executionContextId: number; arguments: { value: unknown }[] }) => {
    const [first] = call.arguments.map(({ value }) => value);
    asked.push(first);
    const answer = answers[call.executionContextId]?.(first as number[]);
    if (answer === undefined) throw new Error('Cannot find context with specified id');
    return { result: { value: JSON.stringify(answer) } };
  };
  return { session: { send } as unknown as CDPSession, asked };
}
const top = (asked: number[] | string) =>
  typeof asked === 'string'
    ? { facts, matchedSelectors: ['#ads'] }
    : asked.map(() => ({ facts, matchedSelectors: [] }));
const of = { identity: '/', suppressionSelectors: ['#ads', 'p'], redaction: createRedaction(undefined) };
const clock = () => new PageClock(60_000, new Promise(() => undefined));

describe('findings', () => {
  it('of a frame that was removed meanwhile are identified by their selectors, each uniquely', async () => {
    const nodes = [node(['img'], 0, 0), node(['iframe', 'img'], 1, 0), node(['iframe', 'b'], 1, 1)];
    const [finding] = await readFindings(session({ 1: top }).session, run(nodes), of, clock());
    expect(pageFindingSchema.parse(finding)).toEqual(finding);
    const fingerprints = finding?.nodes.map(({ identity }) => identity?.fingerprint);
    expect(new Set(fingerprints).size).toBe(3);
    expect(new Set(finding?.nodes.map(({ identity }) => identity?.place)).size).toBe(3);
    expect(finding?.nodes.map(({ marks }) => marks)).toEqual([[], [], []]);
  });

  it('fail completely if the top document is gone', async () => {
    const findings = readFindings(session({}).session, run([node(['img'], 0, 0)]), of, clock());
    await expect(findings).rejects.toThrow(DocumentGoneError);
  });

  it('have the suppression selectors of their frame, and its element is requested once', async () => {
    const page = session({
      1: top,
      2: (asked) => [...asked].map(() => ({ facts, matchedSelectors: ['p'] })),
    });
    const nodes = Array.from({ length: 450 }, (_, index) =>
      node(['iframe', `img:nth-child(${index})`], 1, index),
    );
    const [finding] = await readFindings(page.session, run(nodes), of, clock());
    expect(finding?.nodes).toHaveLength(450);
    for (const { marks } of finding?.nodes ?? []) expect(marks).toEqual(['#ads', 'p']);
    expect(page.asked.filter((each) => each === 'iframe')).toHaveLength(1);
    expect(page.asked.map((each) => (Array.isArray(each) ? each.length : each))).toEqual([
      'iframe',
      200,
      200,
      50,
    ]);
  });

  it('have well-formed texts, and the messages of the checks as fixes', async () => {
    const [finding] = await readFindings(
      session({ 1: top }).session,
      run([node(['img'], 0, 0)]),
      of,
      clock(),
    );
    expect(finding?.nodes[0]?.checks.any).toEqual([
      { id: 'has-alt', message: 'Element has no alt', data: { value: '\ufffdcut', values: ['a', 1] } },
    ]);
    expect(finding?.nodes[0]?.fix).toEqual({ any: ['Element has no alt'], all: [], none: [] });
  });
});
