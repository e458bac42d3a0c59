import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { computeIdleMonth, type PricedTemplate, renderIdleMonth } from '../../bench/idle-month.ts';
import { synthesizeStacks } from './support/synthesize.ts';

const manual = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

it.each(['dev', 'prod'])(
  'costs in a month without calls what docs/deploy.md lists, item by item: %s',
  (stage) => {
    const table = renderIdleMonth(computeIdleMonth(Object.values(synthesizeStacks(stage))));
    const start = manual.indexOf('| metrics that alarms read |');
    expect(manual.slice(start, manual.indexOf('\n\n', start))).toBe(table);
  },
);

it('does not price a type of resource that it does not know', () => {
  const Resources: PricedTemplate['Resources'] = { Gateway: { Type: 'AWS::EC2::NatGateway' } };
  expect(() => computeIdleMonth([{ Resources }])).toThrow('AWS::EC2::NatGateway');
});
