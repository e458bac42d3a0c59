import { request } from 'node:http';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SesStandIn, startSes } from '../../../local/stand-ins/ses.ts';

let ses: SesStandIn;
let client: SESv2Client;
beforeAll(async () => {
  ses = await startSes();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new SESv2Client({ endpoint: ses.endpoint, region: 'us-east-1', credentials });
});
afterAll(async () => {
  client?.destroy();
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
  const { emails } = (await (await fetch(`${ses.endpoint}/store`)).json()) as {
    emails: { subject: string }[];
  };
  return emails.map(({ subject }) => subject);
};

it('the local SES shows its mails in a browser, and keeps the newest 200', async () => {
  for (let index = 0; index < 203; index++) await send(String(index));
  const subjects = await listSubjects();
  expect(subjects).toHaveLength(200);
  expect([subjects[0], subjects.at(-1)]).toEqual(['3', '202']);
  expect(await (await fetch(ses.endpoint)).text()).toContain('<!DOCTYPE html>');
});

it('the local SES shows no mail to a web page whose host name points to this machine', async () => {
  const { port } = new URL(ses.endpoint);
  const status = await new Promise((resolve, reject) => {
    const headers = { Host: `attacker.example:${port}` };
    request({ host: '127.0.0.1', port, path: '/store', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(421);
});
