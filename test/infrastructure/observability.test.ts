import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  countBrowserFault,
  countCompletedRun,
  countInternalError,
  countMail,
  countMessageFaults,
  countPageEnd,
  countRefusedEvent,
  countRefusedInvitation,
  countSignInFailure,
  countStop,
  countUncheckedKey,
  publishMetrics,
  recordMessageWait,
} from '../../adapters/observability/metrics.ts';
import { ALL_FUNCTIONS, getMetricsNamespace, metricNames } from '../../core/metrics/metrics.ts';
import { functionNames } from './support/stub-bundles.ts';
import {
  functionsByName,
  otherSettings,
  resourcesOf,
  short,
  synthesize,
  type Value,
} from './support/synthesize.ts';

const template = synthesize('dev');
const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, alarm]) => alarm);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
/** Names of alarms by the section of the runbook whose table lists them; `STACK` stands for the stack. */
const namesInRunbook = new Map(
  runbook
    .split(/^### /m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^\| (`STACK [^|]*) \|/gm)].flatMap(([, cell]) =>
        [...(cell as string).matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
      ),
    ]),
);
/** Returns the metrics that an alarm reads. */
const metricsOf = ({ MetricName, Namespace, Dimensions, Metrics = [] }: Value): Value[] =>
  MetricName === undefined
    ? Metrics.flatMap(({ MetricStat }: Value) => (MetricStat ? [MetricStat.Metric] : []))
    : [{ MetricName, Namespace, Dimensions }];
const nameOf = (functionId: string) =>
  [...functionsByName(template)].find(([, { id }]) => id === functionId)?.[0] ?? functionId;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Records metrics, as a function does, and returns the lines of the log. */
function writeMetrics(namespace: string, record: () => void): Value[] {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', namespace);
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'one-function');
  vi.stubEnv('POWERTOOLS_DEV', undefined);
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', undefined);
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  record();
  publishMetrics();
  vi.restoreAllMocks();
  return lines.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
}

/** Records a value of each own metric that alarms read. */
function recordAllMetrics(): void {
  countBrowserFault();
  countCompletedRun();
  countInternalError();
  countMail('accepted');
  countMessageFaults(1);
  countPageEnd('scanned');
  countRefusedEvent();
  countRefusedInvitation();
  countSignInFailure();
  countStop();
  countUncheckedKey();
  recordMessageWait('one-queue', 1);
}

describe('the own metrics', () => {
  it.each([
    ['a page that the service lost', () => countPageEnd('service-fault'), { PagesEnded: 1, PagesLost: 1 }],
    ['a scanned page', () => countPageEnd('scanned'), { PagesEnded: 1, PagesLost: 0 }],
    ['a deferred mail', () => countMail('deferred'), { MailsAttempted: 1, MailsNotAccepted: 1 }],
    ['a refused mail', () => countMail('refused'), { MailsAttempted: 1, MailsNotAccepted: 1 }],
    ['an accepted mail', () => countMail('accepted'), { MailsAttempted: 1, MailsNotAccepted: 0 }],
  ])('count %s', (_, record, expected) => {
    expect(writeMetrics(getMetricsNamespace('dev'), record)).toMatchObject([expected]);
  });
});

