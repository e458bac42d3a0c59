import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeNewFiles } from '../../../../cli/init/write-new-files.ts';
import { run } from '../../../../cli/run.ts';
import { resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import { createSecret, formatApiKey } from '../../../../core/access/api-key.ts';
import { exampleSite } from '../../../../core/api/examples.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const key = formatApiKey({ keyId: 'apikey_01jd3k5m7n9p1q3r5s7t9v1w3x', secret: createSecret() });
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a11y-scan-init-'));
  return () => rmSync(folder, { recursive: true });
});

/** Runs init. A person gives the answers one after the other; without answers, the terminal is not interactive. */
async function init(argv: string[], answers?: string[], env: Record<string, string> = {}, program?: string) {
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    const answer = answers?.[questions.length - 1];
    if (answer === undefined) throw new Error(`no answer to: ${question}`);
    return answer;
  };
  const fake = fakeHost({ env, cwd: folder, ask: answers === undefined ? null : ask, program });
  const code = await run(['init', ...argv], fake.host);
  return { code, questions, stdout: fake.stdout(), stderr: fake.stderr() };
}

const put = (path: string, text = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path = 'a11y-scan.config.json') => readFileSync(join(folder, path), 'utf8');

const SCHEMA_PATH = './a11y-scan.config.schema.json';
const FILES = 'a11y-scan.config.json and a11y-scan.config.schema.json';

