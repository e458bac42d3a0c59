import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../../../cli/exit-codes.ts';
import { commands } from '../../../../cli/program/commands.ts';
import { parseCommandLine } from '../../../../cli/program/parse-command-line.ts';
import { commandFlags, globalFlags } from '../../../../cli/settings/flags.ts';
import { reportFormats } from '../../../../core/reports/report-formats.ts';
import { readRows } from '../../../support/documents.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');

const rowsOf = (...headings: string[]) => readRows('docs/cli.md', ...headings);

describe('docs/cli.md', () => {
  test('lists every flag of every command, as help shows it, and no other', () => {
    const shown = Object.entries(commandFlags).filter(
      ([name]) => !commands[name as keyof typeof commands].hidden,
    );
    const flags = [...globalFlags, ...shown.flatMap(([, each]) => each)];
    const known = new Set(flags.map(({ flags: flag, meaning }) => `\`${flag}\` ${meaning}`));
    expect(new Set(rowsOf('flag', 'meaning').map((row) => row.join(' ')))).toEqual(known);
  });

  test('lists every exit code with its meaning', () => {
    expect(rowsOf('code', 'ending', 'meaning')).toEqual(
      Object.entries(exitCodes).map(([ending, { code, meaning }]) => [
        String(code),
        `\`${ending}\``,
        meaning,
      ]),
    );
  });

  test('lists every format of the report', () => {
    expect(rowsOf('format', 'what it is')).toEqual(
      Object.entries(reportFormats).map(([name, { meaning }]) => [`\`${name}\``, meaning]),
    );
  });

  test('names every command, and its command lines are valid', () => {
    for (const [name, { hidden }] of Object.entries(commands)) {
      if (!hidden) expect(text).toContain(`\`${name}`);
    }
    const lines = [...text.matchAll(/^a11y-scan (.*?)(?: +#.*)?$/gm)].map(([, line = '']) => line.split(' '));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(parseCommandLine(line, { version: '0', columns: 80 }).kind).toBe('command');
    }
  });
});
