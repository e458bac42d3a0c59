import type { Impact } from '../../../core/scans/page-result.ts';
import type { Alert } from '../../api/types.ts';
import { formatCount, formatList } from '../plural.ts';

const people = { one: 'person or channel', other: 'people or channels' };

/** Texts of the screens under Settings, Alerts. */
export const alertsText = {
  title: 'Alerts',
  intro:
    'Who hears what of which sites, by mail or in Slack. A problem is reported once, until it was fixed and comes back. For other systems use webhooks.',
  create: 'Create alert',
  mailOff: {
    title: 'This service sends no mail',
    text: 'Its operator has not configured a sender, so alerts by mail reach nobody. Use a channel in Slack, or webhooks.',
  },
  list: {
    caption: 'Alerts of this account',
    empty:
      'This account has no alerts: nobody hears of new problems. Create one, so that the right people hear of them soon.',
    count: { one: 'alert', other: 'alerts' },
    columns: { name: 'Name', state: 'State', events: 'What', sites: 'Sites', channel: 'Who and when' },
  },
  impact: (from: string) => `Impact: ${from}`,
  labels: (names: readonly string[]) => `Sites with the label ${formatList(names)}`,
  person: (name: string, email: string) => `${name} (${email})`,
  formerMember: 'A former member',
  mailTo: (names: readonly string[]) => `Mail to ${formatList(names)}`,
  slack: 'A channel in Slack',
  atOnce: 'At once',
  nextDigest: 'Next:',
  failing: 'Failing',
  failingSince: 'Every attempt to send to the channel in Slack has failed since',
  failingText:
    'Check that the incoming webhook still exists. Enter the URL of another one if it does not, and save the alert.',
  states: { active: 'Active', disabled: 'Disabled', 'author-gone': 'Reaches nobody' } satisfies Record<
    Alert['state'],
    string
  >,
  stateReasons: {
    disabled: 'The channel in Slack or its webhook no longer exists, or took no message for five days.',
    'author-gone': 'The person who set it may no longer manage alerts of this account.',
  } satisfies Record<Exclude<Alert['state'], 'active'>, string>,
  repair: {
    disabled: 'Enter the URL of another incoming webhook, and save the alert.',
    'author-gone': 'Save the alert to take it over. Its channel then hears of the sites that you may access.',
  } satisfies Record<Exclude<Alert['state'], 'active'>, string>,
  new: {
    title: 'Create alert',
    submit: 'Create alert',
    done: (name: string) => `${name} was created. Send a test message to see that it arrives.`,
  },
  detail: {
    title: 'Alert',
    setBy: (name: string) => `Set by ${name}, changed`,
    edit: 'What it reports',
    save: 'Save alert',
    takesOver: (author: string) =>
      `The channel hears of the sites that ${author} may access. With another URL, it hears of those that you may access.`,
    saved: 'The alert was saved.',
    test: 'Send test message',
    tested: (recipients: number) => `A test message will be sent to ${formatCount(recipients, people)}.`,
    testedNobody:
      'No test message was sent. Either one was sent within the last minute, or no recipient can get it: a person may have left the account or switched mails of alerts off, or their address refuses mail.',
    deletion: {
      title: 'Delete the alert',
      text: 'Nobody hears of these events by it any more. Events that wait for its digest are not reported.',
      action: 'Delete this alert',
      ask: (name: string) => `Delete ${name}?`,
      confirm: 'Delete',
      done: (name: string) => `${name} was deleted.`,
    },
  },
  fields: {
    name: 'Name',
    nameHint: 'Each message shows it, such as “New problems of the shop”.',
    events: 'What is reported',
    impact: 'Least impact',
    impactHint: 'Issue groups of a lower impact are not reported.',
    impacts: {
      critical: 'Critical',
      serious: 'Serious or higher',
      moderate: 'Moderate or higher',
      minor: 'All',
    } satisfies Record<Impact, string>,
    sites: 'Sites',
    siteChoices: {
      all: 'All sites',
      ids: 'Only these sites',
      labels: 'Sites with one of these labels',
    },
    sitesHint: 'Nobody hears of a site that they may not access.',
    noLabels: 'No site has a label yet. Labels are in the settings of a site.',
    searchLabels: 'Search labels',
    labelCount: { one: 'label', other: 'labels' },
    branches: 'Branches',
    branchChoices: {
      main: 'The main branch of each site, and scans without a branch',
      names: 'Only these branches',
    },
    branchesHint: 'Scans of pull requests alert nobody.',
    branchNames: 'Names of branches',
    branchNamesHint: 'One for each line, such as main.',
    channel: 'Who hears it',
    channels: { mail: 'People, by mail', slack: 'A channel in Slack' },
    people: 'People',
    searchPeople: 'Search people by name or email',
    personCount: { one: 'person', other: 'people' },
    slackUrl: 'URL of the incoming webhook',
    slackUrlHint:
      'Create an incoming webhook for the channel in Slack, and copy its URL, which begins with https://hooks.slack.com/. It is stored encrypted and never shown.',
    slackUrlKept: 'Leave it empty to keep the URL that is stored.',
    delivery: 'When',
    deliveries: {
      event: 'At once: a message for each event',
      day: 'Once a day: a message with all events',
      week: 'Once a week: a message with all events',
    },
    deliveryHint: 'If nothing happened, no message is sent.',
    at: 'Time of day',
  },
};
