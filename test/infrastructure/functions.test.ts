import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callMaxMs, largeCallMaxMs, S3_IDLE_MS } from '../../adapters/aws-client-options.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { PAGE_OVERHEAD_MS, PAGE_TIMEOUT_MS, RETURN_RESERVE_MS } from '../../core/scans/pacing.ts';
import { schemas } from '../../functions/env.ts';
import { reserveMs } from '../../functions/extend-retention/reserve.ts';
import { NodeFunction } from '../../lib/node-function.ts';
import { resolveStageSettings } from '../../lib/stage-settings.ts';
import { functionNames } from './support/stub-bundles.ts';
import {
  functionsByName,
  idOf,
  otherSettings,
  permissionsOf,
  resourcesOf,
  synthesize,
  type Value,
} from './support/synthesize.ts';

const root = join(import.meta.dirname, '..', '..');
const template = synthesize('dev');
const functions = functionsByName(template);

describe('the functions', () => {
  it('are the folders that have a handler', () => {
    const folders = readdirSync(join(root, 'functions')).filter((name) =>
      existsSync(join(root, 'functions', name, 'handler.ts')),
    );
    expect([...functions.keys()].sort()).toEqual(folders.sort());
    expect([...functionNames].sort()).toEqual(folders.sort());
  });

  it('are reported by name if the handler is missing', () => {
    const row = {
      description: '',
      failure: '',
      environment: {},
      grants: [],
      timeout: Duration.seconds(1),
      memory: 128,
    };
    const create = () =>
      new NodeFunction(new Stack(new App()), 'list-pages', row, {
        settings: resolveStageSettings('dev'),
        bundles: {},
      });
    expect(create).toThrow('functions/list-pages/handler.ts is missing');
  });

  it.each(functionNames)(
    '%s runs on Node 24 on x86-64, traced, with a log group that has a retention',
    (name) => {
      const { properties } = functions.get(name) as { properties: Record<string, Value> };
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['x86_64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
      });
      const logGroup = template.Resources[properties.LoggingConfig.LogGroup.Ref];
      expect(logGroup?.Properties.RetentionInDays).toBe(30);
    },
  );

  it('give the browser memory, disk and time', () => {
    const { properties } = functions.get('scan-pages') as { properties: Record<string, Value> };
    expect(properties.MemorySize).toBeGreaterThanOrEqual(1600);
    expect(properties.EphemeralStorage.Size).toBeGreaterThanOrEqual(1024);
    expect(properties.Timeout).toBe(300);
  });

  it('give the browser time for at least one page, within the limits of Lambda', () => {
    const milliseconds = functions.get('scan-pages')?.properties.Timeout * 1000;
    expect(milliseconds).toBeGreaterThanOrEqual(PAGE_TIMEOUT_MS + PAGE_OVERHEAD_MS + RETURN_RESERVE_MS);
    expect(milliseconds).toBeLessThanOrEqual(900_000);
  });

  it('deny the browser every loopback port, unless a local rehearsal requests one', () => {
    const portsOf = (of: typeof template) =>
      functionsByName(of).get('scan-pages')?.properties.Environment.Variables.SCAN_LOOPBACK_PORTS;
    expect(portsOf(template)).toBe('');
    expect(portsOf(synthesize('prod'))).toBe('');
    expect(portsOf(synthesize('dev', otherSettings))).toBe('*');
  });

  it('allow the browser ports 80 and 443, but never the API, the bucket and the dashboard of the service', () => {
    const variables = functions.get('scan-pages')?.properties.Environment.Variables as Record<string, Value>;
    const [[apiId]] = resourcesOf(template, 'AWS::ApiGateway::RestApi') as [[string, Value]];
    const bucketId = idOf(template, 'AWS::S3::Bucket', 'ReportBucket');
    const [[distributionId]] = resourcesOf(template, 'AWS::CloudFront::Distribution') as [[string, Value]];
    expect(variables.SCAN_PORTS).toBe('80,443');
    expect(resolve(variables.SCAN_BLOCKED_HOSTS)).toBe(`${apiId}.*,${bucketId}.*,${distributionId}.*`);
    const other = functionsByName(synthesize('dev', otherSettings)).get('scan-pages')?.properties.Environment
      .Variables;
    expect(other.SCAN_PORTS).toBe('80,8443');
    expect(resolve(other.SCAN_BLOCKED_HOSTS)).toMatch(/,api\.example\.com$/);
  });

  it('report buffered if the stage says so', () => {
    const readMode = (from: typeof functions) =>
      from.get('dispatch-chunk')?.properties.Environment.Variables.BROWSER_RESPONSES;
    expect(readMode(functions)).toBe('streamed');
    expect(readMode(functionsByName(synthesize('dev', otherSettings)))).toBe('buffered');
  });

  it('sweep every minute, and a run ends before the next one begins', () => {
    const sweep = functions.get('sweep-scans') as { id: string; properties: Record<string, Value> };
    const rules = resourcesOf(template, 'AWS::Events::Rule').filter(
      ([, { Targets }]) => Targets[0].Arn['Fn::GetAtt'][0] === sweep.id,
    );
    expect(rules.map(([, { ScheduleExpression }]) => ScheduleExpression)).toEqual(['rate(1 minute)']);
    expect(sweep.properties.Timeout).toBeLessThan(60);
  });

  it('have more time than their longest call of an AWS service, which ends with an error', () => {
    const largeActions = ['s3:PutObject', 's3:DeleteObject'];
    for (const [name, { properties }] of functions) {
      const isLarge = permissionsOf(template, name).some(({ actions }) =>
        actions.some((action) => largeActions.includes(action)),
      );
      const milliseconds = properties.Timeout * 1000;
      expect(milliseconds, name).toBeGreaterThan(isLarge ? largeCallMaxMs : callMaxMs);
      expect(milliseconds, name).toBeGreaterThan(S3_IDLE_MS);
    }
  });

  it('extend the retention for most of their time, and reserve the rest for the work that has begun', () => {
    const timeoutMs = functions.get('extend-retention')?.properties.Timeout * 1000;
    expect(reserveMs).toBeGreaterThan(largeCallMaxMs + callMaxMs);
    expect(reserveMs).toBeLessThan(timeoutMs / 4);
  });

  it('limit the duration of each call of an AWS service', () => {
    const sources = ['adapters', 'functions'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    );
    const clients = sources.flatMap((text) => text.match(/new \w+Client\([^)]*\)/g) ?? []);
    expect(clients.length).toBeGreaterThanOrEqual(5);
    expect(clients.filter((client) => !/\b(aws|s3|invoke|mail)ClientOptions\b/.test(client))).toEqual([]);
  });

  it('are behind a gateway whose timeout is longer than their own', () => {
    for (const name of ['authorize', 'trigger-scan', 'get-report', 'refuse-method']) {
      expect(functions.get(name)?.properties.Timeout).toBeLessThan(29);
    }
  });
});

