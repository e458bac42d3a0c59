import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderCurlLines } from '../../../local/demo/show.ts';

const root = join(import.meta.dirname, '../../..');
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');
const service = {
  baseUrl: 'http://localhost:1/api/v1',
  apiKey: 'key_1',
  siteId: 'site_1',
  demoSiteUrl: null,
  dashboardUrl: 'http://localhost:1',
  signInEmail: '',
  mailsUrl: '',
};

/** A folder in which a runtime wrote service.json to the data folder `data`, relative or absolute. */
function started(data: (folder: string) => string): { folder: string; data: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lines to paste '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataFolder = data(folder);
  mkdirSync(resolve(folder, dataFolder), { recursive: true });
  writeFileSync(resolve(folder, dataFolder, 'service.json'), JSON.stringify(service));
  return { folder, data: dataFolder };
}

/** Returns the values of variables after a person pasted lines into a shell in a folder. */
function pasted(folder: string, lines: string[], variables: string[]): string[] {
  const shown = variables.map((name) => `printf '%s\\n' "$${name}"`);
  const text = execFileSync('sh', ['-c', [...lines, ...shown].join('\n')], { cwd: folder, encoding: 'utf8' });
  return text.trimEnd().split('\n');
}

const folders: [string, (folder: string) => string][] = [
  ['.local', () => '.local'],
  ['a relative path', () => 'data/two'],
  ['a relative path that leads up', () => '../lines-to-paste-data'],
  ['an absolute path', (folder) => join(folder, 'elsewhere')],
  ['a path with a quote', (folder) => join(folder, "it's")],
];

describe('with state in', () => {
  it.each(folders)('%s the lines of docs/getting-started.md set address, key and site', (_, data) => {
    const made = started(data);
    onTestFinished(() => rmSync(resolve(made.folder, made.data), { recursive: true, force: true }));
    const lines = linesOf('docs/getting-started.md')
      .filter((line) => /^(DATA=|demo_service\(|export A11Y_SCAN_API|SITE_ID=)/.test(line))
      .map((line) => line.replace(/^DATA=\.local$/, `DATA="${made.data}"`));
    expect(lines).toHaveLength(5);
    expect(lines.join('\n')).toContain(made.data);
    expect(pasted(made.folder, lines, ['A11Y_SCAN_API_URL', 'A11Y_SCAN_API_KEY', 'SITE_ID'])).toEqual([
      service.baseUrl,
      service.apiKey,
      service.siteId,
    ]);
  });

  it.each(folders)('%s the line that a start prints sets the key', (_, data) => {
    const made = started(data);
    onTestFinished(() => rmSync(resolve(made.folder, made.data), { recursive: true, force: true }));
    // The path of the folder that the runtime uses.
    const [line = ''] = renderCurlLines(service, 'site_1', 'scan_1', resolve(made.folder, made.data));
    expect(pasted(made.folder, [line], ['KEY'])).toEqual([service.apiKey]);
  });
});

it('reads address, key and site by the lines of the README', () => {
  const { folder } = started(() => '.local');
  const lines = linesOf('README.md').filter((line) => /^(API|KEY|SITE_ID)=/.test(line));
  expect(pasted(folder, lines, ['API', 'KEY', 'SITE_ID'])).toEqual([
    service.baseUrl,
    service.apiKey,
    service.siteId,
  ]);
});
