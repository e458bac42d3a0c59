import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { requireTenantIsolation } from '../../lib/tenant-isolation.ts';
import { functionNames } from './support/stub-bundles.ts';
import { functionsByName, resourcesOf, synthesize, synthesizeStacks } from './support/synthesize.ts';

const template = synthesize('prod');
const functions = functionsByName(template);

describe('the function with the browser', () => {
  it('has execution environments that no two sites share, and is the only such function', () => {
    const isolated = functionNames.filter(
      (name) => functions.get(name)?.properties.TenancyConfig?.TenantIsolationMode === 'PER_TENANT',
    );
    expect(isolated).toEqual(['scan-pages']);
  });

  it('is consumed by no queue and no schedule, because these have no tenant', () => {
    const { id } = functions.get('scan-pages') as { id: string };
    const sources = ['AWS::Lambda::EventSourceMapping', 'AWS::Events::Rule'].flatMap((type) =>
      resourcesOf(template, type).filter(([, properties]) => JSON.stringify(properties).includes(id)),
    );
    expect(sources).toEqual([]);
  });

  it('writes to a log of which CloudWatch makes no metrics, and is the only such function', () => {
    const classes = functionNames.map((name) => {
      const logGroup = functions.get(name)?.properties.LoggingConfig.LogGroup.Ref;
      const [, properties] =
        resourcesOf(template, 'AWS::Logs::LogGroup').find(([id]) => id === logGroup) ?? [];
      return [name, properties?.LogGroupClass];
    });
    expect(classes.filter(([, logClass]) => logClass !== undefined)).toEqual([
      ['scan-pages', 'INFREQUENT_ACCESS'],
    ]);
  });

  it('has a log group whose id contains its class, because CloudFormation can only replace it', () => {
    for (const [id, { LogGroupClass }] of resourcesOf(template, 'AWS::Logs::LogGroup'))
      expect(id.includes('InfrequentAccessLogs'), id).toBe(LogGroupClass === 'INFREQUENT_ACCESS');
  });

  it('has a timeout below that of the function that waits for it', () => {
    const timeout = (name: string) => functions.get(name)?.properties.Timeout;
    expect(timeout('dispatch-chunk')).toBeGreaterThan(timeout('scan-pages'));
  });
});

describe('regions', () => {
  const stackIn = (region: string) => new Stack(new App(), 'Stack', { env: { region, account: '1' } });

  it.each(['ap-southeast-6', 'cn-north-1', 'us-gov-west-1', 'us-iso-east-1', 'eusc-de-east-1'])(
    'without tenant isolation are refused during the synthesis: %s',
    (region) => {
      expect(() => requireTenantIsolation(stackIn(region))).toThrow(`in the region ${region}`);
    },
  );

  it.each(['eu-central-1', 'us-east-1', 'ap-southeast-2'])(
    'with tenant isolation are accepted: %s',
    (region) => {
      expect(() => requireTenantIsolation(stackIn(region))).not.toThrow();
    },
  );

  it('that are not known during the synthesis are refused by CloudFormation before it creates anything', () => {
    const { scans } = synthesizeStacks('prod') as unknown as { scans: { Rules: Record<string, unknown> } };
    expect(scans.Rules.TenantIsolation).toEqual({
      Assertions: [
        {
          Assert: {
            'Fn::And': [
              { 'Fn::Not': [{ 'Fn::Contains': [['ap-southeast-6'], { Ref: 'AWS::Region' }] }] },
              { 'Fn::Equals': [{ Ref: 'AWS::Partition' }, 'aws'] },
            ],
          },
          AssertDescription: expect.stringContaining('deploy to another'),
        },
      ],
    });
  });
});