describe('the environment', () => {
  it.each(functionNames)('that %s gets is the one that it reads', (name) => {
    const schema = name in schemas ? schemas[name as keyof typeof schemas] : z.object({});
    const variables = functions.get(name)?.properties.Environment.Variables as Record<string, Value>;
    const passed = Object.entries(variables).map(([variable, value]) => [variable, resolve(value)]);
    const env = readEnvironment(schema, Object.fromEntries(passed));
    const given = Object.keys(variables).filter((each) => !/^(POWERTOOLS_|NODE_OPTIONS$)/.test(each));
    expect(given.filter((each) => !(each in env))).toEqual([]);
    // scan-pages has a default for the folder in which it unpacks the browser.
    expect(Object.keys(env).filter((each) => !given.includes(each) && each !== 'CHROMIUM_DIR')).toEqual([]);
  });

  it('is rejected with the name of a missing variable', async () => {
    const { createHandler } = await import('../../functions/authorize/handler.ts');
    expect(() => createHandler({ TABLE_NAME: 'table' })).toThrow('AUDIT_TABLE_NAME is not set');
  });
});

/** Returns the value that CloudFormation would use for a reference. */
function resolve(value: Value): string {
  if (typeof value === 'string') return value;
  if (value['Fn::Join'] !== undefined) {
    const [separator, parts] = value['Fn::Join'] as [string, Value[]];
    return parts.map(resolve).join(separator);
  }
  if (value['Fn::Select'] !== undefined) return resolve(value['Fn::Select'][1]['Fn::Split'][1]);
  if (value['Fn::GetAtt']?.[1] === 'DomainName') return value['Fn::GetAtt'][0];
  if (value['Fn::GetAtt'] !== undefined)
    return `arn:aws:sqs:eu-central-1:123456789012:${value['Fn::GetAtt'][0]}`;
  const type = template.Resources[value.Ref]?.Type;
  return type === 'AWS::SQS::Queue'
    ? `https://sqs.eu-central-1.amazonaws.com/123456789012/${value.Ref}`
    : value.Ref;
}
