import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readItem } from '../../../adapters/dynamodb/read-items.ts';
import { openSealing, sealText } from '../../../adapters/sealing/sealing.ts';
import type { DeliveryContent } from '../../../core/alerts/delivery.ts';
import type { AlertMessage } from '../../../core/alerts/message.ts';
import { createId } from '../../../core/ids.ts';
import { type FakeSlack, startSlack } from '../../support/slack.ts';
import { type Deliveries, startDeliveries } from './harness.ts';

let deliveries: Deliveries;
let slack: FakeSlack;

beforeAll(async () => {
  deliveries = await startDeliveries();
  slack = await startSlack();
});
afterAll(() => Promise.all([deliveries?.stop(), slack?.stop()]));

const message: AlertMessage = {
  title: 'Shop: 1 new problem',
  intro: ['A scan found it.'],
  sections: [],
  action: { text: 'Open', url: 'https://dashboard.example/' },
  reason: 'You set an alert.',
  settings: null,
};

async function createAlert() {
  const accountId = await deliveries.api.account();
  const alertId = createId('alert', new Date());
  const sealing = openSealing(process.env.CREDENTIALS_KEY_ARN ?? '');
  const url = await sealText(sealing, `${slack.url}/services/T0/B0/secret`, { accountId, itemId: alertId });
  const { db, table } = deliveries.api.tables.store;
  const Item = { ...itemKeys.alert(alertId), alertId, accountId, channel: { kind: 'slack', url } };
  await db.send(new PutCommand({ TableName: table, Item }));
  const content = { kind: 'message', message, type: 'issues.new' } as Partial<DeliveryContent>;
  const dispatch = () => deliveries.dispatch(accountId, { kind: 'slack', alertId }, content);
  const read = async () => (await readItem(deliveries.api.tables.store, itemKeys.alert(alertId))) ?? {};
  return { accountId, alertId, dispatch, read };
}

/** Answers the next request in another way than Slack would. */
function answerOnce(status: number, body: string, headers: Record<string, string> = {}) {
  const usual = slack.answer;
  slack.answer = (response) => {
    slack.answer = usual;
    response.writeHead(status, headers).end(body);
  };
}

describe('a delivery to Slack', () => {
  it('is posted once, and its URL is in no delivery', async () => {
    const { dispatch } = await createAlert();
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    expect(slack.accepted).toHaveLength(1);
    expect(slack.received[0]?.path).toBe('/services/T0/B0/secret');
    const stored = await deliveries.read(deliveryId);
    expect(stored.state).toBe('delivered');
    expect(JSON.stringify(stored)).not.toContain('secret');
  });

  it('waits as long as Slack asks for, and is not lost', async () => {
    const { dispatch } = await createAlert();
    answerOnce(429, 'rate_limited', { 'Retry-After': '30' });
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    const { state, nextAttemptAt = '', ...rest } = await deliveries.read(deliveryId);
    expect(state).toBe('pending');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(nextAttemptAt) });
    const before = slack.accepted.length;
    await deliveries.deliver([{ accountId: rest.accountId, deliveryId, correlationId: rest.correlationId }]);
    vi.useRealTimers();
    expect(slack.accepted).toHaveLength(before + 1);
    expect((await deliveries.read(deliveryId)).state).toBe('delivered');
  });

  it.each([
    [404, 'no_service'],
    [410, 'channel_is_archived'],
    [403, 'action_prohibited'],
    [404, 'channel_not_found'],
    [404, ''],
  ])('disables its alert if the channel is gone: %i %s', async (status, body) => {
    const { dispatch, read } = await createAlert();
    answerOnce(status, body);
    const [first, second] = [await dispatch(), await dispatch()];
    await deliveries.drain();
    expect((await read()).disabled).toMatchObject({ reason: 'channel-gone' });
    expect((await deliveries.read(first.deliveryId)).state).toBe('failed');
    expect((await deliveries.read(second.deliveryId)).state).toBe('dropped');
  });

  it('disables its alert if Slack takes no message for five days', async () => {
    const { dispatch, read } = await createAlert();
    const usual = slack.answer;
    slack.answer = (response) => void response.writeHead(500).end();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      for (let day = 0; day <= 5; day++) {
        for (let count = 0; count < 2; count++) {
          const { accountId, deliveryId, correlationId } = await dispatch();
          await deliveries.deliver([{ accountId, deliveryId, correlationId }]);
        }
        const { disabled } = await read();
        expect(disabled?.reason, `day ${day}`).toBe(day < 5 ? undefined : 'channel-failing');
        vi.setSystemTime(Date.now() + 86_400_000);
      }
    } finally {
      vi.useRealTimers();
      slack.answer = usual;
    }
  });

  it('gives a message up that Slack refuses, and keeps the alert', async () => {
    const { dispatch, read } = await createAlert();
    answerOnce(400, 'invalid_blocks');
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    expect((await deliveries.read(deliveryId)).state).toBe('failed');
    expect((await read()).disabled).toBeUndefined();
  });

  it('is attempted again if something else refuses it', async () => {
    const { dispatch, read } = await createAlert();
    answerOnce(403, 'a proxy says no');
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    expect((await deliveries.read(deliveryId)).state).toBe('pending');
    expect((await read()).disabled).toBeUndefined();
  });
});
