import type { Attempt } from '../../core/alerts/delivery.ts';

/**
 * Answers of incoming webhooks which say that nothing can be posted any more:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling-errors
 */
const goneAnswers = [
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
];

/** True if the channel of an incoming webhook, or the webhook itself, does not exist any more. */
export function isSlackChannelGone({ status, response }: Pick<Attempt, 'status' | 'response'>): boolean {
  if (status === 404 || status === 410) return true;
  return status !== null && status >= 400 && goneAnswers.includes(response.trim());
}

/** Returns why a status of Slack means that a message was not posted; null if it was. */
export function describeSlackRefusal(status: number): string | null {
  return status >= 200 && status <= 299 ? null : `Slack answered with status ${status}.`;
}
