import { expect, it } from 'vitest';
import { inputPaths } from '../../../local/synthesize.ts';
import { rules } from '../../../scripts/check-imports.ts';

it('the stack is synthesized anew when a folder changes that a function is made of', () => {
  const { functions } = rules;
  expect(inputPaths).toEqual(
    expect.arrayContaining(['bin', 'functions', 'lib', ...(functions?.folders ?? [])]),
  );
});
