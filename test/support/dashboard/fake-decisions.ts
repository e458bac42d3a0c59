import { exampleDecision } from '../../../core/api/examples.ts';
import { exampleFinding } from '../../../core/api/finding-endpoints.ts';
import type { Decision, Finding, PageOf } from '../../../dashboard/api/types.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import { at, HOSTILE, id } from './fake-data.ts';

/** What the fake service answers about findings that need review, and about decisions on them. */

const fingerprintOf = (letter: string) => `f1_${letter.repeat(24)}`;

/** A decision that the report of the scan already shows, one since then, and one whose texts would be markup. */
export function createDecisions(): Decision[] {
  const decision = { ...exampleDecision, author: { personId: id('person', '2'), name: 'Grace Hopper' } };
  return [
    { ...decision, id: id('decision', '1'), fingerprint: fingerprintOf('b'), decidedAt: at(-3) },
    {
      ...decision,
      id: id('decision', '2'),
      fingerprint: fingerprintOf('c'),
      decision: 'problem',
      reason: HOSTILE,
      author: { ...decision.author, name: HOSTILE },
      pageUrl: HOSTILE,
      elements: 3,
      decidedAt: at(0),
    },
  ];
}

/** Findings that need review: without a decision, with an outdated one, decided since the scan, and after a removal. */
export function createReviews(): Finding[] {
  const review: Finding = {
    ...exampleFinding,
    kind: 'review',
    ruleId: 'color-contrast',
    help: 'Elements must meet minimum color contrast ratio thresholds',
    decision: null,
    decisionId: null,
    decisionBasis: '0'.repeat(24),
    picture: null,
  };
  const finding = (letter: string, selector: string, given: Partial<Finding> = {}): Finding => ({
    ...review,
    fingerprint: fingerprintOf(letter),
    path: [selector],
    ...given,
  });
  return [
    finding('a', '#banner'),
    finding('b', '#hero', { decision: 'outdated', decisionId: id('decision', '1') }),
    finding('c', '#footer'),
    finding('d', '#aside', { decision: 'fine', decisionId: id('decision', '4') }),
  ];
}

/** Answers the calls about the decisions of a site. */
export function answerDecisions(
  decisions: Decision[],
  method: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  fingerprint: string | undefined,
  isEmpty: boolean,
): FakeAnswer {
  switch (method) {
    case 'GET': {
      const [verdict, wanted] = [query.get('decision'), query.get('fingerprint')?.split(',')];
      const items = decisions.filter(
        (each) =>
          (verdict === null || each.decision === verdict) &&
          (wanted === undefined || wanted.includes(each.fingerprint)),
      );
      return ok<PageOf<Decision>>({ items: isEmpty ? [] : items, nextCursor: null });
    }
    case 'POST': {
      const errors = [
        ...(body.decision === '' ? [{ path: 'decision', message: 'must be fine or problem' }] : []),
        ...(String(body.reason).trim() === '' ? [{ path: 'reason', message: 'must not be empty' }] : []),
      ];
      if (errors.length > 0) return problem(422, 'invalid-request', 'The request is invalid.', errors);
      const made = {
        ...exampleDecision,
        ...(body as Pick<Decision, 'fingerprint' | 'decision' | 'reason' | 'scanId'>),
        id: id('decision', 'n'),
        author: { personId: id('person', '1'), name: 'Ada Lovelace' },
        decidedAt: at(0),
      };
      decisions.push(made);
      return ok<Decision>(made, 201);
    }
    default: {
      const index = decisions.findIndex((each) => each.fingerprint === fingerprint);
      if (index >= 0) decisions.splice(index, 1);
      return { status: 204 };
    }
  }
}
