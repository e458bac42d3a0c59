import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../core/findings/check.ts';
import type { ElementFacts } from '../../../core/findings/element-facts.ts';
import {
  findingNodeSchema,
  type PageResult,
  pageFindingSchema,
  pageResultSchema,
  ruleOutcomeSchema,
} from '../../../core/scans/page-result.ts';
import type { Credentials } from '../../../core/sites/credentials.ts';
import type { WireNode } from '../../../scanner/page/in-page/wire-results.ts';
import { createRedaction } from '../../../scanner/redact/redact-result.ts';
import { listSecretVariants } from '../../../scanner/redact/secret-variants.ts';
import { redactSelector } from '../../../scanner/redact/selector.ts';
import { redactSnippet } from '../../../scanner/redact/snippet.ts';
import { TextFinder } from '../../../scanner/redact/text-finder.ts';

const none: Credentials = { origin: 'https://a.example', headers: {}, cookies: [], basic: null };
const header = (value: string): Credentials => ({ ...none, headers: { 'X-Token': value } });
const cookie = (value: string): Credentials => ({
  ...none,
  cookies: [{ name: 'sid', value, path: '/', httpOnly: true }],
});
const basic = (username: string, password: string): Credentials => ({
  ...none,
  basic: { username, password },
});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const entities = (text: string, number: (code: number) => string) =>
  Array.from(text, (character) => `&#${number(character.codePointAt(0) as number)};`).join('');

