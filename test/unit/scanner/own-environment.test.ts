import { describe, expect, it } from 'vitest';
import { findOwnEnvironment } from '../../../scanner/environment/own-environment.ts';

const ofLambda = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', TMPDIR: '/tmp' };

describe('what belongs to a function alone', () => {
  it('is /tmp on Lambda', () => {
    expect(findOwnEnvironment(ofLambda, '/var/task')).toMatchObject({ folder: '/tmp' });
  });

  it('is the temporary folder that the embedded runtime gives it, but not the processes', () => {
    const variables = { SCAN_OWNS_TMPDIR: 'true', TMPDIR: '/data/tmp/function-1' };
    expect(findOwnEnvironment(variables)).toEqual({ folder: '/data/tmp/function-1', ownsProcesses: false });
  });

  it("is nothing on a person's machine, also with variables of Lambda", () => {
    expect(findOwnEnvironment(ofLambda)).toBeUndefined();
    expect(findOwnEnvironment({ TMPDIR: '/tmp' }, '/var/task')).toBeUndefined();
    expect(findOwnEnvironment({ SCAN_OWNS_TMPDIR: 'true' })).toBeUndefined();
    expect(findOwnEnvironment(process.env)).toBeUndefined();
  });
});
