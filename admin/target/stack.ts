import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Target } from '../command.ts';
import { Failure } from '../errors.ts';

/**
 * A deployed stack, found by its name and told by its outputs. Credentials, region and endpoint come from the
 * environment, as the SDK reads it.
 * @throws Failure when there is no such stack in the region or it is not one of ours
 */
export async function findStack(name: string): Promise<Target> {
  const outputs = await outputsOf(name);
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
    caller: callerArn,
  };
}

async function outputsOf(name: string): Promise<Map<string, string>> {
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
        `there is no stack ${name} in ${region}: name the stack of the API, such as A11yScan-prod-Api, deploy it with npx cdk deploy --all, or set AWS_REGION to where it is`,
      );
    }
    throw error;
  } finally {
    client.destroy();
  }
}

async function callerArn(): Promise<string> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient({});
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (Arn === undefined) throw new Failure('AWS does not say whose credentials these are');
    return `person:${Arn}`;
  } finally {
    client.destroy();
  }
}
