import { describe, expect, it } from 'vitest';
import { describeIsolation } from '../../../local/describe-isolation.ts';
import { buildFunctionVariables } from '../../../local/functions/variables.ts';
import type { Endpoints } from '../../../local/stand-ins/provision.ts';
import type { LambdaFunction } from '../../../local/template/service.ts';

describe('what the embedded service isolates', () => {
  it('is the browser, if the machine permits that', () => {
    expect(describeIsolation(null, false)).toEqual(['The browser runs in a sandbox']);
  });

  it('is said once for each part that is not, with the reason and on one line', () => {
    const [browser = '', tables = ''] = describeIsolation('unshare: \u001b[1mrefused', true);
    expect(browser).toMatch(/^Warning: the browser runs without a sandbox: unshare: .*refused\. Scan only/);
    expect(browser).not.toContain('\u001b');
    expect(tables).toMatch(/^Warning: other users of this machine can read and change the tables/);
  });

  it.each([true, false])('is a variable of the scanner: %s', (sandbox) => {
    const lambda = { environment: () => ({}), memoryMegabytes: 1, name: 'a', handler: 'b' };
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const folders = { temporary: '/a', chromium: '/b' };
    const variables = buildFunctionVariables(
      lambda as unknown as LambdaFunction,
      {} as Endpoints,
      credentials,
      folders,
      sandbox,
      { allowed: [], blocked: [] },
    );
    expect(variables.SCAN_SANDBOX).toBe(sandbox ? 'required' : undefined);
  });
});
