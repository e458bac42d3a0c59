import { INVITATION_DAYS } from '../people/invitation.ts';
import { removeAddresses } from '../text/remove-addresses.ts';
import { buildTitle, countThings, formatTime, type MessageReason } from './build-message.ts';
import type { AlertEvent } from './event.ts';
import type { EventData } from './event-schemas.ts';
import type { AlertMessage, MessageLink } from './message.ts';
import { type WebhookChangeKind, webhookChanges } from './webhook-change.ts';

/** Messages about the account itself, which cannot be switched off. */

const ADMIN_REASON = 'You get this message because you are an administrator of the account.';

/** Returns the message that the administrators of an account get about an event; undefined if they get none. */
export function buildAdminMessage({ type, data }: AlertEvent): AlertMessage | undefined {
  switch (type) {
    case 'key.expiring':
      return buildKeyMessage(data as EventData<'key.expiring'>);
    case 'webhook.changed':
      return buildWebhookMessage(data as EventData<'webhook.changed'>);
    case 'webhook.disabled':
      return buildDisabledMessage(data as EventData<'webhook.disabled'>);
    case 'alert.disabled':
      return buildAlertDisabledMessage(data as EventData<'alert.disabled'>);
    default:
      return undefined;
  }
}

function buildKeyMessage({ key, days, links }: EventData<'key.expiring'>): AlertMessage {
  const when = formatTime(key.expiresAt);
  const what = days === 0 ? 'API key has expired' : `API key expires in ${countThings(days, 'day')}`;
  return toAccountMessage({
    title: buildTitle(what, key.name),
    intro: [
      days === 0
        ? `The API key “${key.name}” expired on ${when}. Calls with it are refused.`
        : `The API key “${key.name}” expires on ${when}. Calls with it are refused from then on.`,
      'If it is still needed, rotate it and store the new value where the key is used. If not, revoke it.',
    ],
    action: { text: 'Rotate or revoke the key', url: links.dashboard },
  });
}

/** The members of an endpoint, as people call them. */
const memberNames: Readonly<Record<string, string>> = {
  url: 'URL',
  events: 'events',
  siteIds: 'sites',
  description: 'description',
};

/** What each change of an endpoint means. */
const changeMeanings: Record<WebhookChangeKind, string> = {
  created: 'created an endpoint of webhooks. Events of the account are sent to it from now on.',
  changed: 'changed an endpoint of webhooks. Events of the account are sent to it as it is now.',
  disabled: 'disabled an endpoint of webhooks. No more events are sent to it.',
  enabled: 'enabled an endpoint of webhooks again. Events of the account are sent to it from now on.',
  'secret-rotated':
    'gave an endpoint of webhooks a new secret. Its receiver needs it to verify the signatures of events.',
  deleted: 'deleted an endpoint of webhooks. No more events are sent to it.',
};

function buildWebhookMessage(data: EventData<'webhook.changed'>): AlertMessage {
  const { webhook, change, changed, author, links } = data;
  const who = 'keyId' in author ? `The API key “${author.name}”` : author.name;
  const members = changed.filter((name) => name !== 'disabled').map((name) => memberNames[name] ?? name);
  return toAccountMessage({
    title: buildTitle(webhookChanges[change], webhook.url),
    intro: [
      `${who} ${changeMeanings[change]}`,
      ...(members.length === 0 ? [] : [`What changed: ${members.join(', ')}.`]),
      'keyId' in author
        ? 'If this was not intended, delete the endpoint, and revoke the key.'
        : 'If this was not intended, delete the endpoint. If the person did not do it, the person must sign out everywhere.',
    ],
    sections: [
      {
        heading: 'The endpoint',
        entries: [
          {
            title: webhook.url,
            link: links.dashboard,
            facts: [{ name: 'Events', value: webhook.events.join(', ') }],
            remedy: null,
          },
        ],
        omitted: 0,
      },
    ],
    action: {
      text: change === 'deleted' ? 'Show the endpoints' : 'Show the endpoint',
      url: links.dashboard,
    },
  });
}

function buildDisabledMessage({ webhook, reason, links }: EventData<'webhook.disabled'>): AlertMessage {
  return toAccountMessage({
    title: buildTitle('Webhook disabled', webhook.url),
    intro: [
      `Events are not sent to ${webhook.url} any more, because ${reason}.`,
      'When the receiver works again, enable the endpoint. The events of the last 30 days that were dropped can then be sent again.',
    ],
    action: { text: 'Show the endpoint', url: links.dashboard },
  });
}

function buildAlertDisabledMessage({ alert, links }: EventData<'alert.disabled'>): AlertMessage {
  return toAccountMessage({
    title: buildTitle('Alert disabled', alert.name),
    intro: [
      `The alert “${alert.name}” is not sent any more, because its channel in Slack is gone, or took no message for five days.`,
      'Give it another channel to enable it, or delete it.',
    ],
    action: { text: 'Change the alert', url: links.dashboard },
  });
}

/**
 * Returns the message to an invited person, who may be a stranger to the account. The name of the account is the only
 * text that somebody chose, and has nothing that leads elsewhere.
 * @param url where the action leads; the mail has the link of the invitation instead, see `sealedLink`
 */
export function buildInvitationMessage(
  accountName: string,
  { invitation }: EventData<'member.invited'>,
  url: string,
): AlertMessage {
  const name = removeAddresses(accountName);
  const title = 'Invitation to an account of a11y-scan';
  return {
    title: name === '' ? title : buildTitle(title, name),
    intro: [
      `You are invited to join ${name === '' ? 'an account of a11y-scan' : `“${name}”`}, where accessibility problems of web sites are found and fixed. Your role will be ${invitation.role}.`,
      `The link works once, for ${INVITATION_DAYS} days, until ${formatTime(invitation.expiresAt)}. Sign in with the address to which this mail was sent.`,
      'If you do not know who invited you, ignore this mail.',
    ],
    sections: [],
    action: { text: 'Accept the invitation', url },
    reason: 'You get this mail because an administrator of the account entered your address.',
    settings: null,
  };
}

/** Returns the message of a test of an alert. */
export function buildTestMessage(
  alertName: string,
  action: MessageLink,
  { reason, settings }: MessageReason,
): AlertMessage {
  return {
    title: buildTitle('Test', alertName),
    intro: ['This is a test of an alert. Nothing happened. Messages of the alert will arrive here.'],
    sections: [],
    action,
    reason,
    settings,
  };
}

function toAccountMessage(
  message: Pick<AlertMessage, 'title' | 'intro' | 'action'> & Partial<Pick<AlertMessage, 'sections'>>,
): AlertMessage {
  return { sections: [], ...message, reason: ADMIN_REASON, settings: null };
}
