import { expect, it } from 'vitest';
import { hashStateBranch } from '../../../core/alerts/alert-state.ts';

it('has a state of its own for each branch, and one for the site itself', () => {
  const parts = [null, 'main', 'feature', 'site'].map(hashStateBranch);
  expect(new Set(parts).size).toBe(parts.length);
  expect(parts[0]).toBe('site');
});
