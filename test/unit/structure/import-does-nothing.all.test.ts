import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

/** The output of `import-everything.ts`. */
interface Imports {
  modules: number;
  read: string[];
  changed: string[];
  open: string[];
}

const folders = ['functions', 'use-cases', 'adapters', 'core', 'formats', 'scanner', 'lib'];

/** Variables that packages set when they are imported: Powertools for Lambda and the CDK. */
const setByPackages = ['AWS_SDK_UA_APP_ID', 'JSII_DEPRECATED'];

describe('importing every production module in a process without environment', () => {
  let imports: Imports;

  beforeAll(async () => {
    const script = join(import.meta.dirname, 'import-everything.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...folders], {
      env: {},
      timeout: 60_000,
    });
    imports = JSON.parse(stdout) as Imports;
  }, 60_000);

  it('throws nothing', () => {
    expect(imports.modules).toBeGreaterThan(400);
  });

  it('reads no environment variable', () => {
    expect(imports.read).toEqual([]);
  });

  it('sets no environment variable', () => {
    expect(imports.changed.filter((name) => !setByPackages.includes(name))).toEqual([]);
  });

  it('opens no connection, file or timer', () => {
    expect(imports.open).toEqual([]);
  });
});
