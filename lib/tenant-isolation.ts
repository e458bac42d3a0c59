import { CfnRule, Fn, type Stack, Token } from 'aws-cdk-lib';

/**
 * The commercial regions without tenant isolation of Lambda. The partitions for China and for governments have none
 * either. Source: https://docs.aws.amazon.com/lambda/latest/dg/tenant-isolation.html#tenant-isolation-regions
 */
const regionsWithout = ['ap-southeast-6'];

const PARTITION_WITH = 'aws';

/**
 * Refuses regions in which Lambda does not isolate tenants: during the synthesis if the region is known then, otherwise
 * when CloudFormation begins the deployment.
 * @throws Error that names the region
 */
export function requireTenantIsolation(stack: Stack): void {
  const { region, partition } = stack;
  const isElsewhere = /^(?:cn|us-gov|us-iso\w*|eu-iso\w*|eusc)-/.test(region);
  if (!Token.isUnresolved(region) && (regionsWithout.includes(region) || isElsewhere)) {
    throw new Error(
      `Lambda does not isolate tenants in the region ${region}, and pages of different customers must not share a browser's environment: deploy to another region`,
    );
  }
  new CfnRule(stack, 'TenantIsolation', {
    assertions: [
      {
        assert: Fn.conditionAnd(
          Fn.conditionNot(Fn.conditionContains(regionsWithout, region)),
          Fn.conditionEquals(partition, PARTITION_WITH),
        ),
        assertDescription: 'Lambda does not isolate tenants in this region: deploy to another one.',
      },
    ],
  });
}
