import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Target } from '../command.ts';
import { Failure } from '../errors.ts';

/**
 * Returns a deployed stack by its name, with its outputs. Credentials, region and endpoint come from the environment,
 * as the SDK reads it.
 * @throws Failure if the stack does not exist in the region or is not a stack of this service
 */
export async function findStack(name: string): Promise<Target> {
  const outputs = await readOutputs(name);
  const output = (key: string): string => {
    const value = outputs.get(key);
    if (value === undefined) {
      throw new Failure(
        `the stack ${name} has no output ${key}: name the stack of the API, such as A11yScan-prod-Api, and deploy it fully with npx cdk deploy --all`,
      );
    }
    return value;
  };
  return {
    table: output('TableName'),
    auditTable: output('AuditTableName'),
    apiUrl: output('ApiUrl'),
    dashboardUrl: outputs.get('DashboardUrl'),
    userPoolId: outputs.get('UserPoolId'),
    caller: readCallerArn,
  };
}

async function readOutputs(name: string): Promise<Map<string, string>> {
  const client = new CloudFormationClient({});
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return new Map(
      (Stacks?.[0]?.Outputs ?? []).map((each) => [each.OutputKey ?? '', each.OutputValue ?? '']),
    );
  } catch (error) {
    const { name: kind, message } = error as Error;
    if (kind === 'ValidationError' && message.includes('does not exist')) {
      const region = await client.config.region();
      throw new Failure(
        `the stack ${name} does not exist in ${region}: name the stack of the API, such as A11yScan-prod-Api, deploy it with npx cdk deploy --all, or set AWS_REGION to its region`,
      );
    }
    throw error;
  } finally {
    client.destroy();
  }
}

async function readCallerArn(): Promise<string> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient({});
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (Arn === undefined) throw new Failure('AWS did not return the identity of these credentials');
    return `person:${Arn}`;
  } finally {
    client.destroy();
  }
}