describe('encodings of credentials', () => {
  const awkward = `Aa1"<b>&'/+=\\ z~é`;
  it.each<[string, Credentials, string, string]>([
    ['as it is', header('s3cret-value'), 'a s3cret-value b', 'a [redacted] b'],
    ['in another case', header('s3cret-value'), 'S3CRET-VALUE', '[redacted]'],
    ['within a word', header('s3cret-value'), 'xs3cret-valuex', 'x[redacted]x'],
    ['twice in a row', header('s3cret-value'), 's3cret-values3cret-value', '[redacted]'],
    [
      'the token of a scheme',
      { ...none, headers: { Authorization: 'Bearer s3cret-value' } },
      't=s3cret-value',
      't=[redacted]',
    ],
    [
      'the password of a basic header',
      { ...none, headers: { Authorization: `Basic ${base64('u:s3cret-value')}` } },
      's3cret-value',
      '[redacted]',
    ],
    ['a cookie', cookie('s3cret-value'), 'sid=s3cret-value; x', 'sid=[redacted]; x'],
    ['a quoted cookie without quotes', cookie('"s3cret-value"'), 's3cret-value', '[redacted]'],
    ['an encoded cookie decoded', cookie('s3cret%2Fvalue'), 's3cret/value', '[redacted]'],
    ['a password', basic('u', 's3cret-value'), 's3cret-value', '[redacted]'],
    ['a user name', basic('somebody', 'x'), 'Hello somebody', 'Hello [redacted]'],
    ['both', basic('me', 'pw12'), 'me:pw12', '[redacted]'],
    ['both in base64', basic('me', 'pw12'), `Basic ${base64('me:pw12')}`, 'Basic [redacted]'],
    ['percent-encoded', header(awkward), encodeURIComponent(awkward), '[redacted]'],
    [
      'percent-encoded in lower case',
      header(awkward),
      encodeURIComponent(awkward).toLowerCase(),
      '[redacted]',
    ],
    ['percent-encoded twice', header(awkward), encodeURIComponent(encodeURIComponent(awkward)), '[redacted]'],
    ['form-encoded', header('a b&s3cret'), 'a+b%26s3cret', '[redacted]'],
    [
      'escaped for an attribute',
      header(awkward),
      awkward.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      '[redacted]',
    ],
    [
      'escaped for text',
      header(awkward),
      awkward.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      '[redacted]',
    ],
    ['as JSON', header(awkward), JSON.stringify(awkward), '"[redacted]"'],
    [
      'as JSON in an attribute',
      header(awkward),
      JSON.stringify(awkward).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      '&quot;[redacted]&quot;',
    ],
    [
      'as JSON that is safe in HTML',
      header("a<s3cret>&'"),
      'a\\u003cs3cret\\u003e\\u0026\\u0027',
      '[redacted]',
    ],
    ['escaped for a selector', header('9s3cret:value.x'), '#\\39 s3cret\\:value\\.x', '#[redacted]'],
    ['in base64', header('s3cret-value'), base64('s3cret-value'), '[redacted]'],
    [
      'in base64 for URLs',
      header('??>>s3cret>>??'),
      base64('??>>s3cret>>??').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      '[redacted]',
    ],
    ['in hexadecimal', header(awkward), `0x${hex(awkward)}`, '0x[redacted]'],
    ['in upper-case hexadecimal', header(awkward), hex(awkward).toUpperCase(), '[redacted]'],
    ['a pair in hexadecimal', basic('me', 'pw12'), hex('me:pw12'), '[redacted]'],
    ['as decimal entities', header(awkward), entities(awkward, (code) => `${code}`), '[redacted]'],
    [
      'as hexadecimal entities',
      header(awkward),
      entities(awkward, (code) => `x${code.toString(16)}`),
      '[redacted]',
    ],
    [
      'as upper-case hexadecimal entities',
      cookie('s3cret-\u{1f600}-value'),
      entities('s3cret-\u{1f600}-value', (code) => `X${code.toString(16).toUpperCase()}`),
      '[redacted]',
    ],
  ])('are redacted: %s', (_, credentials, text, redacted) => {
    expect(createRedaction(credentials).text(text)).toBe(redacted);
  });

  it.each([0, 1, 2, 3, 4, 5])('are redacted in longer base64 text, %i bytes into it', (before) => {
    const text = base64(`${'x'.repeat(before)}s3cret-value:and more`);
    const redacted = createRedaction(header('s3cret-value')).text(text);
    expect(redacted).toContain('[redacted]');
    expect(Buffer.from(redacted.replace('[redacted]', ' '), 'base64').toString()).not.toContain('cret-val');
  });

  it.each<[string, string]>([
    ['<a title="s3cret-val...">', '<a title="[redacted]...">'],
    ['text s3cret-…', 'text [redacted]…'],
    ['text s3cret', 'text [redacted]'],
    ['<a title="...et-value">', '<a title="...[redacted]">'],
    ['…3CRET-VALUE and', '…[redacted] and'],
    ['...s3cret-value', '...[redacted]'],
    ['....t-value and …t-value', '....[redacted] and …[redacted]'],
    [`…${encodeURIComponent('et-value')}x`, '…[redacted]x'],
    [`...${Buffer.from('s3cret-value').toString('hex').slice(9)}`, '...[redacted]'],
    ['s3cret-…t-value', '[redacted]…[redacted]'],
    ['...-value', '...[redacted]'],
    ['...value', '...value'],
    ['et-value', 'et-value'],
    ['.. et-value', '.. et-value'],
    ['...et-valu', '...et-valu'],
    ['text s3cre', 'text s3cre'],
    ['s3cret but another', 's3cret but another'],
  ])('are redacted if they are truncated: %s', (text, redacted) => {
    expect(createRedaction(header('s3cret-value')).text(text)).toBe(redacted);
  });

  it('of four to seven characters are redacted only as separate words, shorter ones never', () => {
    expect(createRedaction(header('admin')).text('admin, /admin/ and administrator')).toBe(
      '[redacted], /[redacted]/ and administrator',
    );
    expect(createRedaction(header('abc')).text('abc')).toBe('abc');
  });

  it('that are only similar to credentials are not redacted', () => {
    const text = '<img src="/a.png" alt="s3cret" value-s3cret->';
    expect(createRedaction(header('s3cret-value')).text(text)).toBe(text);
    expect(createRedaction(undefined).text(text)).toBe(text);
  });

  it('are found in time proportional to the length of the text, with any number of credentials and any text', () => {
    const value = 'a"<&\'\\'.repeat(20);
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`X-${n}`, `${value}${n}`]));
    const sought = listSecretVariants({ ...none, headers: many });
    const length = sought.reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeLessThan(2_000_000);
    const finder = new TextFinder(sought);
    // Repeated near matches; comparing from each position anew would take about 10^9 steps.
    const text = `${value.slice(0, -1)}x`.repeat(5_000);
    expect(finder.find(text)).toEqual([]);
    expect(finder.find(text + value + 7)).toEqual([[text.length, text.length + value.length + 1]]);
  });
});

