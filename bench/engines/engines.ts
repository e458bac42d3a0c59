import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** An engine that is a script in a page. */
export interface ScriptedEngine {
  name: string;
  source: string;
  /** An expression: a promise of `[isViolation, rule, node]` for each node that the engine reports. */
  script: string;
}

const require = createRequire(join(import.meta.dirname, '../../package.json'));

const engines = [
  {
    name: 'axe',
    file: 'axe-core/axe.min.js',
    run: `const { violations, incomplete } = await axe.run({ elementRef: true });
      return [...violations.map((rule) => [true, rule]), ...incomplete.map((rule) => [false, rule])]
        .flatMap(([is, { id, nodes }]) => nodes.map(({ element }) => [is, id, element]));`,
  },
  {
    name: 'IBM',
    file: 'accessibility-checker-engine/ace.js',
    run: `const { results } = await new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']);
      return results.filter(({ value }) => ['FAIL', 'POTENTIAL', 'MANUAL'].includes(value[1]))
        .map(({ ruleId, value, node }) => [value[0] === 'VIOLATION' && value[1] === 'FAIL', ruleId, node]);`,
  },
  {
    name: 'HTML_CodeSniffer',
    file: 'html_codesniffer/build/HTMLCS.js',
    run: `await new Promise((done, failed) => HTMLCS.process('WCAG2AA', document, done, failed));
      return HTMLCS.getMessages().filter(({ type }) => type !== HTMLCS.NOTICE)
        .map(({ type, code, element }) => [type === HTMLCS.ERROR, code, element]);`,
  },
];

/** Returns the engines with their source texts: each with all of its rules, or under WCAG 2 AA if it has no more. */
export function scriptedEngines(): Promise<ScriptedEngine[]> {
  return Promise.all(
    engines.map(async ({ name, file, run }) => ({
      name,
      source: await readFile(require.resolve(file), 'utf8'),
      script: `(async () => { ${run} })()`,
    })),
  );
}
