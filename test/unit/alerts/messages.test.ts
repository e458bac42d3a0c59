import { describe, expect, it } from 'vitest';
import { buildAdminMessage, buildInvitationMessage } from '../../../core/alerts/account-messages.ts';
import { type AlertDelivery, alertEvents } from '../../../core/alerts/alert-bodies.ts';
import { explainAlert } from '../../../core/alerts/alert-reason.ts';
import { buildDigestMessage, buildSiteMessage, formatTime } from '../../../core/alerts/build-message.ts';
import { type AlertEvent, EVENT_BYTES_MAX, type EventType, eventTypes } from '../../../core/alerts/event.ts';
import { buildEventSchema } from '../../../core/alerts/event-schemas.ts';
import { exampleEventData } from '../../../core/api/event-examples.ts';
import { notificationsText } from '../../../dashboard/text/en/notifications.ts';
import { renderMail } from '../../../formats/mail/render-mail.ts';
import { renderSlack, type SlackBlock } from '../../../formats/slack/render-slack.ts';

const reason = { reason: 'Because.', settings: { text: 'Change', url: 'https://dashboard.example.com/' } };
const headlines = {
  'issues.new': '1 new problem',
  'issues.regressed': '1 problem came back',
  'issues.fixed': '1 problem fixed',
  'gate.failed': 'Gate failed',
  'gate.recovered': 'Gate passed again',
  'site.unreachable': 'No page could be scanned',
  'scan.completed': 'Scan completed',
  'scan.failed': 'Scan failed',
  'schedule.paused': 'Schedule paused',
  'rules.changed': 'The rules changed',
};
/** How the text about mails that are sent in any case names their events. */
const alwaysSent: Partial<Record<EventType, string>> = {
  'member.invited': 'invitations',
  'key.expiring': 'expiring keys',
  'webhook.changed': 'webhooks',
  'webhook.disabled': 'webhooks',
  'alert.disabled': 'disabled alerts',
};
const types = Object.keys(eventTypes) as EventType[];

function eventOf(type: EventType, siteId = 'site_1'): AlertEvent {
  return {
    eventId: `event_${type}`,
    type,
    timestamp: '2026-03-02T09:21:00.000Z',
    siteId,
    data: exampleEventData[type],
  };
}

/** Returns the texts of blocks of Slack. */
function slackTexts(blocks: readonly SlackBlock[]): string {
  return blocks
    .flatMap((block) =>
      block.type === 'rich_text'
        ? block.elements.flatMap(({ elements }) => elements.map(({ text }) => text))
        : [block.text.text],
    )
    .join(' ');
}

describe('the example of each event', () => {
  it.each(types)('%s has the members of its schema, and is small enough', (type) => {
    const event = { type, timestamp: '2026-03-02T09:21:00.000Z', data: exampleEventData[type] };
    expect(buildEventSchema(type).parse(event)).toEqual(event);
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(EVENT_BYTES_MAX);
  });
});

describe('a message about a site', () => {
  it.each([...alertEvents, 'rules.changed' as const])(
    'about %s says what happened and where to see it',
    (type) => {
      const message = buildSiteMessage([eventOf(type)], 'minor', reason);
      expect(message.title).toBe(`${headlines[type]}: Web shop`);
      expect(message.intro.length).toBeGreaterThan(0);
      expect(message).toMatchObject({ ...reason, action: { url: expect.stringContaining('account=acct_') } });
    },
  );

  it('is one for all events of a scan, with the most important one first', () => {
    const events = (['scan.completed', 'issues.fixed', 'gate.failed', 'issues.new'] as const).map((type) =>
      eventOf(type),
    );
    const message = buildSiteMessage(events, 'serious', reason);
    expect(message.title).toMatch(/^1 new problem, Gate failed: /);
    expect(message.sections.map(({ heading }) => heading)).toEqual(['New', 'Why the gate failed', 'Fixed']);
    expect(message.sections[0]?.entries[0]).toMatchObject({
      title: 'Images must have alternative text',
      remedy: expect.stringContaining('alt'),
      link: expect.stringContaining('group=grp_'),
    });
  });

  it('counts groups that it does not list, and omits those below the impact', () => {
    const { data, ...event } = eventOf('issues.new');
    const [group] = exampleEventData['issues.new'].groups;
    const byImpact = { critical: 12, serious: 0, moderate: 5, minor: 0 };
    const groups = Array.from({ length: 12 }, () => group);
    const message = buildSiteMessage(
      [{ ...event, data: { ...data, total: 17, byImpact, groups } }],
      'serious',
      reason,
    );
    expect(message.title).toMatch(/^12 new problems: /);
    expect(message.sections[0]?.entries).toHaveLength(10);
    expect(message.sections[0]?.omitted).toBe(2);
  });

  it('has a title of at most 150 characters, however long the name of the site is', () => {
    const { data, ...event } = eventOf('issues.new');
    const long = { ...data, site: { id: 'site_1', name: 'é'.repeat(500), url: 'https://shop.example/' } };
    expect(buildSiteMessage([{ ...event, data: long }], 'minor', reason).title).toHaveLength(150);
  });
});

