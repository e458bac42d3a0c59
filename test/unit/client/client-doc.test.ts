import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paceDefault } from '../../../client/index.ts';
import { clientOf } from './scripted-server.ts';

const doc = readFileSync(join(import.meta.dirname, '../../../docs/client.md'), 'utf8');

describe('docs/client.md', () => {
  it('lists every member of the pace options with its default', () => {
    const rows = [...doc.matchAll(/^\| `(\w+)` \| ([\d,]+)(?: ms)? \|/gm)];
    const documented = rows.map(([, name, value = '']) => [name, Number(value.replaceAll(',', ''))]);
    expect(Object.fromEntries(documented)).toEqual(paceDefault);
  });

  it('names only methods that exist', () => {
    const { client } = clientOf('https://api.example.com/v1');
    const named = [...doc.matchAll(/client\.(\w+)\(|^\| `(\w+)\(/gm)].map(([, called, row]) => called ?? row);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(`${name}` in client))).toEqual([]);
  });
});
