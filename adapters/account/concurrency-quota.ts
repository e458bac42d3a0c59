import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { awsClientOptions } from '../aws-client-options.ts';

/** How many functions of an AWS account may run at the same time in a region. */
export interface ConcurrencyQuota {
  region: string;
  /** Over all functions. New accounts may have 10 (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
  total: number;
  /** The part that is not reserved for single functions. */
  unreserved: number;
}

/** Reads the quota. Region, credentials and endpoint come from the environment. */
export async function readConcurrencyQuota(): Promise<ConcurrencyQuota> {
  const client = new LambdaClient(awsClientOptions);
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const total = AccountLimit?.ConcurrentExecutions;
    if (total === undefined) throw new Error('Lambda did not return the concurrency quota of the account');
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? total;
    return { region: await client.config.region(), total, unreserved };
  } finally {
    client.destroy();
  }
}
