import { readConcurrencyQuota } from '../../adapters/account/concurrency-quota.ts';
import { explain } from '../../admin/errors.ts';
import { countNeededConcurrency } from '../../lib/needed-concurrency.ts';
import { resolveStageSettings } from '../../lib/stage-settings.ts';

/** Code of the quota "Concurrent executions" (https://docs.aws.amazon.com/general/latest/gr/lambda-service.html). */
const QUOTA_CODE = 'L-B99A9384';

/**
 * Checks that the AWS account of the environment can run a stage.
 * @param write gets the lines of the result
 * @returns the exit code: 0 if the stage fits, 1 if it does not or the account could not be read
 */
export async function runPreflight(stage: string, write: (line: string) => void): Promise<number> {
  try {
    const needed = countNeededConcurrency(resolveStageSettings(stage));
    const { region, total, unreserved } = await readConcurrencyQuota();
    write(
      `Lambda concurrency in ${region}: ${unreserved} available of ${total}; the stage ${stage} uses up to ${needed}.`,
    );
    if (needed <= unreserved) {
      write('The stage fits.');
      return 0;
    }
    write(
      'The stage does not fit: functions would be throttled, and calls of the API refused. Request a higher quota:',
    );
    write('');
    write(
      `  aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${QUOTA_CODE} --region ${region} --desired-value ${needed + total - unreserved}`,
    );
    write('');
    write('Or lower `concurrency` and `throttling` of the stage in lib/stage-settings.ts.');
    return 1;
  } catch (error) {
    write(`${explain(error)}.`.replace(/\.\.$/, '.'));
    return 1;
  }
}
