import { describe, expect, it } from 'vitest';
import { MESSAGE_BYTES_MAX } from '../../core/scans/messages.ts';
import { ALERT_ATTEMPTS } from '../../lib/alert-queues.ts';
import { ATTEMPTS, RECORD_ATTEMPTS } from '../../lib/scan-queues.ts';
import { functionsByName, resourcesOf, synthesize, type Value } from './support/synthesize.ts';

const template = synthesize('dev');
const queues = new Map(resourcesOf(template, 'AWS::SQS::Queue'));
const mappings = resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(([, mapping]) => mapping);
const queueOf = (mapping: Value): string => mapping.EventSourceArn['Fn::GetAtt'][0];
const nameOf = (queueId: string) =>
  queueId
    .match(/^(?:Alert)?Queues(.+?)(Queue|DeadLetters)[0-9A-F]{8}$/)
    ?.slice(1)
    .join(' ');
const functionNameOf = (mapping: Value) =>
  [...functionsByName(template)].find(([, { id }]) => id === mapping.FunctionName.Ref)?.[0];

describe('the queues', () => {
  it('are each consumed by their function', () => {
    expect(
      mappings.map((mapping) => `${nameOf(queueOf(mapping))} → ${functionNameOf(mapping)}`).sort(),
    ).toEqual([
      'Deliveries Queue → deliver-webhooks',
      'Events Queue → dispatch-events',
      'Finish DeadLetters → settle-dead-letters',
      'Finish Queue → finish-scan',
      'MailReports Queue → record-mail-events',
      'Mails Queue → send-mail',
      'Plan DeadLetters → settle-dead-letters',
      'Plan Queue → plan-scan',
      'Record Queue → record-outcomes',
      'ScanHigh DeadLetters → settle-dead-letters',
      'ScanHigh Queue → dispatch-chunk',
      'ScanLow DeadLetters → settle-dead-letters',
      'ScanLow Queue → dispatch-chunk',
      'ScanNormal DeadLetters → settle-dead-letters',
      'ScanNormal Queue → dispatch-chunk',
      'SlowDeliveries Queue → deliver-webhooks',
    ]);
  });

  it('have a dead-letter queue each, which retains messages longer than the queue', () => {
    const work = [...queues].filter(([, queue]) => queue.RedrivePolicy !== undefined);
    expect(work).toHaveLength(11);
    const targets = work.map(([id, queue]) => {
      const target: string = queue.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
      expect(nameOf(target)).toBe(nameOf(id)?.replace('Queue', 'DeadLetters'));
      expect(queues.get(target)?.MessageRetentionPeriod).toBeGreaterThan(queue.MessageRetentionPeriod);
      const others = id.startsWith('AlertQueues') ? ALERT_ATTEMPTS : ATTEMPTS;
      expect(queue.RedrivePolicy.maxReceiveCount).toBe(
        nameOf(id) === 'Record Queue' ? RECORD_ATTEMPTS : others,
      );
      return target;
    });
    expect(new Set([...work.map(([id]) => id), ...targets])).toEqual(new Set(queues.keys()));
  });

  it('accept the largest messages, also as dead letters', () => {
    expect(MESSAGE_BYTES_MAX).toBe(1024 * 1024);
    for (const queue of queues.values()) expect(queue.MaximumMessageSize).toBe(MESSAGE_BYTES_MAX);
  });

  it('hide a message until its function has surely ended, and one for which a scan waits not much longer', () => {
    const steps = ['Plan', 'ScanHigh', 'ScanNormal', 'ScanLow', 'Finish'].map((name) => `${name} Queue`);
    for (const mapping of mappings) {
      const timeout: number = template.Resources[mapping.FunctionName.Ref]?.Properties.Timeout;
      const name = nameOf(queueOf(mapping)) ?? '';
      const visibility = queues.get(queueOf(mapping))?.VisibilityTimeout;
      if (steps.includes(name))
        expect([name, visibility, mapping.BatchSize]).toEqual([name, timeout + 30, 1]);
      else expect(visibility, name).toBeGreaterThanOrEqual(6 * timeout);
    }
  });

  it('deliver messages with a concurrency limit, and get back only failed messages of a batch', () => {
    for (const mapping of mappings) {
      expect(mapping.ScalingConfig.MaximumConcurrency, queueOf(mapping)).toBeGreaterThanOrEqual(2);
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      const isDelivery = nameOf(queueOf(mapping))?.endsWith('Deliveries Queue') === true;
      expect(mapping.MaximumBatchingWindowInSeconds ?? 0).toBe(isDelivery ? 1 : 0);
    }
  });

  it('deliver outcomes in batches of ten, deliveries in large ones, and all other messages one by one', () => {
    const sizes: Record<string, number> = {
      'Record Queue': 10,
      'Deliveries Queue': 250,
      'SlowDeliveries Queue': 250,
    };
    for (const mapping of mappings)
      expect(mapping.BatchSize).toBe(sizes[nameOf(queueOf(mapping)) ?? ''] ?? 1);
  });

  it('are not delayed by reserved concurrency of a function', () => {
    for (const [, each] of resourcesOf(template, 'AWS::Lambda::Function')) {
      expect(each.ReservedConcurrentExecutions).toBeUndefined();
    }
  });

  it('are encrypted and reject requests without TLS', () => {
    for (const [id, queue] of queues) expect(queue.SqsManagedSseEnabled, id).toBe(true);
    const guarded = resourcesOf(template, 'AWS::SQS::QueuePolicy')
      .filter(([, { PolicyDocument }]) => PolicyDocument.Statement.some(deniesWithoutTls))
      .flatMap(([, { Queues }]) => Queues.map((queue: Value) => queue.Ref));
    expect(guarded.sort()).toEqual([...queues.keys()].sort());
  });
});

function deniesWithoutTls(statement: Value): boolean {
  return statement.Effect === 'Deny' && statement.Condition?.Bool?.['aws:SecureTransport'] === 'false';
}