describe('truncated credentials', () => {
  it('are found in time proportional to the length of the text, for any text', () => {
    const finder = new TextFinder([{ text: `b${'.'.repeat(2_000)}`, wholeWord: false }]);
    // An ellipsis at every position, which may follow a truncated credential: 2,000 steps each would be 10^9.
    const text = `${'.'.repeat(500_000)}x`;
    expect(finder.find(text)).toEqual([[3, 500_000]]);
  });
});

describe('snippets', () => {
  it.each([
    ['<input type="text" value="Jane Doe">', '<input type="text" value="[redacted]">'],
    ['<input value="Jane">', '<input value="[redacted]">'],
    ['<INPUT VALUE="Jane" TYPE="hidden">', '<INPUT VALUE="[redacted]" TYPE="hidden">'],
    ['<input value="Jane" type="made-up">', '<input value="[redacted]" type="made-up">'],
    ['<input type="password" value="a&quot;b">', '<input type="password" value="[redacted]">'],
    ['<input value="my"secret" id="a">', '<input value="[redacted]" id="a">'],
    ['<input value="a long value that is...">', '<input value="[redacted]">'],
    ['<input value="cut off he', '<input value="[redacted]'],
    ['<input value=bare id="a">', '<input value=[redacted] id="a">'],
    ['<input type="submit" value="Send">', '<input type="submit" value="Send">'],
    ['<input value="Send" type="BUTTON">', '<input value="Send" type="BUTTON">'],
    ['<input type="checkbox" value="yes">', '<input type="checkbox" value="yes">'],
    ['<input value="">', '<input value="">'],
    ['<button value="1">Send</button>', '<button value="1">Send</button>'],
    ['<option value="de">Germany</option>', '<option value="de">Germany</option>'],
    ['<textarea id="a">Dear Sir</textarea><b>x</b>', '<textarea id="a">[redacted]</textarea><b>x</b>'],
    ['<textarea>cut off', '<textarea>[redacted]'],
    ['<textarea></textarea>', '<textarea></textarea>'],
    [
      '<label>a <input value="x"> <input value="y"></label>',
      '<label>a <input value="[redacted]"> <input value="[redacted]"></label>',
    ],
    ['<script nonce="abc" src="/a.js"></script>', '<script nonce="[redacted]" src="/a.js"></script>'],
    ['<meta name="csrf-token" content="abc">', '<meta name="csrf-token" content="[redacted]">'],
    ['<meta name="viewport" content="width=1">', '<meta name="viewport" content="width=1">'],
    [
      '<div data-csrf-token="abc" data-key="1" data-author="x">',
      '<div data-csrf-token="[redacted]" data-key="1" data-author="x">',
    ],
    ['<p title="value=x">value="x"</p>', '<p title="value=x">value="x"</p>'],
    ['<', '<'],
    ['<input', '<input'],
    ['a < b <input value', 'a < b <input value'],
    ['<input = = "" value="x"', '<input = = "" value="[redacted]"'],
  ])('%s', (html, redacted) => {
    expect(redactSnippet(html)).toBe(redacted);
  });

  it.each([
    ['<input value="', '<input value="[redacted]"'],
    ['<textarea>', '<textarea>[redacted]'],
    ...['<a ="', '<a "', '<a b=', '<'].map((piece) => [piece, piece.repeat(50_000)]),
  ])('are parsed to their end even if %s occurs 50,000 times', (piece = '', redacted) => {
    expect(redactSnippet(piece.repeat(50_000)) === redacted).toBe(true);
  });
});