describe('a digest', () => {
  const show = { text: 'Show', url: 'https://dashboard.example.com/' };

  it.each([...alertEvents, 'rules.changed' as const])(
    'explains %s like the message about one scan, in each channel',
    (type) => {
      const { intro } = buildSiteMessage([eventOf(type)], 'minor', reason);
      const digest = { impact: 'minor', name: 'Shop', every: 'day' } as const;
      const message = buildDigestMessage([eventOf(type)], digest, show, reason);
      const [, ...explanation] = intro;
      expect(message.sections[0]?.intro).toEqual(explanation);
      const mail = renderMail(message, null);
      const flatten = (text: string) => text.replaceAll(/\s+/g, ' ');
      const shown = [mail.text, mail.html, slackTexts(renderSlack(message).blocks)].map(flatten);
      for (const channel of shown) for (const paragraph of explanation) expect(channel).toContain(paragraph);
    },
  );

  it('has a section for each event, by site, and counts what it does not show', () => {
    const events = Array.from({ length: 25 }, () => eventOf('issues.new'));
    const digest = { impact: 'serious', name: 'Shop', every: 'week' } as const;
    const message = buildDigestMessage(
      events,
      digest,
      { text: 'Show', url: 'https://dashboard.example.com/' },
      reason,
    );
    expect(message.title).toBe('This week: 1 site with changes: Shop');
    expect(message.sections).toHaveLength(20);
    expect(message.intro.join(' ')).toContain('the 20 most important of 25');
    expect(message.sections[0]?.heading).toMatch(/: 1 new problem$/);
  });

  it('shows what is most important, if it cannot show everything', () => {
    const events = [...Array.from({ length: 25 }, () => eventOf('issues.fixed')), eventOf('issues.new')];
    const digest = { impact: 'minor', name: 'Shop', every: 'day' } as const;
    const headings = buildDigestMessage(events, digest, show, reason).sections.map(({ heading }) => heading);
    expect(headings.filter((heading) => / new problem/.test(heading))).toHaveLength(1);
  });
});

it('the text about mails that are sent in any case names each of them', () => {
  const always = types.filter(
    (type) => type === 'member.invited' || buildAdminMessage(eventOf(type)) !== undefined,
  );
  const words = always.map((type) => alwaysSent[type] ?? type);
  for (const word of words) expect(notificationsText.intro).toContain(word);
});

describe('a message to administrators', () => {
  it.each(['key.expiring', 'webhook.changed', 'webhook.disabled', 'alert.disabled'] as const)(
    'exists about %s',
    (type) => {
      expect(buildAdminMessage(eventOf(type))).toMatchObject({
        settings: null,
        title: expect.stringMatching(/: /),
      });
    },
  );
  it('does not exist about other events', () => {
    expect(buildAdminMessage(eventOf('issues.new'))).toBeUndefined();
  });
});

describe('an invitation', () => {
  const messageOf = (accountName: string) =>
    buildInvitationMessage(
      accountName,
      exampleEventData['member.invited'],
      'https://dashboard.example.com/invitation',
    );

  it('has no address and no domain in a name that somebody chose, and its subject does not begin with it', () => {
    const message = messageOf('Your order 4711: pay at evil.example');
    const { subject, text, html } = renderMail(message, null);
    expect(subject).toBe('Invitation to an account of a11y-scan: Your order 4711: pay at');
    for (const rendered of [subject, text, html]) expect(rendered).not.toContain('evil');
  });

  it('names no account if its name is an address', () => {
    const { title, intro } = messageOf('https://evil.example/');
    expect(title).toBe('Invitation to an account of a11y-scan');
    expect(intro[0]).toMatch(/^You are invited to join an account of a11y-scan, where/);
  });
});

it.each([
  [{ every: 'event' }, 'changes of at least serious impact.'],
  [{ every: 'day', at: '08:00', timeZone: 'UTC' }, 'a daily summary of changes of at least serious impact.'],
  [
    { every: 'week', on: ['monday'], at: '08:00', timeZone: 'UTC' },
    'a weekly summary of changes of at least serious impact.',
  ],
] satisfies [AlertDelivery, string][])(
  'a message of an alert with %o says what it reports',
  (delivery, what) => {
    const alert = {
      alertId: 'a',
      name: 'Shop',
      impact: 'serious',
      delivery,
      setBy: { personId: 'p' },
    } as const;
    const at = { origin: 'https://dashboard.example.com', accountId: 'acct_1' };
    expect(explainAlert(alert, null, at).reason).toMatch(new RegExp(`which reports ${what}$`));
  },
);

it('times are written with the name of the month', () => {
  const months = Array.from({ length: 12 }, (_, month) =>
    formatTime(`2026-${String(month + 1).padStart(2, '0')}-09T08:05:00Z`),
  );
  expect(months[0]).toBe('9 January 2026, 08:05 UTC');
  expect(months.map((text) => text.split(' ')[1])).toEqual(
    Array.from({ length: 12 }, (_, month) =>
      new Date(Date.UTC(2026, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
    ),
  );
});
