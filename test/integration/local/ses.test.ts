import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { type SesStandIn, startSes } from '../../../local/stand-ins/ses.ts';

let ses: SesStandIn;
let client: SESv2Client;
beforeAll(async () => {
  ses = await startSes();
  const endpoint = await listenOnLoopback(ses.server);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new SESv2Client({ endpoint, region: 'us-east-1', credentials });
});
afterAll(async () => {
  client?.destroy();
  ses?.server.close();
  await ses?.stop();
});

const send = (subject: string) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: 'scans@example.com',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'text' } } } },
    }),
  );
const listSubjects = async () => {
  const { emails } = (await (await fetch(`${ses.viewerUrl}/store`)).json()) as {
    emails: { subject: string }[];
  };
  return emails.map(({ subject }) => subject);
};

it('the local SES shows its mails in a browser, and keeps the newest 200', async () => {
  for (let index = 0; index < 203; index++) await send(String(index));
  const subjects = await listSubjects();
  expect(subjects).toHaveLength(200);
  expect([subjects[0], subjects.at(-1)]).toEqual(['3', '202']);
  expect(await (await fetch(ses.viewerUrl)).text()).toContain('<!DOCTYPE html>');
});

/** Sends a request with headers that `fetch` does not let callers set. Returns the status. */
async function requestWith(headers: Record<string, string>, path: string, method = 'GET'): Promise<number> {
  const { hostname: host, port } = new URL(ses.viewerUrl);
  return new Promise((resolve, reject) => {
    request({ host, port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

it('the local SES shows no mail to a web page whose host name points to this machine', async () => {
  const { port } = new URL(ses.viewerUrl);
  expect(await requestWith({ Host: `attacker.example:${port}` }, '/store')).toBe(421);
});

it.each([
  ['another site', { Origin: 'https://attacker.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another port of this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['a frame without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site in a browser that sends no fetch metadata', { Origin: 'https://attacker.example' }],
  ['another site in a browser that hides the origin', { 'Sec-Fetch-Site': 'cross-site' }],
])('the local SES lets no page of %s delete the mails', async (_, headers) => {
  await send('kept');
  expect(await requestWith(headers, '/clear-store', 'POST')).toBe(403);
  expect(await listSubjects()).toContain('kept');
});

it('the local SES can be linked from the dashboard, but not be shown in a frame, where a click could be stolen', async () => {
  const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  expect(await requestWith({ ...link, 'Sec-Fetch-Dest': 'document' }, '/')).toBe(200);
  expect(await requestWith({ ...link, 'Sec-Fetch-Dest': 'iframe' }, '/')).toBe(403);
});

it('the local SES lets its own page delete the mails', async () => {
  await send('deleted');
  const own = { Origin: ses.viewerUrl, 'Sec-Fetch-Site': 'same-origin' };
  expect(await requestWith(own, '/clear-store', 'POST')).toBe(200);
  expect(await listSubjects()).toEqual([]);
});

// Only the root user can start a process of another user.
it.runIf(process.getuid?.() === 0)('the local SES shows no mail to another user of the machine', async () => {
  const program = `fetch('${ses.viewerUrl}/store').then((response) => console.log(response.status))`;
  const nobody = { uid: 65_534, gid: 65_534 };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], nobody);
  expect(stdout).toBe('403\n');
});

it('the viewer of the local SES sends no mail', async () => {
  const answer = await fetch(`${ses.viewerUrl}/v2/email/outbound-emails`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(405);
});
