import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScheduleView } from '../../../core/schedules/schedule-view.ts';
import { listMails } from '../../support/mails.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { OwnService } from '../../support/service.ts';
import { addMember, callAs, signIn } from '../../support/sign-in.ts';
import { type FakeSlack, startSlack } from '../../support/slack.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../../support/small-site.ts';

const HOUR_MS = 3_600_000;
const REMEDY = 'Add an alt attribute';

const withoutFault = ONE_PICTURE.replace(/<img[^>]*>/, '');
const pages = { '/': withoutFault };
let service: OwnService;
let site: SmallSite;
let slack: FakeSlack;
/** Gets the events that an alert is about. */
let receiver: Receiver;
/** Gets an event at the end of each scan. */
let ends: Receiver;

/** Signs an administrator in, and returns what calls the API as this person. */
async function signInAdministrator() {
  const accountId = await service.account();
  const person = await signIn(service.store);
  const { personId, email } = person;
  await addMember(service.store, personId, accountId);
  return { call: callAs(service.anonymous, person, accountId), personId, email };
}

/** Returns the events that an endpoint got, if their signatures are those of its secret. */
const verifyAll = ({ received }: Receiver, secret: string) =>
  received.map(
    ({ body, headers }) =>
      // biome-ignore lint/suspicious/noExplicitAny: the members that are expected are read
      new Verifier(secret).verify(body, headers as Record<string, string>) as any,
  );

/** Defines the tests of alerts, for a service without unfinished scans: the sweeper runs as if days had passed. */
export function testAlerts(getService: () => OwnService): void {
  describe('a site that is scanned by a schedule', () => {
    beforeAll(async () => {
      service = getService();
      [site, slack, receiver, ends] = await Promise.all([
        servePages(pages),
        startSlack(),
        startReceiver(),
        startReceiver(),
      ]);
    });
    afterAll(() => Promise.all([site, slack, receiver, ends].map((each) => each?.stop())));

    it('reports a new problem once to each channel, with its fix, and once that it is fixed', async () => {
      const { call, personId, email } = await signInAdministrator();
      const { id: siteId } = await call('POST', '/sites', { name: 'Shop', url: site.url });
      const events = ['issues.new', 'issues.fixed'];
      const set = (name: string, channel: object) => call('POST', '/alerts', { name, events, channel });
      await set('By mail', { kind: 'mail', people: [personId] });
      await set('By Slack', { kind: 'slack', url: `${slack.url}/services/T0/B0/secret` });
      const { secret } = await call('POST', '/webhooks', { url: receiver.url, events });
      await call('POST', '/webhooks', { url: ends.url, events: ['scan.completed'] });
      const config = { rules: ['wcag-aa'], checks: 'axe', screenshots: 'none' };
      await call('PUT', `/sites/${siteId}/schedule`, { every: 'day', at: '06:00', timeZone: 'UTC', config });

      /** Runs the sweeper when the next planned time is over, and waits until the scan was reported. */
      const scanAtNextTime = async (page: string) => {
        pages['/'] = page;
        const { nextRuns } = (await call('GET', `/sites/${siteId}/schedule`)) as ScheduleView;
        const time = new Date(Date.parse(nextRuns[0] ?? '') + HOUR_MS).toISOString();
        const known = ends.received.length;
        await service.runtime.invoke('SweepScans', { id: `at ${time}`, time });
        // A second run at the same time, as after a crash, starts no second scan.
        await service.runtime.invoke('SweepScans', { id: `again at ${time}`, time });
        await expect.poll(() => ends.received.length, { timeout: 120_000 }).toBe(known + 1);
      };
      const listMailed = async () =>
        (await listMails(service.runtime.mailsUrl, email)).filter(({ subject }) =>
          subject.endsWith(': Shop'),
        );
      const waitForMessages = async (count: number) => {
        await expect.poll(() => receiver.received.length).toBe(count);
        await expect.poll(() => slack.accepted.length).toBe(count + 1);
        await expect.poll(async () => (await listMailed()).length).toBe(count + 1);
      };

      await scanAtNextTime(withoutFault);
      // People get a summary of the first scan.
      await waitForMessages(0);
      await scanAtNextTime(ONE_PICTURE);
      await waitForMessages(1);
      await scanAtNextTime(ONE_PICTURE);
      await scanAtNextTime(withoutFault);
      await waitForMessages(2);
      await scanAtNextTime(withoutFault);

      const mails = await listMailed();
      const titles = ['First scan, 0 problems: Shop', '1 new problem: Shop', '1 problem fixed: Shop'];
      expect(mails.map(({ subject }) => subject)).toEqual(titles);
      // Lines of the text are wrapped.
      expect(mails[1]?.body.text.replaceAll(/\s+/g, ' ')).toContain(REMEDY);
      expect(mails[1]?.body.html).toContain(REMEDY);
      expect(slack.accepted.map(({ blocks }) => blocks[0].text.text)).toEqual(titles);
      expect(JSON.stringify(slack.accepted[1])).toContain(REMEDY);
      const [added, fixed, ...others] = verifyAll(receiver, secret);
      expect(others).toEqual([]);
      expect(added).toMatchObject({
        type: 'issues.new',
        data: { total: 1, groups: [{ ruleId: 'image-alt' }] },
      });
      expect(added.data.groups[0].howToFix).toContain(REMEDY);
      expect(fixed).toMatchObject({ type: 'issues.fixed', data: { total: 1 } });
      expect(fixed.data.groups[0].id).toBe(added.data.groups[0].id);
      const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      expect(ids.size).toBe(2);
    });
  });
}
