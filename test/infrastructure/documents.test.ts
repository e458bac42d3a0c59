import { describe, expect, it } from 'vitest';
import { RETENTION_DAYS_MAX, RETENTION_DAYS_MIN, resolveStageSettings } from '../../lib/stage-settings.ts';
import { inWords, readDocument, readRows, written } from '../support/documents.ts';
import { functionsByName, idOf, resourcesOf, synthesize, type Value } from './support/synthesize.ts';

const stages = ['dev', 'prod'].map((stage) => resolveStageSettings(stage));
const template = synthesize('prod');
const finish = functionsByName(template).get('finish-scan')?.properties as Value;
const [retentionDays] = stages.map(({ retention }) => retention.objectsDays);
const [scanPorts] = stages.map((settings) => settings.scanPorts.join(' and '));

/** Returns how often a message of a queue is received before it becomes a dead letter, as a word. */
function triesOf(queue: 'Record' | 'Finish'): string {
  const id = idOf(template, 'AWS::SQS::Queue', `Queues${queue}Queue`);
  const [, properties] = resourcesOf(template, 'AWS::SQS::Queue').find(([each]) => each === id) ?? [];
  return inWords(properties?.RedrivePolicy.maxReceiveCount);
}

/** Sentences that repeat a value of the infrastructure, with the value. */
const sentences: Record<string, string[]> = {
  'docs/deploy.md': [`kept for ${retentionDays} days; \`-c retentionDays=90\` makes it 90`],
  'docs/runbook.md': [
    `Outcomes could not be recorded in ${triesOf('Record')} attempts`,
    `A plan, chunk or report failed ${triesOf('Finish')} times and was ended`,
    `could not be built in ${triesOf('Finish')} attempts`,
    `its disk ${finish.EphemeralStorage.Size / 1024} GB and its time ${finish.Timeout / 60} minutes`,
    `| ${retentionDays} days from the scan; set`,
    `(${RETENTION_DAYS_MIN} to ${written(RETENTION_DAYS_MAX)})`,
  ],
  'docs/security.md': [`ports other than ${scanPorts}`],
  'docs/cli.md': [`must be public, and on port ${scanPorts?.replace('and', 'or')}`],
};

/** The permission that each AWS command of the documents needs. */
const permissions: Record<string, string> = {
  'cloudformation list-stack-resources': 'cloudformation:ListStackResources',
  'cloudformation describe-stacks': 'cloudformation:DescribeStacks',
  'cloudwatch describe-alarm-history': 'cloudwatch:DescribeAlarmHistory',
  'cloudwatch describe-alarms': 'cloudwatch:DescribeAlarms',
  'cloudwatch get-metric-statistics': 'cloudwatch:GetMetricStatistics',
  'cloudwatch set-alarm-state': 'cloudwatch:SetAlarmState',
  'cognito-idp admin-get-user': 'cognito-idp:AdminGetUser',
  'cognito-idp get-user-pool-mfa-config': 'cognito-idp:GetUserPoolMfaConfig',
  'cognito-idp list-user-pools': 'cognito-idp:ListUserPools',
  'lambda get-function-configuration': 'lambda:GetFunctionConfiguration',
  'lambda invoke': 'lambda:InvokeFunction',
  'logs get-query-results': 'logs:GetQueryResults',
  'logs start-query': 'logs:StartQuery',
  'sqs list-queues': 'sqs:ListQueues',
};

describe('the commands of docs/deploy.md', () => {
  const text = readDocument('docs/deploy.md');

  it('verify what only an account can show', () => {
    const rows = readRows('docs/deploy.md', 'what', 'command', 'expected').map(([what]) => what);
    for (const what of ['AWS::Partition', 'passkeys', 'encrypted topic', 'idle environments', 'fair queues'])
      expect(rows, what).toContainEqual(expect.stringContaining(what));
  });

  it('name an alarm, a queue and a user pool of the template', () => {
    const alarm = /--alarm-name "A11yScan-dev ([^"]+)"/.exec(text)?.[1];
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { AlarmName }]) => AlarmName);
    expect(alarms).toContain(`A11yScan-prod ${alarm}`);
    const queue = /--queue-name-prefix A11yScan-dev-Data-(\w+)/.exec(text)?.[1] ?? '';
    const queues = resourcesOf(template, 'AWS::SQS::Queue').filter(([id]) => id.startsWith(queue));
    expect(queues).toHaveLength(1);
    const pool = /UserPools\[\?Name=='([\w-]+)-dev'\]/.exec(text)?.[1];
    const pools = resourcesOf(template, 'AWS::Cognito::UserPool').map(([, { UserPoolName }]) => UserPoolName);
    expect(pools).toEqual([`${pool}-prod`]);
  });

  it('select exactly one resource by its logical id', () => {
    const prefixes = [...text.matchAll(/starts_with\(LogicalResourceId, '(\w+)'\)/g)].map(
      ([, prefix = '']) => prefix,
    );
    expect(prefixes).toHaveLength(2);
    const ids = Object.keys(template.Resources);
    for (const prefix of prefixes)
      expect(
        ids.filter((id) => id.startsWith(prefix)),
        prefix,
      ).toHaveLength(1);
  });

  it('do not use what AWS refuses: a filter of an infrequently read log, a payload that is not base64', () => {
    expect(text).not.toMatch(/filter-log-events|--payload/);
  });

  it('contain no backtick, which would end the code of a table cell', () => {
    const cells = readRows('docs/deploy.md', 'what', 'command', 'expected').map(
      ([, command = '']) => command,
    );
    expect(cells.length).toBeGreaterThan(4);
    for (const cell of cells.filter((each) => each.startsWith('`')))
      expect(cell).toMatch(/^`[^`]+`( every few seconds.*)?$/);
  });

  it('are allowed by the policy of the deployer', () => {
    const begin = text.indexOf('## Verify first');
    const verify = text.slice(begin, text.indexOf('## Permissions'));
    const used = new Set(
      [...verify.matchAll(/\baws ([a-z0-9-]+ [a-z-]+)/g)].map(([, command = '']) => command),
    );
    const blocks = [...text.matchAll(/```json (.*?) ```/g)].map(([, block = '']) => JSON.parse(block));
    const deployer = blocks.find(({ Statement }) => Statement[0].Sid === 'Deploy');
    const allowed = deployer.Statement.flatMap(({ Sid, Action }: Value) =>
      Sid.startsWith('Verify') ? Action : [],
    );
    const needed = [...used, 'cloudformation describe-stacks'].map(
      (command) => permissions[command] ?? command,
    );
    expect([...new Set(needed)].sort()).toEqual(allowed.sort());
  });
});

describe('the documents', () => {
  it('describe both stages if their values are equal', () => {
    expect(new Set(stages.map(({ retention }) => retention.objectsDays)).size).toBe(1);
    expect(new Set(stages.map(({ scanPorts: ports }) => ports.join())).size).toBe(1);
  });

  it.each(Object.entries(sentences))('repeat in %s the values of the infrastructure', (path, expected) => {
    const text = readDocument(path);
    expect(expected.filter((sentence) => !text.includes(sentence))).toEqual([]);
  });

  it('name only existing settings of a stage', () => {
    const named = [
      ...readDocument('docs/runbook.md').matchAll(/`(memory|concurrency|retention|limits)\.(\w+)`/g),
    ];
    expect(named.length).toBeGreaterThan(3);
    const known = stages[0] as unknown as Record<string, Record<string, unknown>>;
    expect(named.filter(([, group = '', name = '']) => known[group]?.[name] === undefined)).toEqual([]);
  });
});
