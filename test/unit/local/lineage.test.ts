import { describe, expect, it } from 'vitest';
import { continueLineage } from '../../../local/functions/lineage.ts';

const A = 'arn:aws:lambda:us-east-1:000000000000:function:a';
const B = 'arn:aws:lambda:us-east-1:000000000000:function:b';

describe('the lineage of an invocation', () => {
  it('counts each function of the chain', () => {
    const first = continueLineage(A, []);
    const second = continueLineage(B, [first.traceHeader]);
    const third = continueLineage(A, [second.traceHeader]);
    expect([first, second, third].map(({ invocations }) => invocations)).toEqual([1, 1, 2]);
  });

  it('keeps the root of the trace', () => {
    const first = continueLineage(A, []);
    const root = /^Root=(1-[0-9a-f]{8}-[0-9a-f]{24});/.exec(first.traceHeader)?.[1];
    expect(root).toBeDefined();
    expect(continueLineage(B, [first.traceHeader]).traceHeader).toContain(`Root=${root};`);
  });

  it('of a batch continues the longest chain of its messages', () => {
    const short = continueLineage(A, []).traceHeader;
    const long = continueLineage(A, [continueLineage(A, [short]).traceHeader]).traceHeader;
    expect(continueLineage(A, [short, long, 'Root=1-x;Sampled=1']).invocations).toBe(4);
  });
});
