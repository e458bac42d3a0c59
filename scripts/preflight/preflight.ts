import { readConcurrencyQuota } from '../../adapters/account/concurrency-quota.ts';
import { explain } from '../../admin/errors.ts';
import { countNeededConcurrency } from '../../lib/needed-concurrency.ts';
import { requireRegion } from '../../lib/regions.ts';
import { resolveStageSettings } from '../../lib/stage-settings.ts';
import type { PreflightOptions } from './command-line.ts';

/** Code of the quota "Concurrent executions" (https://docs.aws.amazon.com/general/latest/gr/lambda-service.html). */
const QUOTA_CODE = 'L-B99A9384';

/**
 * Environments of tenants that Lambda permits for each concurrent execution of the quota, active or idle: 2,500 for
 * 1,000 (https://docs.aws.amazon.com/lambda/latest/dg/tenant-isolation-troubleshooting.html).
 */
const TENANT_ENVIRONMENTS_EACH = 2.5;

/** What cannot be read from an account: AWS decides it when the distribution is created. */
const DISTRIBUTION_NOTE =
  'CloudFront: AWS may refuse a new account ("Your account must be verified before you can add new CloudFront resources"). Then the stack Api is rolled back, and Scans is not deployed. Ask AWS Support to verify the account; until then, deploy without the dashboard: -c dashboard=off.';

/**
 * Checks that the AWS account of the environment can run a stage, together with other stages.
 * @param write gets the lines of the result
 * @returns the exit code: 0 if the stage fits, 1 if it does not or the account could not be read
 */
export async function runPreflight(
  { stage, others }: PreflightOptions,
  write: (line: string) => void,
): Promise<number> {
  try {
    const count = (each: string) => countNeededConcurrency(resolveStageSettings(each));
    const needed = [stage, ...others].reduce((sum, each) => sum + count(each), 0);
    const { region, total, unreserved } = await readConcurrencyQuota();
    for (const each of [stage, ...others]) requireRegion(region, resolveStageSettings(each).browserResponses);
    write(
      `Lambda concurrency in ${region}: ${unreserved} available of ${total}; the stage ${stage} uses up to ${count(stage)}.`,
    );
    for (const other of others) write(`The stage ${other} uses up to ${count(other)} of it.`);
    write(
      `Environments of tenants: at most ${Math.floor(total * TENANT_ENVIRONMENTS_EACH)} in the account and region, active or idle. Each site is a tenant, and each browser needs an environment.`,
    );
    write(DISTRIBUTION_NOTE);
    if (needed <= unreserved) {
      write(
        others.length > 0
          ? 'The stages fit together.'
          : `The stage fits if everything else in the account and region needs at most ${unreserved - needed}. Other stages are not counted: name them with --with.`,
      );
      return 0;
    }
    write(
      'The quota is too low: functions would be throttled, and calls of the API refused. Request a higher quota:',
    );
    write('');
    write(
      `  aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${QUOTA_CODE} --region ${region} --desired-value ${needed + total - unreserved}`,
    );
    write('');
    write('Or lower `concurrency` and `throttling` of a stage in lib/stage-settings.ts.');
    return 1;
  } catch (error) {
    write(`${explain(error)}.`.replace(/\.\.$/, '.'));
    return 1;
  }
}
