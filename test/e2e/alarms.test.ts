import { beforeAll, describe, expect, inject, it } from 'vitest';
import { getResendPauseSeconds, SENDS_MAX } from '../../core/scans/pacing.ts';
import {
  type AlarmMetric,
  evaluateAlarm,
  isRaised,
  type ReadMetric,
  readAlarms,
  type SynthesizedAlarm,
} from '../support/alarms.ts';
import { readSharedService } from '../support/shared-service.ts';
import { failures, missingRuns } from './own-service/alarms.ts';

/**
 * Which values of their metrics raise the alarms of the synthesized stacks. That failures of the service lead to these
 * values is tested in own-service.test.ts for one alarm of each kind, and in alarms.all.test.ts for the others.
 */

let alarms: Map<string, SynthesizedAlarm>;
beforeAll(async () => {
  const { assembly } = await readSharedService(inject('sharedService'));
  alarms = new Map(readAlarms(assembly).map((alarm) => [alarm.name, alarm]));
});

/** Returns a function that reads a value of each metric, all at the same time. */
function inOnePeriod(read: (metric: AlarmMetric) => number | undefined): ReadMetric {
  return (metric) => {
    const value = read(metric);
    return value === undefined ? [] : [{ at: 0, value }];
  };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Values = Readonly<Record<string, number>>;
interface Limits {
  /** Values that just raise the alarm, and such that just do not. */
  raised: Values[];
  notRaised: Values[];
  periodSeconds?: number;
  evaluationPeriods?: number;
  /** Dimensions of its metrics by the names of the metrics; none by default. */
  dimensions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const atLeast = (count: number, name: string): Pick<Limits, 'raised' | 'notRaised'> => ({
  raised: [{ [name]: count }],
  notRaised: [{ [name]: count - 1 }, {}],
});

const lambda = (name: string) => ({
  FunctionName: expect.stringMatching(
    new RegExp(`-${name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}Function`),
  ),
});

/** A function that handles messages. */
const ofMessages = (name: string, count: number, periodSeconds = 5 * MINUTE): Limits => ({
  raised: [{ Errors: count }, { MessageFaults: count }, { Errors: 1, MessageFaults: count - 1 }],
  notRaised: [{ Errors: count - 1 }, { MessageFaults: count - 1 }, {}],
  periodSeconds,
  dimensions: { Errors: lambda(name), MessageFaults: { service: name } },
});

/** A function that runs by a schedule. */
const ofSchedule = (name: string, count: number): Limits => ({
  raised: [{ Errors: count }, { AsyncEventsDropped: count }],
  notRaised: [{ Errors: count - 1, AsyncEventsDropped: count - 1 }, {}],
  dimensions: { Errors: lambda(name), AsyncEventsDropped: lambda(name) },
});

const ofMissingRuns = (name: string, periodSeconds: number, evaluationPeriods: number): Limits => ({
  raised: [{ RunsCompleted: 0 }, {}],
  notRaised: [{ RunsCompleted: 1 }],
  periodSeconds,
  evaluationPeriods,
  dimensions: { RunsCompleted: { service: name } },
});

const ofWaiting = (queue: string, seconds: number): Limits => {
  const QueueName = expect.stringMatching(new RegExp(`Queues${queue}Queue`));
  return {
    raised: [{ MessageWait: seconds }],
    notRaised: [{ MessageWait: seconds - 1 }, {}],
    evaluationPeriods: 3,
    dimensions: {
      ApproximateNumberOfMessagesVisible: { QueueName },
      NumberOfMessagesReceived: { QueueName },
      MessageWait: { service: 'all', queue: QueueName },
    },
  };
};
const ofAll = { service: 'all' };
const ofClient = {
  UserPool: expect.stringMatching(/-UserPool/),
  UserPoolClient: expect.stringMatching(/-DashboardUserPoolClient/),
};

const limits: Readonly<Record<string, Limits>> = {
  'dead letters settled': {
    ...atLeast(1, 'Invocations'),
    dimensions: { Invocations: lambda('settle-dead-letters') },
  },
  'dead letters: record': {
    ...atLeast(1, 'ApproximateNumberOfMessagesVisible'),
    periodSeconds: MINUTE,
    dimensions: {
      ApproximateNumberOfMessagesVisible: { QueueName: expect.stringMatching(/RecordDeadLetters/) },
    },
  },
  'dead letters: alerts': {
    ...atLeast(1, 'ApproximateNumberOfMessagesVisible'),
    periodSeconds: MINUTE,
    dimensions: { ApproximateNumberOfMessagesVisible: { QueueName: expect.stringMatching(/DeadLetters/) } },
  },
  'waiting messages: plan': ofWaiting('Plan', 10 * MINUTE),
  'waiting messages: scan-high': ofWaiting('ScanHigh', 15 * MINUTE),
  'waiting messages: scan-normal': ofWaiting('ScanNormal', HOUR),
  'waiting messages: scan-low': ofWaiting('ScanLow', 6 * HOUR),
  'waiting messages: record': ofWaiting('Record', 5 * MINUTE),
  'waiting messages: finish': ofWaiting('Finish', 15 * MINUTE),
  'waiting messages: events': ofWaiting('Events', 5 * MINUTE),
  'waiting messages: deliveries': ofWaiting('Deliveries', 20 * MINUTE),
  'waiting messages: slow-deliveries': ofWaiting('SlowDeliveries', HOUR),
  'waiting messages: mails': ofWaiting('Mails', 10 * MINUTE),
  'waiting messages: mail-reports': ofWaiting('MailReports', HOUR),
  'errors: dispatch-chunk': ofMessages('dispatch-chunk', 3, 15 * MINUTE),
  ...Object.fromEntries(
    [
      ...['plan-scan', 'record-outcomes', 'finish-scan', 'settle-dead-letters', 'dispatch-events'],
      ...['deliver-webhooks', 'send-mail', 'record-mail-events'],
    ].map((name) => [`errors: ${name}`, ofMessages(name, 5)]),
  ),
  'errors: scan-pages': { ...atLeast(5, 'Errors'), dimensions: { Errors: lambda('scan-pages') } },
  'errors: sweep-scans': ofSchedule('sweep-scans', 3),
  'errors: delete-site-objects': ofSchedule('delete-site-objects', 3),
  'errors: extend-retention': ofSchedule('extend-retention', 1),
  'no completed run: sweep-scans': ofMissingRuns('sweep-scans', 5 * MINUTE, 3),
  'no completed run: delete-site-objects': ofMissingRuns('delete-site-objects', 5 * MINUTE, 3),
  'no completed run: extend-retention': ofMissingRuns('extend-retention', 6 * HOUR, 5),
  'functions throttled': { ...atLeast(1, 'Throttles'), evaluationPeriods: 3, dimensions: { Throttles: {} } },
  'API answers 5xx': { ...atLeast(5, '5XXError'), dimensions: { '5XXError': expect.any(Object) } },
  'API internal errors': { ...atLeast(1, 'InternalErrors'), dimensions: { InternalErrors: ofAll } },
  'flood of wrong keys': {
    ...atLeast(100, 'UncheckedKeys'),
    evaluationPeriods: 3,
    dimensions: { UncheckedKeys: ofAll },
  },
  'failed sign-ins': {
    ...atLeast(10, 'SignInFailures'),
    evaluationPeriods: 3,
    dimensions: { SignInFailures: ofAll, SignInSuccesses: ofClient },
  },
  'browser faults': {
    ...atLeast(2, 'BrowserFaults'),
    periodSeconds: 15 * MINUTE,
    dimensions: { BrowserFaults: ofAll },
  },
  'refused events': { ...atLeast(1, 'RefusedEvents'), dimensions: { RefusedEvents: ofAll } },
  'pages lost to faults': {
    raised: [
      { PagesEnded: 20, PagesLost: 1 },
      { PagesEnded: 1, PagesLost: 1 },
      { PagesEnded: 19, PagesLost: 19 },
      { PagesEnded: 40, PagesLost: 2 },
    ],
    notRaised: [
      { PagesEnded: 19, PagesLost: 18 },
      { PagesEnded: 21, PagesLost: 1 },
      { PagesEnded: 2, PagesLost: 1 },
      { PagesEnded: 0, PagesLost: 0 },
      {},
    ],
    periodSeconds: HOUR,
    dimensions: { PagesEnded: ofAll, PagesLost: ofAll },
  },
  'mails not accepted': { ...atLeast(5, 'MailsNotAccepted'), dimensions: { MailsNotAccepted: ofAll } },
  'invitations refused': { ...atLeast(1, 'RefusedInvitations'), dimensions: { RefusedInvitations: ofAll } },
  'bounces and complaints': {
    raised: [
      { MailsAttempted: 50, AddressesStopped: 1 },
      { MailsAttempted: 100, AddressesStopped: 2 },
    ],
    notRaised: [
      { MailsAttempted: 49, AddressesStopped: 49 },
      { MailsAttempted: 51, AddressesStopped: 1 },
      {},
    ],
    periodSeconds: 24 * HOUR,
    dimensions: { MailsAttempted: ofAll, AddressesStopped: ofAll },
  },
};

describe('every alarm', () => {
  it('has its limits here, and its failure beside this file', () => {
    expect(Object.keys(limits).sort()).toEqual([...alarms.keys()].sort());
    expect([...Object.keys(failures), ...Object.keys(missingRuns)].sort()).toEqual([...alarms.keys()].sort());
  });

  it.each(Object.entries(limits))('%s is raised at its limit, and not below it', (name, limit) => {
    const { periodSeconds = 5 * MINUTE, evaluationPeriods = 1, dimensions = {} } = limit;
    const alarm = alarms.get(name) as SynthesizedAlarm;
    const check = (values: Values) =>
      isRaised(
        alarm,
        inOnePeriod((metric) => values[metric.name]),
      );
    expect(limit.raised.map(check)).toEqual(limit.raised.map(() => true));
    expect(limit.notRaised.map(check)).toEqual(limit.notRaised.map(() => false));
    expect(alarm).toMatchObject({ periodSeconds, evaluationPeriods });
    const read = Object.values(alarm.metrics);
    for (const metric of read) expect(metric.dimensions).toEqual(dimensions[metric.name]);
    expect(new Set(read.map((metric) => metric.name))).toEqual(new Set(Object.keys(dimensions)));
  });
});

/** Number of queues of scans, events, deliveries and mails. */
const QUEUES = 11;

describe('the alarm on waiting messages', () => {
  const readOf = (values: Record<string, number>) => inOnePeriod(({ name }) => values[name]);
  const waiting = () => [...alarms.values()].filter(({ name }) => name.startsWith('waiting messages: '));

  it('ignores messages in flight, such as those of a killed function', () => {
    const inFlight = readOf({ ApproximateNumberOfMessagesVisible: 0, ApproximateAgeOfOldestMessage: 1_700 });
    expect(waiting().map((alarm) => isRaised(alarm, inFlight))).toEqual(Array(QUEUES).fill(false));
    for (const { metrics } of waiting())
      expect(Object.values(metrics).map(({ name }) => name)).not.toContain('ApproximateAgeOfOldestMessage');
  });

  it('is raised by messages that no function receives', () => {
    const stuck = readOf({ ApproximateNumberOfMessagesVisible: 1, NumberOfMessagesReceived: 0 });
    expect(waiting().map((alarm) => isRaised(alarm, stuck))).toEqual(Array(QUEUES).fill(true));
    const busy = readOf({
      ApproximateNumberOfMessagesVisible: 9,
      NumberOfMessagesReceived: 1,
      MessageWait: 20,
    });
    expect(waiting().map((alarm) => isRaised(alarm, busy))).toEqual(Array(QUEUES).fill(false));
  });
});

it('the alarm on failed sign-ins counts those that the user pool refused', () => {
  const alarm = alarms.get('failed sign-ins') as SynthesizedAlarm;
  const evaluate = (attempted: number, succeeded: number, failures?: number) =>
    evaluateAlarm(alarm, ({ name, statistic }) => {
      if (name === 'SignInFailures') return failures;
      return statistic === 'SampleCount' ? attempted : succeeded;
    });
  expect([evaluate(100, 100), evaluate(12, 2), evaluate(12, 2, 3)]).toEqual([0, 10, 13]);
});

it('the alarms on functions whose work is tried again are not raised by one killed function', () => {
  const once = inOnePeriod(({ name }) => (name === 'Errors' ? 1 : undefined));
  const raised = [...alarms.values()].filter(
    (alarm) => alarm.name.startsWith('errors: ') && isRaised(alarm, once),
  );
  expect(raised.map(({ name }) => name)).toEqual(['errors: extend-retention']);
});

it('a chunk that fails permanently raises the alarm on its dispatcher, whenever it fails', () => {
  const alarm = alarms.get('errors: dispatch-chunk') as SynthesizedAlarm;
  // Each dispatch fails after some seconds, for example because KMS does not decrypt the credentials.
  let at = 0;
  const failed = Array.from(
    { length: SENDS_MAX },
    (_, sends) => (at += 1_000 * (getResendPauseSeconds(sends) + 5)),
  );
  const read =
    (start: number): ReadMetric =>
    (metric) =>
      metric.name === 'MessageFaults' ? failed.map((after) => ({ at: start + after, value: 1 })) : [];
  for (let start = 0; start < 3_600_000; start += 1_000)
    expect(isRaised(alarm, read(start)), `${start}`).toBe(true);
  const twice: ReadMetric = ({ name }) => (name === 'MessageFaults' ? [{ at: 0, value: 2 }] : []);
  expect(isRaised(alarm, twice)).toBe(false);
});

it('a failed run of a scheduled function counts once, although Lambda counts an error and a dropped event', () => {
  for (const name of ['sweep-scans', 'delete-site-objects', 'extend-retention']) {
    const alarm = alarms.get(`errors: ${name}`) as SynthesizedAlarm;
    expect(
      evaluateAlarm(alarm, () => 1),
      name,
    ).toBe(1);
    expect(
      evaluateAlarm(alarm, ({ name: metric }) => (metric === 'Errors' ? undefined : 2)),
      name,
    ).toBe(2);
  }
});
