import { describe, expect, it } from 'vitest';
import type { Host } from '../../../../cli/host.ts';
import { openTerminal, type TerminalOptions } from '../../../../cli/terminal/open-terminal.ts';
import { hostOf, Pipe, Screen } from './screen.ts';

const manner: TerminalOptions = { json: false, quiet: false, color: null, resultTarget: 'stdout' };

/** Opens both outputs as one terminal. */
function onScreen(columns: number, given: Partial<TerminalOptions> = {}, env: Host['env'] = {}) {
  const screen = new Screen(columns);
  const output = { ...screen.output, columns };
  const { host, interrupt } = hostOf({ stdout: output, stderr: output }, env);
  return { screen, interrupt, terminal: openTerminal(host, { ...manner, ...given }) };
}

/** Opens both outputs as pipes, with a clock that stands still until it is set. */
function inPipes(given: Partial<TerminalOptions> = {}, env: Host['env'] = {}) {
  const stdout = new Pipe();
  const stderr = new Pipe();
  const clock = { now: 0 };
  const { host } = hostOf({ stdout: stdout.output, stderr: stderr.output }, env);
  return { stdout, stderr, clock, terminal: openTerminal(host, { ...manner, ...given }, () => clock.now) };
}

describe('a terminal without a TTY', () => {
  it('puts the result on standard output and everything else on standard error', () => {
    const { stdout, stderr, terminal } = inPipes();
    terminal.print('result');
    terminal.note('note');
    terminal.warn('warning');
    terminal.error('error');
    terminal.json({ a: 1 });
    expect(stdout.text).toBe('result\n');
    expect(stderr.text).toBe('note\nwarning\nerror\n');
  });

  it('leaves standard output to a report that is written there', () => {
    const { stdout, stderr, terminal } = inPipes({ resultTarget: 'stderr' });
    terminal.print('result');
    expect([stdout.text, stderr.text]).toEqual(['', 'result\n']);
  });

  it('writes nothing but one escaped document to standard output with --json', () => {
    const { stdout, stderr, terminal } = inPipes({ json: true });
    const value = { title: '\u001b[2J\u202e ##[error]x ##vso[task.complete] \u2028::error::y', many: [1, 2] };
    terminal.progress().update('Queued');
    terminal.print('result');
    terminal.note('note');
    terminal.warn('warning');
    terminal.json(value);
    expect(JSON.parse(stdout.text)).toEqual(value);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may be left
    expect(stdout.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]|##(vso)?\[|^\s*::/m);
    expect(stderr.text).toBe('Queued\nresult\nnote\nwarning\n');
  });

  it('prints only result, warnings and errors with --quiet, and with --json no result twice', () => {
    const printAll = (given: Partial<TerminalOptions>) => {
      const { stdout, stderr, terminal } = inPipes({ quiet: true, ...given });
      const progress = terminal.progress();
      progress.update('Queued');
      terminal.note('note');
      terminal.print('result');
      terminal.warn('warning');
      terminal.error('error');
      terminal.json(1);
      progress.end();
      return [stdout.text, stderr.text];
    };
    expect(printAll({})).toEqual(['result\n', 'warning\nerror\n']);
    expect(printAll({ json: true })).toEqual(['1\n', 'warning\nerror\n']);
  });

  it('collects the warnings for the document, without colors', () => {
    const { terminal } = inPipes({ color: true });
    terminal.warn(terminal.style.yellow('The key expires in 3 days.'));
    expect(terminal.warnings).toEqual(['The key expires in 3 days.']);
  });

  it('prints progress at once, then changes, at most every ten seconds', () => {
    const { stderr, clock, terminal } = inPipes();
    const progress = terminal.progress();
    const at = (seconds: number, text: string) => {
      clock.now = seconds * 1_000;
      progress.update(text);
    };
    at(0, 'Queued');
    at(1, 'Queued');
    at(2, '1 of 6 pages');
    at(9, '2 of 6 pages');
    at(10, '3 of 6 pages');
    at(30, '3 of 6 pages');
    at(31, '4 of 6 pages');
    progress.end();
    expect(stderr.text).toBe('Queued\n3 of 6 pages\n4 of 6 pages\n');
  });

  it('writes no control character, with any text', () => {
    const { stdout, stderr, terminal } = inPipes();
    const progress = terminal.progress();
    progress.update(terminal.style.bold('one'));
    terminal.note(terminal.style.yellow('two'));
    terminal.print(terminal.style.red('three'));
    terminal.note(terminal.style.green('four'));
    progress.end();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may be left
    expect(stdout.text + stderr.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('styles only text for the output that supports it', () => {
    const stdout = new Pipe();
    const screen = new Screen(80);
    const { host } = hostOf({ stdout: stdout.output, stderr: { ...screen.output, columns: 80 } });
    const terminal = openTerminal(host, manner);
    terminal.print(terminal.style.red('result'));
    terminal.warn(terminal.style.yellow('warning'));
    expect(stdout.text).toBe('result\n');
    expect(screen.raw).toBe('\u001b[33mwarning\u001b[39m\n');
  });
});

describe('colors', () => {
  it.each<[boolean, boolean | null, Host['env'], boolean]>([
    [true, null, {}, true],
    [false, null, {}, false],
    [true, null, { NO_COLOR: '1' }, false],
    [true, null, { NO_COLOR: '0' }, false],
    [true, null, { NO_COLOR: '' }, true],
    [true, null, { TERM: 'dumb' }, false],
    [false, null, { FORCE_COLOR: '1' }, true],
    [false, null, { FORCE_COLOR: '' }, true],
    [true, null, { FORCE_COLOR: '0' }, false],
    [true, null, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [false, true, { NO_COLOR: '1', TERM: 'dumb' }, true],
    [true, false, { FORCE_COLOR: '1' }, false],
  ])('with a TTY %s, the flag %s and %j: %s', (isTTY, color, env, expected) => {
    const pipe = new Pipe();
    const output = { ...pipe.output, isTTY };
    const { host } = hostOf({ stdout: output, stderr: output }, env);
    const terminal = openTerminal(host, { ...manner, color });
    terminal.print(terminal.style.bold('x'));
    expect(pipe.text).toBe(expected ? '\u001b[1mx\u001b[22m\n' : 'x\n');
  });
});

describe('the progress line on a TTY', () => {
  it('is one line that is rewritten', () => {
    const { screen, terminal } = onScreen(40);
    const progress = terminal.progress();
    progress.update('10 of 60 pages');
    progress.update('9 of 9');
    expect(screen.shown).toEqual(['9 of 9']);
  });

  it('is not shown again by later updates after it was removed', () => {
    const { screen, terminal } = onScreen(40);
    const progress = terminal.progress();
    progress.update('Fetching the report');
    progress.end();
    terminal.print('Gate passed.');
    progress.update('Request 2 of 5 in 1 s');
    terminal.print('more');
    expect(screen.shown).toEqual(['Gate passed.', 'more']);
  });

  it('is truncated so that it never wraps', () => {
    const { screen, terminal } = onScreen(40);
    const progress = terminal.progress();
    progress.update('x'.repeat(200));
    progress.update('日'.repeat(200));
    progress.update('y'.repeat(40));
    expect(screen.shown).toEqual([`${'y'.repeat(38)}…`]);
  });

  it('is cleared before other text on either output', () => {
    const { screen, terminal } = onScreen(40);
    const progress = terminal.progress();
    progress.update('1 of 6 pages');
    terminal.note('Scan scan_1');
    terminal.print('result');
    expect(screen.shown).toEqual(['Scan scan_1', 'result', '1 of 6 pages']);
    terminal.warn('warning');
    progress.end();
    expect(screen.shown).toEqual(['Scan scan_1', 'result', 'warning']);
    expect(screen.cursorColumn).toBe(0);
  });

  it('is removed for good at the first interruption', () => {
    const { screen, interrupt, terminal } = onScreen(40);
    const progress = terminal.progress();
    progress.update('1 of 6 pages');
    interrupt();
    expect(screen.shown).toEqual([]);
    expect(screen.cursorColumn).toBe(0);
    progress.update('2 of 6 pages');
    terminal.note('Cancelling the scan …');
    expect(screen.shown).toEqual(['Cancelling the scan …']);
    expect(screen.cursorColumn).toBe(0);
  });

  it('is printed as separate lines if the terminal is dumb', () => {
    const { screen, terminal } = onScreen(40, {}, { TERM: 'dumb' });
    const progress = terminal.progress();
    progress.update('1 of 6 pages');
    progress.end();
    expect(screen.raw).toBe('1 of 6 pages\n');
  });

  it.each([
    [10, 40],
    [72, 72],
    [300, 120],
  ])('wraps text for %i columns at %i', (columns, wrapped) => {
    expect(onScreen(columns).terminal.columns).toBe(wrapped);
  });
});
