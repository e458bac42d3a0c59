import { describe, expect, it, vi } from 'vitest';
import { exampleNode } from '../../../core/api/example-report.ts';
import { BASES_MAX, buildDecision, type Decision, decideSchema } from '../../../core/decisions/decision.ts';
import { createId } from '../../../core/ids.ts';
import type { Problem } from '../../../core/problems/problem.ts';
import type { ProblemCode } from '../../../core/problems/problems.ts';
import {
  type FindingIndex,
  FindingIndexBuilder,
  parseFindingIndex,
} from '../../../core/reports/finding-index.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { getRuleDefinition } from '../../../core/rule-sets/rules.ts';
import { decide } from '../../../use-cases/decide.ts';
import { deleteDecision } from '../../../use-cases/delete-decision.ts';
import { listDecisions } from '../../../use-cases/list-decisions.ts';
import {
  accountId,
  key,
  makeSite,
  memory,
  now,
  problemOf,
  readAll,
  request,
  scanOf,
  strangersTo,
} from './fakes.ts';

const site = makeSite();
const { siteId } = site;
const scan = scanOf(site, { status: 'completed', report: 'ready', edition: 'first' });
const pending = scanOf(site, { status: 'running' });
const failed = scanOf(site, { status: 'failed', report: 'none' });
const ofOtherSite = scanOf(makeSite(), { status: 'completed', report: 'ready', edition: 'first' });
const tables = memory({ sites: [site], scans: [scan, pending, failed, ofOtherSite] });
const fingerprint = `f1_${'a'.repeat(24)}`;
const body = decideSchema.parse({ scanId: scan.scanId, fingerprint, decision: 'fine', reason: 'Readable' });
const at = { accountId, siteId, author: { keyId: key.keyId, name: key.keyId } };

const buildFinding = (letter: string, basis: string | null): ReportFinding => ({
  kind: basis === null ? 'violation' : 'review',
  ruleId: 'color-contrast',
  node: {
    ...exampleNode,
    fingerprint: `f1_${letter.repeat(24)}`,
    ...(basis === null ? {} : { decisionBasis: basis.padStart(24, '0') }),
  },
});
/** Returns the index of a report with these findings. */
function buildIndex(findings: readonly ReportFinding[]): FindingIndex {
  const builder = new FindingIndexBuilder();
  for (const finding of findings) builder.add(finding, 1);
  return parseFindingIndex(builder.toJson());
}
const index = buildIndex([
  buildFinding('b', null),
  ...['1', '2', '1'].map((basis) => buildFinding('a', basis)),
  ...Array.from({ length: BASES_MAX + 1 }, (_, number) => buildFinding('c', String(number))),
]);
const judged = {
  ruleId: 'color-contrast',
  ruleDefinition: getRuleDefinition('color-contrast'),
  bases: ['1', '2'].map((basis) => basis.padStart(24, '0')),
  elements: 3,
  pageUrl: exampleNode.url,
};
const decision = buildDecision(at, body, judged, undefined, now);

describe('the body of a decision', () => {
  it.each<[string, object, string]>([
    ['a malformed fingerprint', { ...body, fingerprint: 'f1_xyz' }, 'fingerprint'],
    ['another verdict', { ...body, decision: 'wontfix' }, 'decision'],
    ['no reason', { ...body, reason: undefined }, 'reason'],
    ['no scan', { ...body, scanId: undefined }, 'scanId'],
    ['a blank reason', { ...body, reason: ' ' }, 'reason'],
  ])('is rejected with %s', (_, given, path) => {
    expect(decideSchema.safeParse(given).error?.issues[0]?.path.join('.')).toBe(path);
  });
});

