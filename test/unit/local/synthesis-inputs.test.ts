import { expect, it } from 'vitest';
import { inputPaths } from '../../../local/synthesize.ts';
import { rules } from '../../../scripts/check-imports.ts';

it('synthesizes the stack again if a source folder of a function changes', () => {
  const { functions } = rules;
  expect(inputPaths).toEqual(
    expect.arrayContaining(['bin', 'dashboard', 'functions', 'lib', ...(functions?.folders ?? [])]),
  );
});
