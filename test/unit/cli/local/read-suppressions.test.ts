import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSuppressions } from '../../../../cli/local/read-suppressions.ts';
import { run } from '../../../../cli/run.ts';
import { resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suppressions-'));
  return () => rmSync(folder, { recursive: true });
});
const put = (content: unknown, name = 's.json') =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const read = (path = 's.json') => readSuppressions(path, folder, now);

describe('a suppressions file', () => {
  it('has the members that the API accepts, in the order of the file, including expired suppressions', () => {
    put([
      { match: { rule: 'label', page: '/a/**' }, reason: 'Later' },
      { match: { selector: '#chat' }, reason: 'Theirs', expiresAt: '2026-01-01T00:00:00+01:00' },
    ]);
    const all = read();
    expect(all.map(({ match, reason, expiresAt }) => ({ match, reason, expiresAt }))).toEqual([
      { match: { rule: 'label', page: '/a/**' }, reason: 'Later', expiresAt: null },
      { match: { selector: '#chat' }, reason: 'Theirs', expiresAt: '2025-12-31T23:00:00.000Z' },
    ]);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).toSorted());
    expect(new Set(all.map(({ createdAt }) => createdAt)).size).toBe(2);
  });

  it('may be empty', () => {
    put([]);
    expect(read()).toEqual([]);
  });

  const good = { match: { rule: 'label' }, reason: 'x' };

  it.each<[string, unknown, string]>([
    ['an object', good, 's.json: the file must be an array, not an object.'],
    ['a response of the API', { items: [good] }, 's.json: the file must be an array, not an object.'],
    ['no reason', [good, { match: good.match }], 's.json: [1].reason is required.'],
    [
      'an invalid rule',
      [{ ...good, match: { rule: 'lable' } }],
      's.json: [0].match.rule must be the id of a rule',
    ],
    [
      'an unknown member',
      [{ ...good, expires: null }],
      's.json: [0].expires is not known here; did you mean expiresAt?',
    ],
    [
      'an empty match',
      [{ ...good, match: {} }],
      's.json: [0].match must give at least one of fingerprint, issueGroup',
    ],
    [
      'a date without a time',
      [{ ...good, expiresAt: '2027-01-01' }],
      's.json: [0].expiresAt must be a time such as',
    ],
    ['an invalid selector', [{ ...good, match: { selector: '>>' } }], 's.json: [0].match.selector '],
    ['too many suppressions', Array(201).fill(good), 's.json: the file must have at most 200 entries.'],
    [
      'too many selectors',
      Array(51).fill({ ...good, match: { selector: '#a' } }),
      's.json: the file must not have a selector in more than 50 entries.',
    ],
    ['invalid JSON', '[{,}]', 's.json, line 1, column 3: not JSON'],
  ])('with %s is rejected with the position and a valid value', (_, content, message) => {
    put(content);
    expect(() => read()).toThrow(message);
  });

  it.each([
    ['none.json', 'none.json does not exist.'],
    ['folder', 'folder is a folder.'],
    ['pipe', 'pipe is not a regular file.'],
  ])('that is not a file is rejected: %s', (path, message) => {
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => read(path)).toThrow(message);
  });
});

describe('the setting of the suppressions file', () => {
  const settingsOf = (command: 'local' | 'trigger', flags: object) =>
    resolveSettings(command, flags, fakeHost({ env: {}, cwd: folder }).host);

  it('comes from the flag, else from the configuration file, and is reported', () => {
    put({ suppressions: 'of-file.json' }, 'a11y-scan.config.json');
    const ofFile = settingsOf('local', {});
    expect(ofFile.settings.suppressions).toBe('of-file.json');
    expect(ofFile.sources.all()).toMatchObject({ suppressions: 'a11y-scan.config.json' });
    const ofFlag = settingsOf('local', { suppressions: 'of-flag.json' });
    expect(ofFlag.settings.suppressions).toBe('of-flag.json');
    expect(ofFlag.sources.all()).toMatchObject({ suppressions: '--suppressions' });
  });

  it('is rejected for a scan on the service', () => {
    put({ suppressions: 'of-file.json' }, 'a11y-scan.config.json');
    const { settings } = settingsOf('trigger', {});
    expect(settings).not.toHaveProperty('suppressions');
    expect(settings.notes).toEqual([expect.stringContaining('suppressions, which only local scans use')]);
  });

  it('is validated before a page is opened', async () => {
    put([{ match: {}, reason: 'x' }]);
    const { host, stderr } = fakeHost({ env: {}, cwd: folder });
    expect(await run(['local', 'http://127.0.0.1:9/', '--suppressions', 's.json'], host)).toBe(2);
    expect(stderr()).toContain('s.json: [0].match must give at least one of');
    expect(stderr()).toContain(
      'The file must be an array of suppressions as POST /sites/<id>/suppressions takes',
    );
  });
});
