import type { Authorizer } from '../iam/authorizer.ts';
import type { Service } from '../template/service.ts';
import { removeVersion } from '../template/trigger.ts';
import type { Functions } from './functions.ts';

/** On a busy machine, a function that starts may not reach a stand-in in the seconds that it waits for a connection. */
const ATTEMPTS = 3;

/**
 * Runs the functions that a deployment runs. On AWS a trigger runs if its function has changed; here at each start.
 * @throws Error if the role of the trigger may not invoke the function, or if the function fails each time
 */
export async function runTriggers(
  { triggers, functions }: Service,
  authorizer: Authorizer,
  invoke: Functions['invoke'],
): Promise<void> {
  for (const { logicalId, versionArn, runnerArn } of triggers) {
    const runner = functions.find(({ arn }) => arn === runnerArn);
    if (!runner) throw new Error(`${logicalId}: the function ${runnerArn} does not exist`);
    const access = { action: 'lambda:InvokeFunction', resource: versionArn };
    const decision = authorizer.authorize({ kind: 'role', arn: runner.roleArn }, access);
    if (!decision.allowed) throw new Error(`${logicalId} may not invoke ${versionArn}: ${decision.reason}`);
    await invokeRepeatedly(() => invoke(removeVersion(versionArn), {}));
  }
}

async function invokeRepeatedly(invoke: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await invoke();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
