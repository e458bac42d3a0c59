import { hasPermission } from '../access/roles.ts';
import type { Membership } from '../people/membership.ts';
import { type Alert, canManageAlert } from './alert.ts';
import type { MessageReason } from './build-message.ts';
import { buildAlertSettingsLink, buildScreenUrl, type Origin } from './event-links.ts';

const periods = { day: 'daily', week: 'weekly' };

/**
 * Returns why someone gets a message of an alert, and where to change that: the alert for those who may change it, and
 * their own notifications for others.
 * @param member null for a channel in Slack
 */
export function explainAlert(
  alert: Pick<Alert, 'alertId' | 'name' | 'impact' | 'delivery' | 'setBy'>,
  member: Pick<Membership, 'personId' | 'role' | 'siteIds'> | null,
  at: Origin,
): MessageReason {
  const { alertId, name, impact, delivery } = alert;
  const what =
    delivery.every === 'event'
      ? `changes of at least ${impact} impact`
      : `a ${periods[delivery.every]} summary of changes of at least ${impact} impact`;
  const who = member === null ? 'This channel gets' : 'You get';
  const reason = `${who} this message because of the alert “${name}”, which reports ${what}.`;
  if (member === null || (hasPermission(member.role, 'alerts:manage') && canManageAlert(member, alert)))
    return { reason, settings: buildAlertSettingsLink(at, alertId) };
  return {
    reason,
    settings: { text: 'Change your notifications', url: buildScreenUrl(at, '/settings/notifications') },
  };
}
