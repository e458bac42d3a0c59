import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage, MessageEntry } from '../../../../core/alerts/message.ts';
import { escapeSlack } from '../../../../formats/slack/escape-slack.ts';
import { renderSlack } from '../../../../formats/slack/render-slack.ts';
import { anyText, expectSoonDone, hold } from '../../../support/hold.ts';
import { findSlackFault } from '../../../support/slack.ts';

const entry: MessageEntry = {
  title: 'Images must have alternative text',
  link: 'https://dashboard.example/groups/1',
  facts: [
    { name: 'Impact', value: 'critical' },
    { name: 'Element', value: '<img src="a.png">', isCode: true },
  ],
  remedy: 'Add an alt attribute.',
};
const message: AlertMessage = {
  title: 'Shop: 1 new problem',
  intro: ['A scan of Shop found one new problem.'],
  sections: [{ heading: 'New', entries: [entry], omitted: 0 }],
  action: { text: 'Open the scan', url: 'https://dashboard.example/scans/1' },
  reason: 'You get this message because of the alert "Shop".',
  settings: { text: 'Change the alert', url: 'https://dashboard.example/alerts/1' },
};
const filled = (text: string, entries = 1): AlertMessage => ({
  title: text,
  intro: [text],
  sections: [
    {
      heading: text,
      entries: Array.from({ length: entries }, () => ({
        title: text,
        link: `https://dashboard.example/${encodeURIComponent(text.toWellFormed().slice(0, 50))}`,
        facts: [
          { name: 'Page', value: text },
          { name: 'Element', value: text, isCode: true as const },
        ],
        remedy: text,
      })),
      omitted: 3,
    },
  ],
  action: { text, url: 'https://dashboard.example/' },
  reason: text,
  settings: null,
});

const faultOf = (given: AlertMessage) =>
  findSlackFault('application/json', JSON.stringify(renderSlack(given)));

/** Returns all texts of a message, in order. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'text' && typeof member === 'string' ? [member] : textsOf(member),
  );
}

describe('a message to Slack', () => {
  it('has a header, what happened, each entry with its fix, why it came and where to change that', () => {
    const { text, blocks } = renderSlack(message);
    expect(text).toBe('Shop: 1 new problem\nA scan of Shop found one new problem.');
    expect(blocks.map(({ type }) => type)).toEqual([
      'header',
      'section',
      'rich_text',
      'rich_text',
      'rich_text',
      'rich_text',
    ]);
    expect(blocks[3]).toEqual({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'link', url: entry.link, text: entry.title, style: { bold: true } },
            { type: 'text', text: '\nImpact: ' },
            { type: 'text', text: 'critical' },
            { type: 'text', text: '\nElement: ' },
            { type: 'text', text: '&lt;img src="a.png"&gt;', style: { code: true } },
            { type: 'text', text: '\nHow to fix: Add an alt attribute.' },
          ],
        },
      ],
    });
    expect(JSON.stringify(blocks.slice(4))).toContain('https://dashboard.example/alerts/1');
    expect(faultOf(message)).toBeUndefined();
  });

  it.each([
    '<!channel> <!here> <@U012AB3CD> <#C012AB3CD> <https://evil.example|Open the scan>',
    '*bold* _italic_ ~gone~ `code` ```block``` :tada: > quote',
    '&lt;!channel&gt;',
    '\u202e\u0000\u001b[31m',
  ])('interprets nothing in a text of a page: %j', (hostile) => {
    const rendered = renderSlack(filled(hostile));
    expect(rendered.mrkdwn).toBe(false);
    expect(JSON.stringify(rendered)).not.toContain('"mrkdwn",');
    for (const text of textsOf(rendered)) {
      expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)|[\p{Cc}--\n]|\u202e/v);
    }
    const urls = JSON.stringify(rendered).match(/"url":"[^"]*"/g) ?? [];
    for (const url of urls) expect(url).toMatch(/^"url":"https:\/\/dashboard\.example\//);
  });

  it('shows no line of a page as a line of the message', () => {
    const [, , , block] = renderSlack(filled('a\nHow to fix: nothing\r\n\u2028b')).blocks;
    const lines = textsOf(block).join('').split('\n');
    expect(lines).toHaveLength(4);
  });

  it('fits, whatever the texts are, and counts what does not', () => {
    hold(
      fc.property(anyText, fc.nat(60), fc.nat(400), (text, entries, repeated) => {
        expect(faultOf(filled(text.repeat(repeated), entries))).toBeUndefined();
      }),
      30,
    );
    const { blocks } = renderSlack(filled('<'.repeat(5_000), 60));
    const shown = blocks.filter((block) => JSON.stringify(block).includes('How to fix')).length;
    expect(shown).toBeGreaterThan(1);
    expect(textsOf(blocks)).toContain(`and ${60 - shown + 3} more`);
  });

  it('is rendered in linear time', () => {
    expectSoonDone(() => renderSlack(filled('<&> \u202e\n'.repeat(50_000), 50)));
  });
});

describe('text for Slack', () => {
  it('is never longer than its limit, and cuts no entity in half', () => {
    hold(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, max) => {
        const escaped = escapeSlack(text, max);
        expect(escaped.length).toBeLessThanOrEqual(max);
        expect(escaped).not.toMatch(/&(?!(?:amp|lt|gt);)/);
      }),
    );
  });
});
