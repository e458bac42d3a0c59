import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { renderMail } from '../../../formats/mail/render-mail.ts';
import { hostileMessage, sampleMessages } from '../../support/sample-messages.ts';

const unsubscribe = { kind: 'alerts', url: 'https://scans.example.com/unsubscribe#token' } as const;
const samples = Object.entries({ ...sampleMessages, hostile: hostileMessage }).map(
  ([name, message]) => [name, renderMail(message, unsubscribe)] as const,
);
const hostile = renderMail(hostileMessage, unsubscribe);

/** RFC 5322, 2.1.1, in bytes. */
const LINE_BYTES_MAX = 998;
const longestLine = (text: string) => Math.max(...text.split('\n').map((line) => Buffer.byteLength(line)));

describe('a mail', () => {
  it.each(samples)('of %s is valid HTML', async (_, { html }) => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      // It is for search engines; the title repeats the subject.
      rules: { 'long-title': 'off' },
    });
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it.each(samples)('of %s has no line that a mail server may refuse', (_, { html, text }) => {
    expect(longestLine(html)).toBeLessThanOrEqual(LINE_BYTES_MAX);
    expect(longestLine(text)).toBeLessThanOrEqual(LINE_BYTES_MAX);
  });

  it.each(samples)('of %s has no images, no scripts, and links of http and https only', (_, { html }) => {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|base)\b/i);
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    expect(html).not.toMatch(/url\(|@import/i);
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:/);
  });

  it.each(samples)('of %s has one subject of one line, without encoded words', (_, { subject }) => {
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    expect(subject).not.toContain('=?');
    expect(subject.length).toBeLessThanOrEqual(160);
    expect(subject).not.toBe('');
  });

  it('says in its plain text everything that its HTML says', () => {
    for (const [name, message] of Object.entries(sampleMessages)) {
      const { text } = renderMail(message, unsubscribe);
      const flat = text.replace(/\s+/g, ' ');
      const { sections, action, settings, ...rest } = message;
      const entries = sections.flatMap((section) => section.entries);
      const parts = [
        rest.title,
        ...rest.intro,
        rest.reason,
        action.text,
        action.url,
        ...(settings === null ? [] : [settings.text, settings.url]),
        ...entries.flatMap(({ title, link, facts, remedy }) => [
          title,
          ...(link === null ? [] : [link]),
          ...facts.map((fact) => `${fact.name}: ${fact.value}`),
          ...(remedy === null ? [] : [`How to fix it: ${remedy}`]),
        ]),
        unsubscribe.url,
      ];
      for (const part of parts) expect(flat, name).toContain(part);
    }
  });

  it('shows active characters of pages and names instead of obeying them', () => {
    for (const part of [hostile.html, hostile.text, hostile.subject]) {
      expect(part).toContain('[U+202E]');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(part).not.toMatch(/[\u0000\u2028\u202a-\u202e\u2066-\u2069\r]/);
    }
    expect(hostile.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(hostile.html).not.toContain('<script');
  });

  it('breaks a long word of HTML without changing it', () => {
    const shown = hostile.html.replaceAll('<wbr\n>', '');
    expect(shown).toContain('long'.repeat(20));
    expect(hostile.html).toContain('<wbr\n>');
    expect(hostile.html.match(/<title>.*<\/title>/s)?.[0]).not.toContain('<wbr');
  });

  it('that cannot be switched off has no link for that', () => {
    const { html, text } = renderMail(sampleMessages['member.invited'], null);
    expect(`${html}${text}`).not.toMatch(/unsubscribe|Stop alerts/);
    expect(renderMail(sampleMessages.digest, { ...unsubscribe, kind: 'digests' }).text).toContain(
      'Stop digests of this account by mail:\nhttps://scans.example.com/unsubscribe#token',
    );
  });
});
