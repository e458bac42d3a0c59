import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findDescendants } from '../../../../local/processes/tree.ts';
import type { Runtime } from '../../../../local/runtime.ts';
import { canUnshare } from '../../../../local/stand-ins/dynamodb.ts';

const JSON_TYPE = 'application/x-amz-json-1.0';
/** A signature of the right shape, which the runtime did not issue. */
const forged =
  'AWS4-HMAC-SHA256 Credential=administrator.0/20260101/us-east-1/dynamodb/aws4_request, ' +
  `SignedHeaders=host, Signature=${'0'.repeat(64)}`;

type Names = { bucket: string; lambda: string };

/** One request to each stand-in that it would answer if it had the right signature. */
const requests: Readonly<Record<string, (names: Names) => [path: string, init: RequestInit]>> = {
  DynamoDB: () => toJsonRequest('DynamoDB_20120810.ListTables', {}),
  SQS: () => toJsonRequest('AmazonSQS.ListQueues', {}),
  KMS: () => toJsonRequest('TrentService.Decrypt', { CiphertextBlob: 'AAAA' }),
  'Systems Manager': () => toJsonRequest('AmazonSSM.GetParameter', { Name: 'one' }),
  Cognito: () => toJsonRequest('AWSCognitoIdentityProviderService.ListUsers', { UserPoolId: 'us-east-1_a' }),
  S3: ({ bucket }) => [`/${bucket}?list-type=2`, {}],
  Lambda: ({ lambda }) => [`/2015-03-31/functions/${lambda}/invocations`, { method: 'POST', body: '{}' }],
  SES: () => [
    '/v2/email/outbound-emails',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        FromEmailAddress: 'a@example.com',
        Destination: { ToAddresses: ['b@example.com'] },
        Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
      }),
    },
  ],
};

function toJsonRequest(target: string, body: object): [string, RequestInit] {
  const headers = { 'content-type': JSON_TYPE, 'x-amz-target': target };
  return ['/', { method: 'POST', headers, body: JSON.stringify(body) }];
}

/** Defines tests of what other processes of the machine reach. */
export function testNeighbours(runtimeOf: () => Runtime): void {
  describe.runIf(process.platform === 'linux')('another process, which reads all addresses', () => {
    it.each(Object.entries(requests))('gets nothing from %s without a signature', async (name, build) => {
      // The service says so when it starts.
      if (name === 'DynamoDB' && !(await canUnshare())) return;
      const { buckets, functions } = runtimeOf().service;
      const [path, init] = build({ bucket: buckets[0]?.name ?? '', lambda: functions[0]?.name ?? '' });
      const headers = { ...init.headers, authorization: forged, 'x-amz-date': '20260101T000000Z' };
      const origins = listListeners();
      expect(origins).toContain(new URL(runtimeOf().endpoints.s3).origin);
      for (const origin of origins) {
        // A server that keeps a port from scanned sites closes each connection.
        const status = await fetch(origin + path, { ...init, headers }).then(
          (response) => response.status,
          () => 'closed',
        );
        expect(String(status), origin).toMatch(/^(closed|4\d\d)$/);
      }
    });
  });
}

/** Returns the origins at which this process and its descendants listen, as `/proc` shows them. */
function listListeners(): string[] {
  const own = new Set([process.pid, ...findDescendants(process.pid)].flatMap(listFiles));
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING && own.has(`socket:[${fields[9]}]`))
    .map((fields) => {
      const [address = '', port = ''] = (fields[1] ?? '').split(':');
      const bytes = Buffer.from(address, 'hex').reverse();
      return `http://${bytes.join('.')}:${Number.parseInt(port, 16)}`;
    });
}

/** The state of a socket in proc_net_tcp(5). */
const LISTENING = '0A';

/** Returns what the open files of a process are; `socket:[inode]` for sockets. */
function listFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const read = <Result>(of: () => Result): Result[] => {
    try {
      return [of()];
    } catch {
      return []; // it was closed meanwhile
    }
  };
  return read(() => readdirSync(folder)).flatMap((names) =>
    names.flatMap((name) => read(() => readlinkSync(`${folder}/${name}`))),
  );
}