describe('selectors', () => {
  it.each([
    ['input[value="Jane"]', 'input[value="[redacted]"]'],
    ['form > input[type="text"][value="a\\"]b"].x', 'form > input[type="text"][value="[redacted]"].x'],
    ['input[value="Send"][type="submit"]', 'input[value="Send"][type="submit"]'],
    ['[value="Jane"]', '[value="[redacted]"]'],
    ['.a[value="Jane"]', '.a[value="[redacted]"]'],
    ['button[value="1"]', 'button[value="1"]'],
    ['option[value="de"]:nth-child(2)', 'option[value="de"]:nth-child(2)'],
    ['script[nonce="abc"]', 'script[nonce="[redacted]"]'],
    ['meta[name="csrf-token"][content="abc"]', 'meta[name="csrf-token"][content="[redacted]"]'],
    ['div[data-token="abc"] > b', 'div[data-token="[redacted]"] > b'],
    ['input[value="cut', 'input[value="[redacted]'],
    ['a[href$="x.html"] > #id', 'a[href$="x.html"] > #id'],
    ['[[[="a"]', '[[[="a"]'],
  ])('%s', (selector, redacted) => {
    expect(redactSelector(selector)).toBe(redacted);
  });

  it.each([
    ['[value="\\"', `${'[value="\\"'.repeat(49_999)}[value="[redacted]`],
    ...['[a="', '[', 'a[b="c"]'].map((piece) => [piece, piece.repeat(50_000)]),
  ])('are parsed to their end even if %s occurs 50,000 times', (piece = '', redacted) => {
    expect(redactSelector(piece.repeat(50_000)) === redacted).toBe(true);
  });
});

