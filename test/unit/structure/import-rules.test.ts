import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserSafe, checkImports } from '../../../scripts/check-imports.ts';

const check = (files: Record<string, string>) => checkImports(new Map(Object.entries(files)));

describe('the import rules', () => {
  it.each([
    ['core that imports an adapter', 'core/a.ts', `import { b } from '../adapters/b.ts';`],
    ['core that imports a package', 'core/a.ts', `import { Logger } from '@aws-lambda-powertools/logger';`],
    ['core that imports a module of Node', 'core/a.ts', `import { join } from 'node:path';`],
    ['core that imports a type from outside', 'core/a.ts', `import type { B } from '../adapters/b.ts';`],
    ['core that re-exports an adapter', 'core/a.ts', `export * from '../adapters/b.ts';`],
    ['core that imports an adapter when it runs', 'core/a.ts', `await import('../adapters/b.ts');`],
    ['an adapter that imports the scanner', 'adapters/a.ts', `import { b } from '../scanner/b.ts';`],
    ['the scanner that imports an adapter', 'scanner/a.ts', `import { b } from '../adapters/b.ts';`],
    ['lib that imports a handler', 'lib/a.ts', `import { handler } from '../functions/b/handler.ts';`],
    [
      'lib that imports a type of a handler',
      'lib/a.ts',
      `import type { B } from '../functions/b/handler.ts';`,
    ],
    ['lib that imports an environment', 'lib/a.ts', `import { env } from '../functions/b/env.ts';`],
    ['lib that imports an adapter', 'lib/a.ts', `import { b } from '../adapters/b.ts';`],
    ['a use case that imports an adapter', 'use-cases/a.ts', `import { b } from '../adapters/b.ts';`],
    ['a function that imports lib', 'functions/a/handler.ts', `import { b } from '../../lib/b.ts';`],
    ['local that imports core', 'local/a.ts', `import { b } from '../core/b.ts';`],
    ['the product that imports a test', 'scanner/a.ts', `import { b } from '../test/b.ts';`],
    ['the product that imports a benchmark', 'admin/a.ts', `import { b } from '../bench/b.ts';`],
    ['a folder of cli that imports one above it', 'cli/service/a.ts', `import '../commands/b.ts';`],
    ['its types as well', 'cli/service/a.ts', `import type { B } from '../commands/b.ts';`],
    ['the client that imports core', 'client/a.ts', `import { b } from '../core/b.ts';`],
    ['a folder of cli without a level', 'cli/elsewhere/a.ts', `import '../service/b.ts';`],
    ['an import without an extension', 'core/a.ts', `import { b } from './b';`],
    ['an import of a compiled file', 'core/a.ts', `export * from './b.js';`],
    ['a folder without a rule', 'elsewhere/a.ts', `import { b } from '../core/b.ts';`],
  ])('reject %s', (_, path, source) => {
    const faults = check({ [path]: source });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(path);
  });

  it.each([
    ['core in lib', 'lib/a.ts', `import { b } from '../core/b.ts';`],
    ['a use case in a function', 'functions/a/handler.ts', `import { b } from '../../use-cases/b.ts';`],
    ['zod in core', 'core/a.ts', `import { z } from 'zod';`],
    ['the escaping of text in local', 'local/a.ts', `import { b } from '../core/text/b.ts';`],
    ["Node's digests and compression in core", 'core/a.ts', `import { hash } from 'node:crypto';`],
    ['the type of an environment in lib', 'lib/a.ts', `import type { Env } from '../functions/b/env.ts';`],
    ['core, adapters and scanner in a function', 'functions/a/handler.ts', `import '../../scanner/b.ts';`],
    ['a folder of cli below another', 'cli/commands/a.ts', `import '../service/b.ts';`],
    ['files next to the folders of cli', 'cli/service/a.ts', `import '../errors.ts';`],
    ['files in the same folder', 'functions/a/handler.ts', `import { env } from './env.ts';`],
  ])('allow %s', (_, path, source) => {
    expect(check({ [path]: source })).toEqual([]);
  });

  it('reject a function that imports another one, and allow imports of other files', () => {
    const files = { 'functions/a/handler.ts': `import { b } from '../b/b.ts';`, 'functions/b/b.ts': '' };
    expect(check(files)).toEqual([]);
    expect(check({ ...files, 'functions/b/handler.ts': '' })).toHaveLength(1);
  });

  it('reject a Node module in code that runs in browsers, and show the import path', () => {
    const files = {
      'core/api/a.ts': `import { b } from '../sites/b.ts';`,
      'core/sites/b.ts': `import { hash } from 'node:crypto';`,
    };
    expect(check(files)).toEqual([
      'core/api/a.ts → core/sites/b.ts → node:crypto: core/api/a.ts must also run in browsers',
    ]);
    const typeOnly = { ...files, 'core/api/a.ts': `import type { B } from '../sites/b.ts';` };
    expect(check(typeOnly)).toEqual([]);
  });

  it('list only existing files as safe for browsers', () => {
    const root = join(import.meta.dirname, '..', '..', '..');
    for (const path of browserSafe) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('reject a cycle, and name it', () => {
    const faults = check({
      'core/a.ts': `import { b } from './b.ts';`,
      'core/b.ts': `import { c } from './c.ts';`,
      'core/c.ts': `import { a } from './a.ts';`,
    });
    expect(faults).toEqual(['import cycle: core/a.ts → core/b.ts → core/c.ts → core/a.ts']);
  });

  it('reject a cycle of types too, because neither file can be understood without the other', () => {
    const files = {
      'core/a.ts': `import type { B } from './b.ts';`,
      'core/b.ts': `import { a } from './a.ts';`,
    };
    expect(check(files)).toEqual(['import cycle: core/a.ts → core/b.ts → core/a.ts']);
  });
});
