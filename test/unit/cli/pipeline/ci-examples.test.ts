import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../../../../cli/exit-codes.ts';
import { getInputVariable } from '../../../../cli/github/inputs.ts';
import { renderActionWorkflow } from '../../../../cli/init/snippets/github.ts';
import { exampleValues, fillSnippet } from '../../../../cli/init/snippets/snippet.ts';
import { parseCommandLine } from '../../../../cli/program/parse-command-line.ts';
import { run } from '../../../../cli/run.ts';
import { readVersion } from '../../../../cli/version.ts';
import { blocksOf, ciExamples, commandLinesOf, pageOf, scriptsOf } from '../../../support/ci-examples.ts';
import { fakeHost } from '../../../support/cli-host.ts';
import { isDue, type Step } from '../../../support/workflow-runner.ts';

const examples = await ciExamples();
const actionWorkflow = renderActionWorkflow(readVersion());
const actionFile = parse(readFileSync(join(import.meta.dirname, '../../../../action.yml'), 'utf8'));

describe.each(examples)('the page of $name', ({ name, snippet, page }) => {
  const texts = [snippet.trigger, snippet.local, ...(name === 'github' ? [actionWorkflow] : [])];

  test('shows the same examples as init, and where settings are stored', () => {
    const blocks = blocksOf(page, snippet.language);
    for (const text of texts) expect(blocks).toContain(fillSnippet(text, {}));
    expect(page.replaceAll('\n', ' ')).toContain(snippet.settings);
    expect(page).toContain(`\`${snippet.path}\``);
  });

  test('has YAML that parses', () => {
    for (const block of blocksOf(page, 'yaml')) expect(parse(block, { strict: true })).toBeInstanceOf(Object);
  });

  test('has command lines with flags and values that the program accepts', async () => {
    const lines = [snippet.language, 'sh']
      .flatMap((language) => blocksOf(page, language).flatMap((block) => scriptsOf(language, block)))
      .flatMap(commandLinesOf);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const argv of lines) {
      expect(parseCommandLine(argv, { version: '0', columns: 80 })).toMatchObject({
        kind: 'command',
        command: argv[0],
      });
      await expect(settingsOf(argv)).resolves.toMatchObject({ code: 0 });
    }
  });
});

describe.each(examples.filter(({ name }) => name === 'jenkins' || name === 'azure'))(
  'the examples of $name, which keeps the files of the previous build',
  ({ snippet }) => {
    test.each(['trigger', 'local'] as const)(
      '%s removes all files that it publishes before its other steps',
      (kind) => {
        const text = fillSnippet(snippet[kind], {});
        const [first = ''] = text.match(/(?:\bbash:|\btask:|\bsh|\bwithCredentials).*/) ?? [];
        expect(first.replaceAll("'", '')).toMatch(/^(?:bash:|sh) rm -rf a11y$/);
        const written = scriptsOf(snippet.language, text)
          .flatMap(commandLinesOf)
          .flatMap((words) => words.filter((_, at) => words[at - 1] === '--output'));
        expect(written).not.toEqual([]);
        for (const output of written) expect(output).toMatch(/=a11y\//);
      },
    );
  },
);

/** Returns the settings that the program prints for a command line. */
async function settingsOf(argv: readonly string[]) {
  const { host, stdout } = fakeHost({ env: {}, cwd: import.meta.dirname });
  const code = await run([...argv, '--print-config', '--no-config'], host);
  return { code, text: stdout() };
}

describe('the workflows of GitHub', () => {
  const workflows = [
    actionWorkflow,
    ...examples.flatMap(({ name, snippet }) => (name === 'github' ? [snippet.trigger, snippet.local] : [])),
  ].map((text) => parse(fillSnippet(text, {})).jobs.accessibility as Job);

  test('name inputs and outputs that exist', () => {
    for (const { steps } of workflows) {
      const step = steps.find(({ id }) => id === 'accessibility');
      expect(Object.keys(actionFile.inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})));
      const variables = [...Object.keys(actionFile.inputs).map(getInputVariable), 'GITHUB_TOKEN'];
      expect(variables).toEqual(expect.arrayContaining(Object.keys(step?.env ?? {})));
      const used = [...JSON.stringify(steps).matchAll(/steps\.accessibility\.outputs\.([\w-]+)/g)].map(
        ([, name]) => name,
      );
      expect(Object.keys(actionFile.outputs)).toEqual(expect.arrayContaining(used));
    }
  });

  test.each([
    ['pull_request', 'mallory/shop', false],
    ['pull_request', 'acme/shop', true],
    ['push', undefined, true],
  ])('on %s of %s the job without the Action runs: %s', (event, from, runs) => {
    const head = { repo: { full_name: from } };
    const github = { event_name: event, repository: 'acme/shop', event: from && { pull_request: { head } } };
    for (const { if: condition } of workflows.slice(1))
      expect(isDue(condition, { github }, false)).toBe(runs);
  });
});