describe('the alarms', () => {
  it('send to one encrypted topic that CloudWatch may use', () => {
    const [[topicId, topic]] = resourcesOf(template, 'AWS::SNS::Topic') as [[string, Value]];
    for (const alarm of alarms) expect(alarm.AlarmActions).toEqual([{ Ref: topicId }]);
    expect(topic.KmsMasterKeyId).toBeDefined();
    const key = template.Resources[topic.KmsMasterKeyId['Fn::GetAtt'][0]]?.Properties as Value;
    expect(key.EnableKeyRotation).toBe(true);
    const cloudWatch = { Principal: { Service: 'cloudwatch.amazonaws.com' }, Effect: 'Allow' };
    expect(key.KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey'] }),
    );
    const [[, policy]] = resourcesOf(template, 'AWS::SNS::TopicPolicy') as [[string, Value]];
    expect(policy.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: 'sns:Publish' }),
    );
  });

  it('fire on errors of every function that neither a call of the API nor a deployment invokes, and of no other', () => {
    const errors = alarms.flatMap((alarm) =>
      metricsOf(alarm).filter(({ MetricName }) => MetricName === 'Errors'),
    );
    const found = errors.map(({ Dimensions }) => nameOf(Dimensions[0].Value.Ref));
    const ofApi = new Set(
      resourcesOf(template, 'AWS::ApiGateway::Method').map(([, { Integration }]) =>
        nameOf(short(Integration.Uri).match(/<(\w+)\.Arn>/)?.[1] ?? ''),
      ),
    );
    // An error of this one fails the deployment.
    const ofDeployments = ['publish-dashboard'];
    const ofCalls = [...ofApi, 'authorize', ...ofDeployments];
    expect(found.sort()).toEqual(functionNames.filter((name) => !ofCalls.includes(name)).sort());
  });

  it('fire on dead letters: on the queue for the record queue, for all others when they are settled', () => {
    const visible = alarms.filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible');
    expect(visible).toHaveLength(1);
    expect(JSON.stringify(visible[0]?.Dimensions[0].Value)).toContain('QueuesRecordDeadLetters');
    const settled = alarms.filter(({ MetricName }) => MetricName === 'Invocations');
    expect(settled.map((alarm) => nameOf(alarm.Dimensions[0].Value.Ref))).toEqual(['settle-dead-letters']);
  });

  it('read own metrics that functions write under the same name, in the namespace that they write to', () => {
    const own = alarms.flatMap(metricsOf).filter(({ Namespace }) => !Namespace.startsWith('AWS/'));
    expect(new Set(own.map(({ MetricName }) => MetricName))).toEqual(new Set(Object.values(metricNames)));
    const namespaces = [...functionsByName(template).values()].map(
      ({ properties }) => properties.Environment.Variables.POWERTOOLS_METRICS_NAMESPACE,
    );
    expect(new Set(own.map(({ Namespace }) => Namespace))).toEqual(new Set(namespaces));
  });

  it('read own metrics with the dimensions that functions write', () => {
    const own = alarms.flatMap(metricsOf).filter(({ Namespace }) => !Namespace.startsWith('AWS/'));
    const formatMetric = (namespace: string, name: string, dimensions: Record<string, Value>) => {
      // Functions and queues have metrics of their own.
      const values = Object.entries(dimensions).map(([dimension, value]) =>
        value === ALL_FUNCTIONS ? `${dimension}=${value}` : dimension,
      );
      return `${namespace} ${name} ${values.sort()}`;
    };
    const read = own.map(({ Namespace, MetricName, Dimensions }) =>
      formatMetric(
        Namespace,
        MetricName,
        Object.fromEntries(Dimensions.map(({ Name, Value: value }: Value) => [Name, value])),
      ),
    );
    const written = writeMetrics(own[0].Namespace, recordAllMetrics).flatMap(({ _aws, ...values }) =>
      _aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }: Value) =>
        Metrics.flatMap(({ Name }: Value) =>
          Dimensions.map((names: string[]) =>
            formatMetric(Namespace, Name, Object.fromEntries(names.map((name) => [name, values[name]]))),
          ),
        ),
      ),
    );
    expect([...new Set(read)].sort()).toEqual([...new Set(written)].sort());
  });

  it('fire on throttles of any function of the account', () => {
    const throttles = alarms.filter(({ MetricName }) => MetricName === 'Throttles');
    expect(throttles.map(({ Dimensions }) => Dimensions)).toEqual([undefined]);
  });

  it('read fewer than 85 metrics, because each has a cost', () => {
    expect(alarms.flatMap(metricsOf).length).toBeLessThan(85);
  });

  it('state the action for the operator', () => {
    for (const alarm of alarms)
      expect(alarm.AlarmDescription).toMatch(/^.{30,} Runbook: docs\/runbook\.md, "/);
  });

  it('contain the stage, so that names of two stages differ', () => {
    const names = alarms.map((alarm) => alarm.AlarmName);
    expect(names).toContain('A11yScan-dev waiting messages: scan-high');
    expect(new Set(names).size).toBe(alarms.length);
    for (const alarm of resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Alarm').map(([, each]) => each))
      expect(alarm.AlarmName).toMatch(/^A11yScan-prod [A-Za-z0-9:\- ]+$/);
  });

  it('state for an error which function failed and the effect of that', () => {
    const errors = alarms.filter(({ AlarmName }) => AlarmName.startsWith('A11yScan-dev errors: '));
    expect(errors.length).toBeGreaterThan(5);
    for (const { AlarmName, AlarmDescription } of errors) {
      const name = AlarmName.replace('A11yScan-dev errors: ', '');
      expect(AlarmDescription).toMatch(
        new RegExp(`^${name} failed( repeatedly)?: .{20,}\\. This is a fault of the service`),
      );
      expect(AlarmDescription).not.toContain('undefined');
    }
  });

  it('are in the runbook by their names, each in the section that it links', () => {
    const pointedTo = alarms.map((alarm) => {
      const section = /docs\/runbook\.md, "([^"]+)"\.$/.exec(alarm.AlarmDescription)?.[1];
      return `${section}: ${alarm.AlarmName.replace('A11yScan-dev', 'STACK')}`;
    });
    const listed = [...namesInRunbook].flatMap(([section, names]) =>
      names.map((name) => `${section}: ${name}`),
    );
    expect(listed.sort()).toEqual(pointedTo.sort());
  });

  it('send mail if the stage sets an address', () => {
    expect(resourcesOf(template, 'AWS::SNS::Subscription')).toEqual([]);
    const mailed = resourcesOf(synthesize('dev', otherSettings), 'AWS::SNS::Subscription')
      .map(([, { Protocol, Endpoint }]) => [Protocol, Endpoint])
      .filter(([protocol]) => protocol !== 'sqs');
    expect(mailed).toEqual([['email', 'ops@example.com']]);
  });
});

it('there is one dashboard', () => {
  expect(resourcesOf(template, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
});
