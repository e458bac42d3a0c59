import { describe, expect, it } from 'vitest';
import { RETENTION_DAYS_MAX, RETENTION_DAYS_MIN, resolveStageSettings } from '../../lib/stage-settings.ts';
import { inWords, readDocument, written } from '../support/documents.ts';
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
