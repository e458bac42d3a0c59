import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import { functionsByName, resourcesOf, synthesize, type Value } from './support/synthesize.ts';

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
const on = (metric: string) => alarms.filter((alarm) => alarm.MetricName === metric);
const dimension = (alarm: Value): Value => alarm.Dimensions[0].Value;
const nameOf = (functionId: string) =>
  [...functionsByName(template)].find(([, { id }]) => id === functionId)?.[0] ?? functionId;

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

  it('fire on errors of every function', () => {
    expect(
      on('Errors')
        .map((alarm) => nameOf(dimension(alarm).Ref))
        .sort(),
    ).toEqual([...functionNames].sort());
  });

  it('fire on dead letters: on the queue for the record queue, for all others when they are settled', () => {
    const visible = on('ApproximateNumberOfMessagesVisible');
    expect(visible).toHaveLength(1);
    expect(JSON.stringify(dimension(visible[0]))).toContain('QueuesRecordDeadLetters');
    const settled = on('Invocations').filter(
      (alarm) => nameOf(dimension(alarm).Ref) === 'settle-dead-letters',
    );
    expect(settled).toHaveLength(1);
    expect(settled[0]).toMatchObject({ Threshold: 1, ComparisonOperator: 'GreaterThanOrEqualToThreshold' });
  });

  it('fire on the age of the oldest message of each of the six queues', () => {
    const queues = on('ApproximateAgeOfOldestMessage').map((alarm) => JSON.stringify(dimension(alarm)));
    expect(new Set(queues).size).toBe(6);
  });

  it('fire on 5xx responses, a sweeper that does not run and throttled browser functions', () => {
    expect(on('5XXError')).toHaveLength(1);
    expect(on('Throttles').map((alarm) => nameOf(dimension(alarm).Ref))).toEqual(['scan-pages']);
    const sweep = on('Invocations').filter((alarm) => nameOf(dimension(alarm).Ref) === 'sweep-scans');
    expect(sweep[0]).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
  });

  it('state the action for the operator', () => {
    for (const alarm of alarms)
      expect(alarm.AlarmDescription).toMatch(/^.{30,} Runbook: docs\/runbook\.md, "/);
  });

  it('contain the stage, so that names of two stages differ', () => {
    const names = alarms.map((alarm) => alarm.AlarmName);
    expect(names).toContain('A11yScan-dev oldest message: scan-high');
    expect(new Set(names).size).toBe(alarms.length);
    for (const alarm of resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Alarm').map(([, each]) => each))
      expect(alarm.AlarmName).toMatch(/^A11yScan-prod [A-Za-z0-9:\- ]+$/);
  });

  it('state for an error which function failed and the effect of that', () => {
    for (const alarm of on('Errors')) {
      const name = nameOf(dimension(alarm).Ref);
      expect(alarm.AlarmName).toBe(`A11yScan-dev errors: ${name}`);
      expect(alarm.AlarmDescription).toMatch(
        new RegExp(`^${name} failed: .{20,}\\. This is a fault of the service`),
      );
      expect(alarm.AlarmDescription).not.toContain('undefined');
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
    const mailed = resourcesOf(
      synthesize('dev', { alarmEmail: 'ops@example.com' }),
      'AWS::SNS::Subscription',
    );
    expect(mailed.map(([, { Protocol, Endpoint }]) => [Protocol, Endpoint])).toEqual([
      ['email', 'ops@example.com'],
    ]);
  });
});

it('there is one dashboard', () => {
  expect(resourcesOf(template, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
});
