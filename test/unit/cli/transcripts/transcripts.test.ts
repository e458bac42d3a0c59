import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertTranscripts } from '../../../../scripts/transcripts/insert-transcripts.ts';
import { TranscriptNormalizer } from '../../../../scripts/transcripts/normalizer.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');

describe('a normalized transcript', () => {
  const one = `Scan scan_${'a'.repeat(26)}\nQueued\n1 of 3 pages\nhttp://127.0.0.1:51234/ of 2026-11-22.\n`;
  const other = `Scan scan_${'b'.repeat(26)}\nLooking for pages\nhttp://127.0.0.1:33333/ of 2027-01-01.\n`;

  it('is the same for runs that differ in ids, ports, dates and progress', () => {
    expect(new TranscriptNormalizer().normalize(other).replace('Looking for pages', 'Queued')).toBe(
      new TranscriptNormalizer().normalize(one),
    );
  });

  it('keeps the length of every line', () => {
    const lengths = (text: string) => text.split('\n').map((line) => line.length);
    expect(lengths(new TranscriptNormalizer().normalize(other))).toEqual(lengths(other));
  });

  it('keeps different ids different and equal ids equal, across transcripts', () => {
    const normalizer = new TranscriptNormalizer();
    const [first, second, again] = [
      normalizer.normalize(one),
      normalizer.normalize(other),
      normalizer.normalize(one),
    ];
    expect(again).toBe(first);
    expect(second.split('\n')[0]).not.toBe(first.split('\n')[0]);
  });
});

describe('inserting transcripts', () => {
  it('fills docs/cli.md, and changes nothing the second time', () => {
    const filled = insertTranscripts(document, { passing: '$ one\n', failing: '$ two\n' });
    expect(filled).toContain('<!-- transcript:passing -->\n```\n$ one\n```\n<!-- /transcript -->');
    expect(filled).toContain('<!-- transcript:failing -->\n```\n$ two\n```\n<!-- /transcript -->');
    expect(insertTranscripts(filled, { passing: '$ one\n', failing: '$ two\n' })).toBe(filled);
  });

  it.each([
    ['no comments', 'nothing'],
    ['comments without an end', '<!-- transcript:passing -->\n'],
    ['two pairs of comments', '<!-- transcript:passing -->\n<!-- /transcript -->\n'.repeat(2)],
  ])('rejects a document with %s', (_, text) => {
    expect(() => insertTranscripts(text, { passing: '', failing: '' })).toThrow(
      'The document needs exactly one pair of comments for the transcript "passing"',
    );
  });
});
