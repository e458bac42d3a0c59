import { describe, expect, it } from 'vitest';
import { runTriggers } from '../../../local/functions/run-triggers.ts';

const FUNCTION_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:publish-dashboard';
const RUNNER_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:runner';

/** Runs the triggers of a service with one trigger, whose function fails so often. */
async function run(failures: number, isAllowed = true): Promise<string[]> {
  const invoked: string[] = [];
  const service = {
    triggers: [{ logicalId: 'Publish', versionArn: `${FUNCTION_ARN}:1`, runnerArn: RUNNER_ARN }],
    functions: [{ arn: RUNNER_ARN, roleArn: 'arn:aws:iam::000000000000:role/runner' }],
  } as unknown as Parameters<typeof runTriggers>[0];
  const authorizer = {
    authorize: () => (isAllowed ? { allowed: true } : { allowed: false, reason: 'no statement allows it' }),
  } as unknown as Parameters<typeof runTriggers>[1];
  await runTriggers(service, authorizer, async (name) => {
    invoked.push(name);
    if (invoked.length <= failures) throw new Error('no connection');
    return null;
  });
  return invoked;
}

describe('the functions that a deployment runs', () => {
  it('run once, without their version', async () => {
    expect(await run(0)).toEqual([FUNCTION_ARN]);
  });

  it('run again if they fail', async () => {
    expect(await run(2)).toEqual([FUNCTION_ARN, FUNCTION_ARN, FUNCTION_ARN]);
  });

  it('end the start with their error if they fail each time', async () => {
    await expect(run(3)).rejects.toThrow('no connection');
  });

  it('do not run if the role of the trigger may not invoke them', async () => {
    await expect(run(0, false)).rejects.toThrow(
      `Publish may not invoke ${FUNCTION_ARN}:1: no statement allows it`,
    );
  });
});