describe('init', () => {
  test('asks questions in plain lines, and uses the default for an empty answer', async () => {
    const { code, questions, stdout } = await init(['--ci', 'none'], ['local', '', '', '', '']);
    expect(code).toBe(0);
    expect(questions).toHaveLength(5);
    expect(questions[1]).toBe('What is the URL of the preview in the pipeline? [http://localhost:8080/] ');
    expect(JSON.parse(read())).toEqual({
      $schema: SCHEMA_PATH,
      config: { rules: ['wcag-aa'], failOn: { any: 'serious' } },
    });
    expect(stdout).toContain(`Wrote ${FILES}.`);
    expect(stdout).toContain('Try it: a11y-scan local http://localhost:8080/');
  });

  test('says what a scan in the CI pipeline itself needs to find what is new', async () => {
    const { stdout } = await init(['--ci', 'none'], ['local', '', '', '', 'new']);
    expect(stdout).toContain('To find new violations, add --baseline main.json');
    expect((await init(['--yes', '--local', '--force'])).stdout).not.toContain('--baseline');
  });

  test('asks again after an invalid answer, and says which answers are valid', async () => {
    const answers = [
      'somewhere',
      'service',
      'ftp://x',
      'https://scan.example.com',
      'www.example.com',
      'https://www.example.com/',
      'wcag-aaaa',
      'wcag-aaa, act',
      'never',
      'nothing',
      'gitlap',
      'none',
    ];
    const { code, stderr } = await init([], answers);
    expect(code).toBe(0);
    for (const message of [
      'It must be one of service, local, not somewhere.',
      'It must begin with https://',
      'did you mean https://www.example.com?',
      'There is no rule set wcag-aaaa; did you mean wcag-aaa?',
      'It must be one of new, any, nothing, not never.',
      'The CI must be one of github,',
    ]) {
      expect(stderr).toContain(message);
    }
    expect(JSON.parse(read())).toEqual({
      $schema: SCHEMA_PATH,
      site: 'https://www.example.com/',
      config: { rules: ['wcag-aaa', 'act'], failOn: 'nothing' },
    });
  });

  test('gives up if the answers stay invalid, and writes nothing', async () => {
    const { code } = await init([], Array(5).fill('?'));
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('takes all answers from flags if the terminal is not interactive', async () => {
    const flags = ['--yes', '--site', 'https://www.example.com/', '--ci', 'none'];
    expect((await init(flags)).code).toBe(0);
    expect(JSON.parse(read())).toMatchObject({ site: 'https://www.example.com/' });
  });

  test('names the flag for each answer if the terminal is not interactive, and writes nothing', async () => {
    const { code, stderr } = await init(['--yes', '--api-url', 'https://scan.example.com/']);
    expect(code).toBe(2);
    expect(stderr).toContain('--site');
    expect((await init(['--local'])).stderr).toContain('use --yes for the default of every question');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('writes a file that the other commands can read, without an API URL and without a key', async () => {
    const env = { A11Y_SCAN_API_KEY: key };
    const flags = [
      '--yes',
      '--site',
      'https://www.example.com/',
      '--api-url',
      'https://scan.example.com',
      '--rules',
      'rgaa',
    ];
    expect((await init(flags, undefined, env)).code).toBe(0);
    expect(read()).not.toMatch(/scan\.example\.com|key_/);
    const { settings } = resolveSettings('trigger', {}, fakeHost({ env, cwd: folder }).host);
    expect(settings).toMatchObject({
      site: 'https://www.example.com/',
      config: { rules: ['rgaa'], failOn: { new: 'serious' } },
    });
  });

  test.each([[[]], [['--yes']]])('needs no answer: %j', async (flags) => {
    const { code, stdout } = await init(flags, flags.length > 0 ? undefined : Array(7).fill(''));
    expect(code).toBe(0);
    expect(read('.github/workflows/accessibility.yml')).toContain('A11Y_SCAN_COMMAND: local');
    expect(stdout).toContain(
      'Wrote a11y-scan.config.json, a11y-scan.config.schema.json and .github/workflows/accessibility.yml.',
    );
  });

  describe('references a schema that exists', () => {
    const schemaOf = (path: string) => join(folder, dirname(path), JSON.parse(read(path)).$schema);

    test.each([[[]], [['--config', 'deep/er/a11y.json']]])('next to the file: %j', async (flags) => {
      const path = flags[1] ?? 'a11y-scan.config.json';
      put(join(dirname(path), '.keep'));
      expect((await init(['--yes', '--local', ...flags])).code).toBe(0);
      const schema = JSON.parse(readFileSync(schemaOf(path), 'utf8'));
      expect(new Ajv2020({ strict: true }).compile(schema)(JSON.parse(read(path)))).toBe(true);
    });

    test.each([
      ['a11y-scan', './node_modules/a11y-scan/config.schema.json', 'a11y-scan.config.json'],
      ['a11y-scan', '../node_modules/a11y-scan/config.schema.json', 'ci/a11y.json'],
      ['@example/a11y', './node_modules/@example/a11y/config.schema.json', 'a11y-scan.config.json'],
    ])('in the installed package %s: %s', async (name, reference, path) => {
      put(`node_modules/${name}/config.schema.json`, '{}');
      put(`node_modules/${name}/dist/main.js`);
      put(join(dirname(path), '.keep'));
      const program = join(folder, 'node_modules', name, 'dist/main.js');
      await init(['--yes', '--local', '--config', path], undefined, {}, program);
      expect(JSON.parse(read(path))).toMatchObject({ $schema: reference });
      expect(existsSync(schemaOf(path))).toBe(true);
      expect(existsSync(join(folder, dirname(path), 'a11y-scan.config.schema.json'))).toBe(false);
    });

    test('and keeps an existing reference', async () => {
      put('a11y-scan.config.schema.json', '{}');
      expect((await init(['--yes', '--local', '--force', '--ci', 'none'])).stdout).toContain(
        'Wrote a11y-scan.config.json.',
      );
      expect(read('a11y-scan.config.schema.json')).toBe('{}');
      expect(JSON.parse(read())).toMatchObject({ $schema: SCHEMA_PATH });
    });
  });

  describe('suggests a command that works without changes', () => {
    const proposed = (stdout: string) => /^Try it.*?: (.*)$/m.exec(stdout)?.[1];
    const local = (env: Record<string, string>, program: string) =>
      init(['--yes', '--local', '--force', '--ci', 'none'], undefined, env, program).then(({ stdout }) =>
        proposed(stdout),
      );
    const scan = 'local http://localhost:8080/';

    test('by its name if it is on the PATH, but not on the PATH that npm sets', async () => {
      put('bin/a11y-scan');
      put('node_modules/.bin/other');
      const program = join(folder, 'bin/a11y-scan');
      expect(await local({ PATH: `/nowhere:${join(folder, 'bin')}` }, program)).toBe(`a11y-scan ${scan}`);
      put('cache/node_modules/.bin/a11y-scan');
      const cached = join(folder, 'cache/node_modules/.bin/a11y-scan');
      expect(await local({ PATH: dirname(cached) }, cached)).toBe(
        `node cache/node_modules/.bin/a11y-scan ${scan}`,
      );
    });

    test('with npx as it was called', async () => {
      const env = { npm_command: 'exec', npm_config_package: './my files/a11y-scan-0.1.0.tgz' };
      expect(await local(env, '/cache/_npx/1/node_modules/.bin/a11y-scan')).toBe(
        `npx --yes --package './my files/a11y-scan-0.1.0.tgz' -- a11y-scan ${scan}`,
      );
    });

    test('as installed in the project', async () => {
      put('node_modules/a11y-scan/dist/main.js');
      put('node_modules/.bin/.keep');
      symlinkSync('../a11y-scan/dist/main.js', join(folder, 'node_modules/.bin/a11y-scan'));
      expect(await local({}, join(folder, 'node_modules/.bin/a11y-scan'))).toBe(`npx a11y-scan ${scan}`);
    });

    test('by the file that was started', async () => {
      put('cli/main.ts');
      put('old/node');
      put('new/node');
      const program = join(folder, 'cli/main.ts');
      const given = { program, node: join(folder, 'new/node') };
      for (const [path, start] of [
        ['new', 'node'],
        ['old', 'new/node'],
      ] as const) {
        const fake = fakeHost({ env: { PATH: join(folder, path) }, cwd: folder, ...given });
        await run(['init', '--yes', '--local', '--force', '--ci', 'none'], fake.host);
        expect(proposed(fake.stdout())).toBe(`${start} cli/main.ts ${scan}`);
      }
      expect(await local({}, program)).toBe(`node cli/main.ts ${scan}`);
      expect(await local({}, '/else where/main.ts')).toBe(`node '/else where/main.ts' ${scan}`);
    });

    test('with the settings that a scan on the service needs, and the file that was written', async () => {
      const flags = ['--yes', '--site', 'https://www.example.com/', '--ci', 'none', '--force'];
      const { stdout } = await init(flags);
      expect(stdout).toContain(
        'Try it, with A11Y_SCAN_API_URL and A11Y_SCAN_API_KEY set: a11y-scan trigger\n',
      );
      const named = [...flags, '--api-url', 'https://scan.example.com', '--config', 'my file.json'];
      expect((await init(named, undefined, { A11Y_SCAN_API_KEY: key })).stdout).toContain(
        "Try it: a11y-scan trigger --api-url https://scan.example.com/api/v1 --config 'my file.json'\n",
      );
    });
  });

  test('keeps an existing file unless a flag allows to overwrite it', async () => {
    put('a11y-scan.config.json', 'mine');
    const { code, stderr } = await init(['--yes', '--local']);
    expect({ code, text: read() }).toEqual({ code: 2, text: 'mine' });
    expect(stderr).toContain('a11y-scan.config.json already exists.\nTo replace it: --force');
    expect((await init(['--yes', '--local', '--force'])).code).toBe(0);
    expect(JSON.parse(read())).toHaveProperty('config');
    expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('.tmp'));
  });

  test('reports its results as JSON to programs', async () => {
    const { stdout } = await init(['--yes', '--local', '--json', '--ci', 'github']);
    expect(JSON.parse(stdout)).toMatchObject({
      ending: 'passed',
      exitCode: 0,
      written: [
        'a11y-scan.config.json',
        'a11y-scan.config.schema.json',
        '.github/workflows/accessibility.yml',
      ],
      config: { config: { rules: ['wcag-aa'] } },
      pipeline: {
        ci: 'github',
        path: '.github/workflows/accessibility.yml',
        text: expect.stringContaining('jobs:'),
      },
    });
  });

  test.each([
    ['.github/workflows/ci.yml', '.github/workflows/accessibility.yml', 'runs-on:'],
    ['.gitlab-ci.yml', '.gitlab-ci.yml', 'script:'],
    ['Jenkinsfile', 'Jenkinsfile', 'pipeline {'],
    ['azure-pipelines.yml', 'azure-pipelines.yml', 'PublishTestResults'],
    ['.circleci/config.yml', '.circleci/config.yml', 'store_test_results'],
    ['bitbucket-pipelines.yml', 'bitbucket-pipelines.yml', 'pipelines:'],
  ])('prints the configuration for the CI of a repository with %s', async (file, path, text) => {
    put(file);
    const { stdout } = await init(['--yes', '--no-write', '--site', 'https://www.example.com/shop']);
    const above = file === path ? `${path} already exists and was not changed.` : `For the new file ${path}:`;
    expect(stdout).toContain(`\n${above}`);
    expect(stdout).toContain(text);
    expect(stdout).toContain('https://www.example.com/shop');
    expect(read(file)).toBe('');
  });

  test.each(['github', 'gitlab', 'jenkins', 'azure', 'circleci', 'bitbucket'])(
    'asks for no service and no key for scans in the CI pipeline itself: %s',
    async (ci) => {
      const ofLocal = (await init(['--yes', '--local', '--ci', ci])).stdout;
      const needed = ofLocal.slice(ofLocal.indexOf('Settings that the pipeline also needs'));
      expect(needed).toContain('A11Y_SCAN_PACKAGE');
      expect(needed).not.toMatch(/A11Y_SCAN_API|a11y-scan-api-key/);
      const ofService = await init(['--yes', '--site', 'https://www.example.com/', '--ci', ci, '--force']);
      expect(ofService.stdout).toContain('A11Y_SCAN_API_URL');
    },
  );

  test('detects the CI that it runs in if the repository has no CI file', async () => {
    await init(['--yes', '--local'], undefined, { GITLAB_CI: 'true' });
    expect(existsSync(join(folder, '.gitlab-ci.yml'))).toBe(true);
  });

  test.each([
    [['.github/CODEOWNERS'], 'github'],
    [['.github/CODEOWNERS', '.gitlab-ci.yml'], 'gitlab'],
    [['.circleci/other.yml'], 'circleci'],
    [[], 'github'],
  ])('detects the CI of a repository with %j as %s', async (there, ci) => {
    for (const path of there) put(path);
    expect(JSON.parse((await init(['--yes', '--local', '--json'])).stdout).pipeline.ci).toBe(ci);
  });

  describe.each([
    ['github', '.github/workflows/accessibility.yml', 'add this text as a workflow with another name:'],
    ['gitlab', '.gitlab-ci.yml', 'Add this job to the file. If the file lists stages, add its stage to them'],
    ['jenkins', 'Jenkinsfile', 'Add this stage to the stages of the file'],
    ['azure', 'azure-pipelines.yml', 'Add these steps to the steps of the file'],
    ['circleci', '.circleci/config.yml', 'Add this job to the jobs of the file'],
    ['bitbucket', 'bitbucket-pipelines.yml', 'Add this step to the definitions of the file'],
  ])('for %s', (ci, path, byHand) => {
    const answers = ['local', '', '', '', '', ci];
    const flags = ['--yes', '--local', '--ci', ci];
    const question = `Write ${path} for the pipeline too (yes, no)? [yes] `;

    test('asks whether to write the CI file too, and writes it after an empty answer', async () => {
      const { code, questions, stdout } = await init([], [...answers, '']);
      expect({ code, last: questions.at(-1) }).toEqual({ code: 0, last: question });
      expect(stdout).toContain(
        `Wrote a11y-scan.config.json, a11y-scan.config.schema.json and ${path}.\nSettings that the pipeline also needs: `,
      );
      expect(stdout).not.toContain('junit');
      expect(read(path)).toContain('http://localhost:8080/');
    });

    test('prints the content of that file after a no', async () => {
      const { code, stdout } = await init([], [...answers, 'N']);
      expect(code).toBe(0);
      expect(stdout).toContain(`Wrote ${FILES}.\n\nFor the new file ${path}:\n\n`);
      expect(stdout).toContain('Settings that the pipeline also needs: ');
      expect(existsSync(join(folder, path))).toBe(false);
    });

    test('neither asks about an existing file nor changes it, and says where to insert the text', async () => {
      put(path, 'mine');
      const { code, questions, stdout } = await init([], answers);
      expect({ code, asked: questions.length, text: read(path) }).toEqual({
        code: 0,
        asked: 6,
        text: 'mine',
      });
      expect(stdout).toMatch(
        /Wrote a11y-scan\.config\.json and a11y-scan\.config\.schema\.json\.\n\n.+ already exists and was not changed\. /,
      );
      expect(stdout).toContain(byHand);
    });

    test('writes it without a question with --write, and reports so to programs', async () => {
      const { code, questions, stdout } = await init(['--write', '--json'], answers);
      expect({ code, asked: questions.length }).toEqual({ code: 0, asked: 6 });
      expect(JSON.parse(stdout)).toMatchObject({
        written: ['a11y-scan.config.json', 'a11y-scan.config.schema.json', path],
        pipeline: { ci, path, text: read(path), settings: expect.stringContaining('A11Y_SCAN_PACKAGE') },
      });
    });

    test('rejects --write if the file exists, says what to do instead, and writes nothing', async () => {
      put(path, 'mine');
      const { code, stderr } = await init([...flags, '--write']);
      expect({ code, text: read(path) }).toEqual({ code: 2, text: 'mine' });
      expect(stderr).toContain(`${path} already exists and was not changed.\nWithout --write, the text`);
      expect(existsSync(join(folder, 'a11y-scan.config.json'))).toBe(false);
    });

    test('treats a dangling symbolic link as an existing file', async () => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(join(folder, 'elsewhere'), join(folder, path));
      expect((await init([...flags, '--write'])).stderr).toContain(`${path} already exists`);
      expect((await init(flags)).stdout).toContain(byHand);
      expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
    });
  });

  test('asks again if the answer is neither yes nor no', async () => {
    const { code, stderr } = await init(['--ci', 'gitlab'], ['local', '', '', '', '', 'perhaps', 'y']);
    expect(code).toBe(0);
    expect(stderr).toContain('It must be one of yes, no, y, n, not perhaps.');
    expect(existsSync(join(folder, '.gitlab-ci.yml'))).toBe(true);
  });

  test('prints the CI file and does not write it with --no-write', async () => {
    const { stdout } = await init(['--yes', '--local', '--ci', 'gitlab', '--no-write']);
    expect(stdout).toContain('For the new file .gitlab-ci.yml:');
    expect(existsSync(join(folder, '.gitlab-ci.yml'))).toBe(false);
  });

  test('prints with --quiet only what was written, and what a person has to write', async () => {
    const flags = ['--yes', '--local', '--quiet', '--ci', 'gitlab'];
    expect((await init(flags)).stdout).toBe(
      'Wrote a11y-scan.config.json, a11y-scan.config.schema.json and .gitlab-ci.yml.\n',
    );
    const { stdout } = await init([...flags, '--force']);
    expect(stdout).toContain('Add this job to the file');
    expect(stdout).not.toMatch(/Settings that the pipeline also needs|Try it/);
  });

  test('rejects --write if no CI is known, and writes nothing', async () => {
    const { code, stderr } = await init(['--yes', '--local', '--write', '--ci', 'none']);
    expect(code).toBe(2);
    expect(stderr).toContain('Without a CI there is no pipeline file for --write.\nSet the CI with --ci');
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['github', 'circleci'])(
    'does not follow a symbolic link out of the repository: %s',
    async (ci) => {
      const link = ci === 'github' ? '.github' : '.circleci';
      const outside = mkdtempSync(join(tmpdir(), 'a11y-scan-outside-'));
      symlinkSync(outside, join(folder, link));
      const { code, stderr } = await init(['--yes', '--local', '--ci', ci, '--write']);
      expect(code).toBe(2);
      expect(stderr).toContain('a symbolic link points outside the repository.\nWithout --write');
      expect(readdirSync(folder)).toEqual([link]);
      const asked = await init(['--ci', ci], ['local', '', '', '', '']);
      expect(asked.code).toBe(0);
      expect(asked.stdout).toContain(
        'a symbolic link points outside the repository. The content of the file:',
      );
      expect(readdirSync(outside)).toEqual([]);
      rmSync(outside, { recursive: true });
    },
  );

  test('follows a symbolic link that stays in the repository', async () => {
    mkdirSync(join(folder, 'ci'));
    symlinkSync('ci', join(folder, '.circleci'));
    expect((await init(['--yes', '--local', '--ci', 'circleci', '--write'])).code).toBe(0);
    expect(readdirSync(join(folder, 'ci'))).toEqual(['config.yml']);
  });

  test('writes nothing if a part of the path of the CI file is a file', async () => {
    put('.github');
    const flags = ['--yes', '--local', '--ci', 'github'];
    const { code, stderr } = await init([...flags, '--write']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'Cannot write .github/workflows/accessibility.yml: a part of the path is a file',
    );
    expect(readdirSync(folder)).toEqual(['.github']);
    expect((await init(flags)).stdout).toContain('not a folder. The content of the file:');
  });

  test('writes no CI file if the configuration file cannot be written', async () => {
    put('taken');
    const { code } = await init([
      '--yes',
      '--local',
      '--ci',
      'github',
      '--write',
      '--config',
      'taken/a.json',
    ]);
    expect({ code, files: readdirSync(folder) }).toEqual({ code: 2, files: ['taken'] });
  });
});

describe('init with a key', () => {
  let server: Server;
  let apiUrl: string;
  let items: unknown[];

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      if (items.length === 0) response.statusCode = 401;
      response.end(
        JSON.stringify(
          items.length === 0
            ? {
                type: 'urn:a11y-scan:problem:key-unknown',
                title: 'API key unknown',
                status: 401,
                detail: 'No key has this value.',
                code: 'key-unknown',
                instance: 'urn:uuid:1',
              }
            : { items, nextCursor: null },
        ),
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  });
  afterAll(() => server.close());

  const env = () => ({ A11Y_SCAN_API_KEY: key, A11Y_SCAN_API_URL: apiUrl });

  test('offers the sites that the key may access, with escaped names', async () => {
    items = [exampleSite, { ...exampleSite, id: 'site_01jd3k5m7n9p1q3r5s7t9v1w3x', name: 'Second\u001b[2J' }];
    const { code, questions, stderr } = await init([], ['2', '', '', 'none'], env());
    expect({ code, first: questions[0] }).toEqual({ code: 0, first: 'Which site: its number, id or URL? ' });
    expect(stderr).toContain('2  Second[U+001B][2J');
    expect(JSON.parse(read())).toMatchObject({ site: 'site_01jd3k5m7n9p1q3r5s7t9v1w3x' });
  });

  test('asks for the site if the sites cannot be listed, and says why', async () => {
    items = [];
    const { code, questions, stderr } = await init([], ['https://www.example.com/', '', '', 'none'], env());
    expect({ code, first: questions[0] }).toEqual({ code: 0, first: 'Which site: its id or URL? ' });
    expect(stderr).toContain('The sites could not be listed:');
    expect(stderr).not.toContain(key.slice(9));
  });
});

test('takes the address of the preview from --url', async () => {
  const { code, stdout } = await init([
    '--yes',
    '--local',
    '--url',
    'http://localhost:4321/',
    '--ci',
    'github',
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('Try it: a11y-scan local http://localhost:4321/');
});

describe('new files', () => {
  const write = (path: string, text: string, over = false) =>
    writeNewFiles([{ path, text, mayReplace: over }]);

  test('never replace a file that another process wrote meanwhile, and leave no partial file', () => {
    const path = join(folder, 'new.json');
    write(path, 'first');
    expect(() => write(path, 'second')).toThrow('already exists');
    expect(readFileSync(path, 'utf8')).toBe('first');
    mkdirSync(join(folder, 'taken'));
    expect(() => write(join(folder, 'taken'), 'x', true)).toThrow(/^Cannot write /);
    expect(() => write(join(path, 'below'), 'x')).toThrow(/^Cannot write /);
    expect(readdirSync(folder).sort()).toEqual(['new.json', 'taken']);
  });

  test('are written all or none, and a file to overwrite stays on an error', () => {
    put('over.json', 'mine');
    put('there.yml', 'mine');
    put('folder/kept', '');
    const over = { path: join(folder, 'over.json'), text: 'new', mayReplace: true };
    const there = { path: join(folder, 'there.yml'), text: 'new', mayReplace: false };
    const below = { path: join(folder, 'a/b/c.yml'), text: 'new', mayReplace: false };
    expect(() => writeNewFiles([over, below, there])).toThrow('there.yml already exists');
    const taken = { path: join(folder, 'folder'), text: 'new', mayReplace: true };
    expect(() => writeNewFiles([taken, below])).toThrow(/^Cannot write .*folder/);
    expect({ over: read('over.json'), there: read('there.yml') }).toEqual({ over: 'mine', there: 'mine' });
    expect(readdirSync(folder).sort()).toEqual(['folder', 'over.json', 'there.yml']);
    writeNewFiles([over, below]);
    expect({ over: read('over.json'), below: read('a/b/c.yml') }).toEqual({ over: 'new', below: 'new' });
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.yml']);
  });
});
