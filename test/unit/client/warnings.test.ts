import { afterEach, describe, expect, it } from 'vitest';
import type { ClientWarning } from '../../../client/index.ts';
import {
  clientOf,
  json,
  problem,
  type Reply,
  type ScriptedServer,
  scriptedServer,
} from './scripted-server.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Returns the warnings of the client during a number of calls. */
async function collectWarnings(reply: Reply, calls = 1): Promise<ClientWarning[]> {
  server = await scriptedServer(reply);
  const warnings: ClientWarning[] = [];
  const { client } = clientOf(server.apiUrl, { onWarning: (warning) => warnings.push(warning) });
  for (let call = 0; call < calls; call++) await client.listSites().catch(() => undefined);
  return warnings;
}

const list = (headers: Record<string, string>) => json(200, { items: [], nextCursor: null }, headers);
const ofKey = ({ code }: ClientWarning) => code === 'key-expires-soon';

/** The time of the service's clock. */
const SERVER_DATE = 'Sun, 22 Nov 2026 10:00:00 GMT';

describe('a key that expires', () => {
  it.each([
    ['in exactly 14 days', '2026-12-06T10:00:00.000Z', '14 days'],
    ['tomorrow', '2026-11-23T12:00:00.000Z', '1 day'],
    ['in a few hours', '2026-11-22T15:30:00.000Z', '5 hours'],
    ['in a minute', '2026-11-22T10:01:30.000Z', '1 minute'],
  ])('%s causes a warning, by the clock of the service', async (_, expires, span) => {
    const [warning, ...more] = (
      await collectWarnings(list({ Date: SERVER_DATE, 'X-API-Key-Expires': expires }))
    ).filter(ofKey);
    expect(warning?.message).toContain(`expires in ${span}, at ${expires}.`);
    expect(more).toEqual([]);
  });

  it.each([
    ['later than in 14 days', '2026-12-06T10:00:00.001Z'],
    ['at an invalid time', 'soon'],
  ])('%s causes no warning', async (_, expires) => {
    expect(
      (await collectWarnings(list({ Date: SERVER_DATE, 'X-API-Key-Expires': expires }))).filter(ofKey),
    ).toEqual([]);
  });

  it('causes a single warning, also after a problem', async () => {
    const reply = problem(404, 'site-not-found', {
      Date: SERVER_DATE,
      'X-API-Key-Expires': '2026-11-23T12:00:00.000Z',
    });
    expect((await collectWarnings(reply, 3)).filter(ofKey)).toHaveLength(1);
  });
});

describe('the clock of this machine', () => {
  it.each([
    ['behind', 3],
    ['ahead of', -3],
  ])('is reported as %s the service’s', async (word, days) => {
    const date = new Date(Date.now() + days * 86_400_000 + Math.sign(days) * 3_600_000).toUTCString();
    const warnings = await collectWarnings(list({ Date: date }), 2);
    expect(warnings.map(({ code }) => code)).toEqual(['clock-differs']);
    expect(warnings[0]?.message).toContain(`clock is 3 days ${word} the service's`);
  });

  it('may differ a little', async () => {
    expect(await collectWarnings(list({ Date: new Date(Date.now() + 60_000).toUTCString() }))).toEqual([]);
  });
});
