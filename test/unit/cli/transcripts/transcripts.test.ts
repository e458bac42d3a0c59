import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTranscripts } from '../../../../scripts/transcripts/readme.ts';
import { Steady } from '../../../../scripts/transcripts/steady.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');

describe('a steady transcript', () => {
  const one = `Scan scan_${'a'.repeat(26)}\nQueued\n1 of 3 pages\nhttp://127.0.0.1:51234/ of 2026-11-22.\n`;
  const other = `Scan scan_${'b'.repeat(26)}\nLooking for pages\nhttp://127.0.0.1:33333/ of 2027-01-01.\n`;

  it('differs by nothing that differs from run to run', () => {
    expect(new Steady().of(other).replace('Looking for pages', 'Queued')).toBe(new Steady().of(one));
  });

  it('has lines as long as they were', () => {
    const lengths = (text: string) => text.split('\n').map((line) => line.length);
    expect(lengths(new Steady().of(other))).toEqual(lengths(other));
  });

  it('tells ids apart, over several transcripts', () => {
    const steady = new Steady();
    const [first, second, again] = [steady.of(one), steady.of(other), steady.of(one)];
    expect(again).toBe(first);
    expect(second.split('\n')[0]).not.toBe(first.split('\n')[0]);
  });
});

describe('the transcripts of the README', () => {
  it('have a place each, that holds nothing else', () => {
    const filled = withTranscripts(readme, { passing: '$ one\n', failing: '$ two\n' });
    expect(filled).toContain('<!-- transcript:passing -->\n```\n$ one\n```\n<!-- /transcript -->');
    expect(filled).toContain('<!-- transcript:failing -->\n```\n$ two\n```\n<!-- /transcript -->');
    expect(withTranscripts(filled, { passing: '$ one\n', failing: '$ two\n' })).toBe(filled);
  });

  it.each([
    ['no place', 'nothing'],
    ['a place without an end', '<!-- transcript:passing -->\n'],
    ['two places', '<!-- transcript:passing -->\n<!-- /transcript -->\n'.repeat(2)],
  ])('are refused by a document with %s', (_, document) => {
    expect(() => withTranscripts(document, { passing: '', failing: '' })).toThrow(
      'there must be one place for the transcript "passing"',
    );
  });
});
