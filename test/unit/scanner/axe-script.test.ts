import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { prepareAxeScript } from '../../../scanner/page/axe-script.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

it("asks the scanner in axe-core's script where content is cut, what lies outside the window, and what it cannot read", () => {
  const script = prepareAxeScript(source);
  expect(script.split('a11yReach.listCutting(')).toHaveLength(2);
  expect(script.split('a11yReach?.canScrollTo(')).toHaveLength(2);
  expect(script.split('a11yIsUnreadable?.(')).toHaveLength(5);
  expect(script).toMatch(/^[\0-\x7f]*$/);
});

it('refuses the script of another version', () => {
  expect(() => prepareAxeScript(source.replaceAll('"overflow"', '"overflow-y"'))).toThrow('has 0 parts like');
  expect(() => prepareAxeScript(source + source)).toThrow('has 2 parts like');
});
