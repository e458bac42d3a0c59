import type { TextOwner } from '../../adapters/sealing/sealing.ts';
import { parseRetryAfter } from '../../core/alerts/attempt-outcome.ts';
import type { Delivery } from '../../core/alerts/delivery.ts';
import type { SealedText } from '../../core/alerts/sealed-text.ts';
import { listSecrets, type Webhook } from '../../core/alerts/webhook.ts';
import { signWebhook } from '../../core/alerts/webhook-signature.ts';
import { renderSlack } from '../../formats/slack/render-slack.ts';
import type { EndedRequest, OpenChannel } from '../../use-cases/attempt-delivery.ts';
import { type Egress, type SentRequest, sendRequest } from './send-request.ts';
import { describeSlackRefusal, isSlackChannelGone } from './slack-answers.ts';

/** What opening a channel, and sending, need. */
export interface Openings {
  findWebhook(webhookId: string): Promise<Webhook | undefined>;
  /** Returns the channel in Slack of an alert, if it is enabled. */
  findAlertChannel(alertId: string): Promise<{ accountId: string; url: SealedText } | undefined>;
  unsealText(text: SealedText, owner: TextOwner): Promise<string>;
  egress: Egress;
}

/** Returns the channel of a delivery; undefined if it is disabled or does not exist. */
export async function openChannel(
  openings: Openings,
  { channel }: Delivery,
): Promise<OpenChannel | undefined> {
  switch (channel.kind) {
    case 'webhook':
      return openWebhook(openings, channel.webhookId);
    case 'slack':
      return openSlack(openings, channel.alertId);
    case 'mail':
      throw new Error('this function does not send mail');
  }
}

async function openWebhook(
  { findWebhook, unsealText, egress }: Openings,
  webhookId: string,
): Promise<OpenChannel | undefined> {
  const webhook = await findWebhook(webhookId);
  if (webhook === undefined || webhook.disabled !== undefined) return undefined;
  const { accountId, url } = webhook;
  return {
    async send({ content }) {
      if (content.kind !== 'event') throw new Error(`${content.eventId} is no event, so no endpoint gets it`);
      const { eventId: id, body } = content;
      const now = new Date();
      const owner = { accountId, itemId: webhookId };
      const secrets = await Promise.all(listSecrets(webhook, now).map((secret) => unsealText(secret, owner)));
      const timestamp = Math.floor(now.getTime() / 1_000);
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook({ id, timestamp, body }, secrets),
      };
      const sent = await sendRequest(egress, { url, headers, body });
      return endRequest(sent, { isGone: sent.attempt.status === 410 });
    },
  };
}

async function openSlack(
  { findAlertChannel, unsealText, egress }: Openings,
  alertId: string,
): Promise<OpenChannel | undefined> {
  const channel = await findAlertChannel(alertId);
  if (channel === undefined) return undefined;
  const { accountId } = channel;
  return {
    async send({ content }) {
      if (content.kind !== 'message')
        throw new Error(`${content.eventId} is no message, so Slack cannot get it`);
      const url = await unsealText(channel.url, { accountId, itemId: alertId });
      const body = JSON.stringify(renderSlack(content.message));
      const sent = await sendRequest(egress, { url, headers: {}, body }, describeSlackRefusal);
      const isGone = isSlackChannelGone(sent.attempt);
      // Slack refuses the message itself, which a repetition does not change.
      return endRequest(sent, { isGone, isFinal: sent.attempt.status === 400 });
    },
  };
}

function endRequest(
  { attempt, retryAfter }: SentRequest,
  { isGone, isFinal = false }: { isGone: boolean; isFinal?: boolean },
): EndedRequest {
  if (attempt.failure === null) return { attempt, result: { kind: 'accepted' }, isGone: false };
  if (isGone || isFinal) return { attempt, result: { kind: 'final' }, isGone };
  const seconds = parseRetryAfter(retryAfter, new Date());
  return { attempt, result: { kind: 'refused', retryAfter: seconds }, isGone: false };
}
