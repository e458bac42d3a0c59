import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { logger as Logger } from '../../../adapters/observability/logger.ts';
import { createSecret, formatApiKey } from '../../../core/access/api-key.ts';
import { createId } from '../../../core/ids.ts';
import { ACTIVE_CHARACTER, hostileTexts } from '../../support/hostile-site.ts';

let logger: typeof Logger;
beforeAll(async () => {
  // Other files of the process may have created the logger with another output.
  vi.stubEnv('POWERTOOLS_DEV', undefined);
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.resetModules();
  ({ logger } = await import('../../../adapters/observability/logger.ts'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

/** Returns the line that the logger writes. */
function writeLine(message: string, members: Record<string, unknown>): string {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  logger().info(message, members);
  vi.restoreAllMocks();
  return written.join('');
}

it('a log line has no active character, neither as text nor as JSON', () => {
  const hostile = Object.values(hostileTexts('http://evil.example/')).join(' ');
  const line = writeLine(hostile, { error: new Error(hostile), within: [{ text: hostile }] });
  expect(line.match(ACTIVE_CHARACTER)).toBeNull();
  expect(line).not.toMatch(/\\u|\\[bft]/);
  const { message, within } = JSON.parse(line);
  expect([message, within[0].text]).toEqual(Array(2).fill(expect.stringContaining('invoice[U+202E]gnp.exe')));
});

it('a log line has no secret: neither the value of a secret member nor an API key in a text', () => {
  const value = formatApiKey({ keyId: createId('apikey', new Date()), secret: createSecret() });
  const line = writeLine('A call', {
    headers: { Cookie: 'opens', 'set-cookie': ['opens'], authorization: 'opens', 'X-API-Key': 'opens' },
    stored: { apiKey: 'opens', secret: 'opens', hash: 'opens', previousHash: 'opens', sessionHash: 'opens' },
    cursorSecret: 'opens',
    text: `with ${value}`,
  });
  expect(line).not.toMatch(/opens/);
  expect(JSON.parse(line).text).toBe('with [api key]');
});