describe('a result', () => {
  const secret = 's3cret-value';
  const result: PageResult = {
    schemaVersion: 1,
    scanId: 'scan_1',
    pageId: 'page_1',
    attempt: 1,
    requestedUrl: `https://a.example/?code=1&a=${secret}`,
    finalUrl: `https://a.example/?session=1&a=${secret}`,
    title: `Hello ${secret}`,
    httpStatus: 200,
    contentType: `text/html; x=${secret}`,
    outcome: 'scanned',
    detail: `Frames not scanned: https://b.example/?token=1&b=${secret}.`,
    settled: true,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    engine: { axe: '4', browser: 'c', userAgent: 'u', viewport: { width: 1, height: 1 } },
    rules: [{ ruleId: 'label', result: 'not-run', reason: `because ${secret}` }],
    framesNotScanned: [],
    incomplete: false,
    hasNotStarted: false,
    failedScripts: [],
    content: null,
    selectorsUnmatched: [],
    framesNotJudged: 0,
    markups: null,
    findings: [],
  };
  const check = (text: string) => ({
    id: 'label',
    message: text,
    data: { value: text, values: [text, 1], size: 2, none: null },
  });
  const node: WireNode = {
    target: [`#${secret}`, ['#host', `input[value="${secret}"]`]],
    html: `<input value="typed" title="${secret}" formaction="/x?token=1">`,
    impact: null,
    any: [check(`a ${secret}`)],
    all: [check(`b ${secret}`)],
    none: [check(`c ${secret}`)],
    element: null,
  };

  it('contains neither the credentials nor other secrets, and everything else is unchanged', () => {
    const redacted = createRedaction(header(secret)).result(result);
    expect(JSON.stringify(redacted)).not.toContain(secret);
    expect(redacted.requestedUrl).toBe('https://a.example/?code=[redacted]&a=[redacted]');
    expect(redacted.finalUrl).toBe('https://a.example/?session=[redacted]&a=[redacted]');
    expect(redacted.detail).toBe('Frames not scanned: https://b.example/?token=[redacted]&b=[redacted].');
    expect(redacted).toMatchObject({ pageId: 'page_1', scanId: 'scan_1', engine: result.engine });
  });

  it('has nodes without them', () => {
    const redacted = createRedaction(header(secret)).node(node);
    const cleared = (text: string) => [
      { id: 'label', message: text, data: { value: text, values: [text, 1], size: 2, none: null } },
    ];
    expect(redacted).toEqual({
      target: ['#[redacted]', ['#host', 'input[value="[redacted]"]']],
      html: '<input value="[redacted]" title="[redacted]" formaction="/x?token=[redacted]">',
      impact: null,
      fix: { any: ['a [redacted]'], all: ['b [redacted]'], none: ['c [redacted]'] },
      checks: { any: cleared('a [redacted]'), all: cleared('b [redacted]'), none: cleared('c [redacted]') },
    });
  });

  it('has identities that are built from redacted text', () => {
    const opening = {
      tag: 'input',
      attributes: [
        ['value', 'typed'],
        ['title', secret],
        ['nonce', 'n1'],
        ['data-csrf-token', 'n2'],
        ['data-empty-token', ''],
        [`x-${secret}`, 'a'],
        ['href', '/?token=n3'],
      ],
    } satisfies Partial<ElementFacts>;
    const facts: ElementFacts = {
      ...opening,
      ownText: secret,
      text: `text ${secret}`,
      inside: [opening],
      path: [{ tag: 'p', index: 2, role: secret, id: secret, label: secret, inShadow: false }],
      hosts: [opening],
      base: `https://a.example/?session=n4&x=${secret}`,
    };
    const redacted = createRedaction(header(secret)).element(facts);
    const cleared = {
      tag: 'input',
      attributes: [
        ['value', '[redacted]'],
        ['title', '[redacted]'],
        ['nonce', '[redacted]'],
        ['data-csrf-token', '[redacted]'],
        ['data-empty-token', ''],
        ['x-[redacted]', 'a'],
        ['href', '/?token=[redacted]'],
      ],
    };
    expect(redacted).toEqual({
      ...cleared,
      ownText: '[redacted]',
      text: 'text [redacted]',
      inside: [cleared],
      path: [
        { tag: 'p', index: 2, role: '[redacted]', id: '[redacted]', label: '[redacted]', inShadow: false },
      ],
      hosts: [cleared],
      base: 'https://a.example/?session=[redacted]&x=[redacted]',
    });
    const markup = createRedaction(header(secret)).markup({ ...opening, ownText: secret });
    expect(markup).toEqual({ ...cleared, ownText: '[redacted]' });
    expect(createRedaction(undefined).element({ ...facts, text: null, inside: null })).toMatchObject({
      text: null,
      inside: null,
      attributes: [['value', '[redacted]'], ['title', secret], ['nonce', '[redacted]'], ...[{}, {}, {}, {}]],
    });
  });

  it('has no unhandled member: a new one is redacted by redact-result.ts, where it is built, or contains nothing of a page', () => {
    const [ofFinding, ofNode, ofCheck] = [pageFindingSchema, findingNodeSchema, checkSchema].map(
      ({ shape }) => Object.keys(shape).sort(),
    );
    const nothingOfThePage = [
      'schemaVersion',
      'scanId',
      'pageId',
      'attempt',
      'httpStatus',
      'outcome',
      'settled',
      'startedAt',
      'durationMs',
      'engine',
      'framesNotJudged',
      'incomplete',
      'hasNotStarted',
      'selectorsUnmatched',
    ];
    const cleared = ['requestedUrl', 'finalUrl', 'title', 'contentType', 'detail', 'failedScripts', 'rules'];
    // By evaluate-page.ts, findings.ts and page-markups.ts.
    const clearedBefore = ['content', 'findings', 'framesNotScanned', 'markups'];
    expect(Object.keys(pageResultSchema.shape).sort()).toEqual(
      [...nothingOfThePage, ...cleared, ...clearedBefore].sort(),
    );
    expect(Object.keys(ruleOutcomeSchema.shape).sort()).toEqual(['reason', 'result', 'ruleId']);
    expect(ofFinding).toEqual(['impact', 'kind', 'nodeCount', 'nodes', 'ruleId']);
    // Paths are redacted like targets, by findings.ts. Identities are built from redacted text, suppression selectors
    // are the account's own, and pictures mask secrets.
    const made = ['identity', 'marks', 'path', 'picture'];
    expect(ofNode).toEqual([...Object.keys(createRedaction(undefined).node(node)), ...made].sort());
    expect(ofCheck).toEqual(['data', 'id', 'message']);
  });

  it('without credentials still redacts form values and text that looks secret', () => {
    const redacted = createRedaction(undefined).result(result);
    expect(redacted.title).toBe(result.title);
    expect(createRedaction(undefined).node(node).html).toContain('value="[redacted]"');
    expect(redacted.finalUrl).toContain('session=[redacted]');
  });

  it('has no links that contain a credential, and states how many are missing', () => {
    const urls = ['https://a.example/a', `https://a.example/b?x=${secret}`, 'https://a.example/c?token=1'];
    const links = createRedaction(header(secret)).links({ urls, risky: urls.slice(1), cut: 2 });
    expect(links).toEqual({ urls: [urls[0], urls[2]], risky: [urls[2]], cut: 3 });
  });
});
