import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { roleNames } from '../../../core/access/roles.ts';
import { signInFailures } from '../../../core/sign-in/sign-in-failures.ts';
import { formatTime } from '../../../dashboard/text/dates.ts';
import { compareText } from '../../../dashboard/text/en/compare.ts';
import { sessionText } from '../../../dashboard/text/en/session.ts';
import { shellText } from '../../../dashboard/text/en/shell.ts';
import { formatCount } from '../../../dashboard/text/plural.ts';

const folder = join(import.meta.dirname, '../../../dashboard');

interface Node {
  type: string;
  [member: string]: unknown;
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each);
  else if (value !== null && typeof value === 'object') {
    if ('type' in value) yield value as Node;
    for (const each of Object.values(value)) yield* walk(each);
  }
}

/** Attributes that people see or hear. */
const READ = /^(aria-label|title|alt|placeholder|label|hint|caption|intro|summary)$/;

describe('the texts of the dashboard', () => {
  it('are in the catalogue, not in components', () => {
    const faults: string[] = [];
    for (const file of globSync('**/*.tsx', { cwd: folder })) {
      const { program } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
      for (const node of walk(program)) {
        const text = node.type === 'JSXText' ? String(node.value).trim() : '';
        if (/\p{L}/u.test(text)) faults.push(`${file}: ${text}`);
        const { name } = (node.name ?? {}) as { name?: string };
        const { type, value } = (node.value ?? {}) as { type?: string; value?: string };
        if (node.type === 'JSXAttribute' && READ.test(name ?? '') && type === 'Literal') {
          faults.push(`${file}: ${name}="${value}"`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('have no placeholder instead of a label', () => {
    for (const file of globSync('**/*.tsx', { cwd: folder })) {
      expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain('placeholder');
    }
  });

  it('name the branch of a scan that has one', () => {
    expect(compareText.of('10:00', undefined)).toBe('10:00');
    expect(compareText.of('10:00', 'main')).toBe('10:00, main');
  });

  it('name every role, and every reason why a sign-in did not succeed', () => {
    expect(Object.keys(shellText.roles)).toEqual(roleNames);
    expect(Object.keys(shellText.roleNames)).toEqual(roleNames);
    expect(Object.keys(sessionText.signedOut.problems)).toEqual(
      expect.arrayContaining(Object.keys(signInFailures)),
    );
  });

  it('use the plural of their number', () => {
    expect(formatCount(1, { one: 'day', other: 'days' })).toBe('1 day');
    expect(formatCount(1_200, { one: 'day', other: 'days' })).toBe('1,200 days');
  });

  it('show times in the zone of the person', () => {
    expect(formatTime('2026-11-21T08:00:00.000Z')).toMatch(/Nov 2[012], 2026/);
  });
});
