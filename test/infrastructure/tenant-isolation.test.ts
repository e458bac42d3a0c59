import { describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import { functionsByName, resourcesOf, synthesize } from './support/synthesize.ts';

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