describe('deciding', () => {
  type Outcome = 'saved' | 'site-gone' | 'full' | 'changed';
  const service = (before: Decision | undefined, ...outcomes: Outcome[]) => ({
    ...tables,
    findDecision: vi.fn(async () => before),
    putDecision: vi.fn(async () => outcomes.shift() ?? 'changed'),
    readIndex: async (): Promise<FindingIndex | undefined> => index,
  });
  const input = { ...request, siteId, body };

  it('writes the decision with its author, or replaces an earlier one', async () => {
    expect(await decide(service(undefined, 'saved'), input)).toEqual({
      decision: { ...decision, decisionId: expect.stringMatching(/^decision_/) },
      replaced: false,
    });
    const again = await decide(service(decision, 'saved'), input);
    expect(again.replaced).toBe(true);
    expect(again.decision.decidedAt > decision.decidedAt).toBe(true);
    expect(again.decision.decisionId).not.toBe(decision.decisionId);
  });

  it('that something is fine keeps what was fine before, such as in another viewport', async () => {
    const bases = async (before: Decision, verdict: 'fine' | 'problem' = 'fine') => {
      const call = { ...input, body: { ...body, decision: verdict } };
      return (await decide(service(before, 'saved'), call)).decision.bases;
    };
    const mobile = 'f'.repeat(24);
    const before = { ...decision, bases: [mobile, ...judged.bases.slice(0, 1)] };
    expect(await bases(before)).toEqual([...judged.bases, mobile]);
    expect(await bases(before, 'problem')).toEqual(judged.bases);
    expect(await bases({ ...before, decision: 'problem' })).toEqual(judged.bases);
    expect(await bases({ ...before, ruleDefinition: 'of an earlier version' })).toEqual(judged.bases);
    const many = {
      ...before,
      bases: Array.from({ length: BASES_MAX }, (_, number) => `${number}`.padEnd(24, 'e')),
    };
    const kept = await bases(many);
    expect([kept.length, kept.slice(0, 2)]).toEqual([BASES_MAX, judged.bases]);
  });

  it.each<[string, object, string, RegExp]>([
    ['a violation', { fingerprint: `f1_${'b'.repeat(24)}` }, 'fingerprint', /needs review/],
    ['an unknown finding', { fingerprint: `f1_${'d'.repeat(24)}` }, 'fingerprint', /lists/],
    ['too many different elements', { fingerprint: `f1_${'c'.repeat(24)}` }, 'fingerprint', /21 have it/],
    ['a scan of another site', { scanId: ofOtherSite.scanId }, 'scanId', /of this site/],
  ])('is refused about %s', async (_, given, path, message) => {
    const dependencies = service(undefined, 'saved');
    const call = decide(dependencies, { ...input, body: { ...body, ...given } });
    const { errors } = (await problemOf(call, 'invalid-request')) as Problem;
    expect(errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(dependencies.putDecision).not.toHaveBeenCalled();
  });

  it.each<[string, string, FindingIndex | undefined, ProblemCode]>([
    ['is unknown', createId('scan', now), index, 'scan-not-found'],
    ['is not finished', pending.scanId, index, 'report-not-ready'],
    ['ended without a report', failed.scanId, index, 'nothing-to-report'],
    ['has a deleted report', scan.scanId, undefined, 'nothing-to-report'],
    ['has a report of an earlier version', scan.scanId, { ...index, ruleDefinitions: [] }, 'invalid-request'],
  ])('is refused if the scan %s', async (_, scanId, found, code) => {
    const dependencies = { ...service(undefined, 'saved'), readIndex: async () => found };
    await problemOf(decide(dependencies, { ...input, body: { ...body, scanId } }), code);
  });

  it('reads again if another caller was first, and gives up at last', async () => {
    const dependencies = service(undefined, 'changed', 'saved');
    await decide(dependencies, input);
    expect(dependencies.findDecision).toHaveBeenCalledTimes(2);
    await problemOf(decide(service(undefined), input), 'service-unavailable');
  });

  it.each([
    ['site-gone', 'site-not-found'],
    ['full', 'decisions-limit'],
  ] as const)('is refused if the table says %s', async (outcome, code) => {
    await problemOf(decide(service(undefined, outcome), input), code);
  });
});

describe('deleting a decision', () => {
  type Outcome = 'deleted' | 'changed' | 'gone';
  const service = (found: Decision | undefined, ...outcomes: Outcome[]) => ({
    ...tables,
    findDecision: vi.fn(async () => found),
    removeDecision: vi.fn(async () => outcomes.shift() ?? 'changed'),
  });
  const input = { ...request, siteId, fingerprint };

  it('removes it once', async () => {
    const dependencies = service(decision, 'deleted');
    await deleteDecision(dependencies, input);
    expect(dependencies.removeDecision).toHaveBeenCalledOnce();
    await problemOf(deleteDecision(service(undefined, 'deleted'), input), 'decision-not-found');
    await problemOf(deleteDecision(service(decision, 'gone'), input), 'decision-not-found');
  });

  it('reads again if another caller replaced it meanwhile, and gives up at last', async () => {
    const dependencies = service(decision, 'changed', 'deleted');
    await deleteDecision(dependencies, input);
    expect(dependencies.findDecision).toHaveBeenCalledTimes(2);
    await problemOf(deleteDecision(service(decision), input), 'service-unavailable');
  });

  it('does not look for what is no fingerprint', async () => {
    const dependencies = service(decision, 'deleted');
    const call = deleteDecision(dependencies, { ...input, fingerprint: 'x'.repeat(5_000) });
    await problemOf(call, 'decision-not-found');
    expect(dependencies.findDecision).not.toHaveBeenCalled();
  });
});

describe('the list of decisions', () => {
  const all = ['a', 'b', 'c'].map(
    (letter, index): Decision => ({
      ...decision,
      fingerprint: `f1_${letter.repeat(24)}`,
      decision: index === 1 ? 'problem' : 'fine',
      decidedAt: `2026-11-0${index + 1}T00:00:00.000Z`,
    }),
  );
  const [a, b, c] = all;
  const service = { ...tables, listDecisions: async () => [...all] };

  it('is read page by page, newest first', async () => {
    const pages = await readAll((cursor) =>
      listDecisions(service, { principal: key, siteId, query: { limit: 2, cursor } }),
    );
    expect(pages).toEqual([[c, b], [a]]);
  });

  it('can be limited to what they say and to some findings', async () => {
    const list = async (query: object) =>
      (await listDecisions(service, { principal: key, siteId, query: { limit: 9, ...query } })).items;
    expect(await list({ decision: 'problem' })).toEqual([b]);
    expect(await list({ fingerprint: [a?.fingerprint, b?.fingerprint] })).toEqual([b, a]);
    expect(await list({ fingerprint: [a?.fingerprint], decision: 'problem' })).toEqual([]);
  });
});

describe('decisions of a site that the principal may not access', () => {
  it.each(strangersTo())('are not found by a principal %s', async (_, principal) => {
    const none = () => expect.unreachable();
    const input = { ...request, principal: { ...key, ...principal } as typeof key, siteId };
    const calls = [
      listDecisions({ ...tables, listDecisions: none }, { principal, siteId, query: { limit: 1 } }),
      decide({ ...tables, findDecision: none, putDecision: none, readIndex: none }, { ...input, body }),
      deleteDecision({ ...tables, findDecision: none, removeDecision: none }, { ...input, fingerprint }),
    ];
    for (const call of calls) await problemOf(call, 'site-not-found');
  });
});