interface Job {
  if?: string;
  steps: Step[];
}

describe('the page about all CI pipelines', () => {
  const page = pageOf('README');

  test('lists the exit codes of the program', () => {
    const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
    expect(page).toContain(rows.join('\n'));
  });

  test('has command lines that the program accepts', async () => {
    const lines = blocksOf(page, 'sh')
      .flatMap((block) => scriptsOf('sh', block))
      .flatMap(commandLinesOf);
    expect(lines).toHaveLength(1);
    for (const argv of lines) await expect(settingsOf(argv)).resolves.toMatchObject({ code: 0 });
  });

  test('links to the page of every CI', () => {
    for (const { name } of examples) expect(page).toContain(`(${name}.md)`);
  });
});

describe('the README', () => {
  test('shows a workflow with inputs that the Action has', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
    const workflows = blocksOf(readme, 'yaml').map((block) => parse(block).jobs.accessibility as Job);
    const steps = workflows.flatMap((job) => job.steps).filter((step) => step.with !== undefined);
    expect(steps).toHaveLength(1);
    for (const step of steps) {
      expect(Object.keys(actionFile.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  });
});

describe('action.yml', () => {
  const inputs = Object.keys(actionFile.inputs);
  const steps: { id?: string; run?: string; env?: Record<string, string> }[] = actionFile.runs.steps;

  test('puts no expression into a script, where its value could be executed', () => {
    for (const { run: script = '' } of steps) expect(script).not.toContain('${{');
  });

  test('passes every input to the command as its variable', () => {
    const env = steps.find(({ id }) => id === 'scan')?.env ?? {};
    // The script itself reads the first two.
    const special: Record<string, string> = {
      package: 'PACKAGE',
      integrity: 'INTEGRITY',
      'github-token': 'GITHUB_TOKEN',
    };
    for (const input of inputs) {
      expect(env[special[input] ?? getInputVariable(input)]).toBe(`\${{ inputs.${input} }}`);
    }
  });

  test('is documented with every input and output', () => {
    const page = pageOf('github');
    const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...inputs, ...Object.keys(actionFile.outputs)]);
  });

  test('has no default package, because its name is not published', () => {
    expect(actionFile.inputs.package).toEqual({ description: expect.any(String), required: true });
  });
});

describe('a filled example', () => {
  test('has no placeholders left', () => {
    for (const { snippet } of examples) {
      for (const text of [snippet.trigger, snippet.local])
        expect(fillSnippet(text, {})).not.toMatch(/\{\{\w+\}\}/);
    }
  });

  test.each([
    ['https://shop.example.com/a?b=c&d=e', "'https://shop.example.com/a?b=c&d=e'"],
    ['site_01jd3k5m7n9p1q3r5s7t9v1w3x', 'site_01jd3k5m7n9p1q3r5s7t9v1w3x'],
    [
      'https://x.example/$(id)\'`"\\\n#{{url}}',
      'https://x.example/%24%28id%29%27%60%22%5C%0A%23%7B%7Burl%7D%7D',
    ],
  ])('passes %o as the one word %s', (site, word) => {
    expect(fillSnippet('--site {{site}} --output', { site })).toBe(`--site ${word} --output`);
  });

  test('equals the documentation if no value is given', () => {
    expect(fillSnippet('{{start}} {{url}}', {})).toBe(`${exampleValues.start} ${exampleValues.url}`);
  });
});
