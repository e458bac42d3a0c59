import { describe, expect, it } from 'vitest';
import { readVersion } from '../../../cli/version.ts';
import { renderCommandLines, renderCurlLines } from '../../../local/demo/show.ts';
import { renderSummaryLines } from '../../../local/demo/summary.ts';
import { FlagError, readFlags } from '../../../local/flags.ts';
import { findUnknownTypes } from '../../../local/template/resource-types.ts';
import { escapeLogText, toPlainText } from '../../../local/terminal.ts';

describe('text from scanned pages', () => {
  it.each([
    ['color sequences', '\u001b[31mred\u001b[0m', '[U+001B][31mred[U+001B][0m'],
    ['a window title', '\u001b]0;owned\u0007text', '[U+001B]]0;owned[U+0007]text'],
    ['an unfinished link', 'a\u001b]8;;http://evil b', 'a[U+001B]]8;;http://evil b'],
    ['the one-byte encoding of an escape sequence', 'a\u009b2Jb', 'a[U+009B]2Jb'],
    ['backspaces', 'safe\r\n\b\bevil', 'safe [U+0008][U+0008]evil'],
    ['direction overrides', 'a\u202eb\u2066c', 'a[U+202E]b[U+2066]c'],
    ['zero-width and tag characters', 'a\u200bb\u{e0041}c', 'a[U+200B]b[U+E0041]c'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('shows %s escaped', (_, text, expected) => {
    expect(toPlainText(text)).toBe(expected);
  });

  it('is limited in length, without splitting characters', () => {
    expect(toPlainText('😀'.repeat(50), 5)).toBe('😀😀😀😀…');
    expect(toPlainText('x'.repeat(1_000_000))).toHaveLength(100);
  });

  it('shows a sign of truncation if it was truncated before any visible text', () => {
    expect(toPlainText(`${' '.repeat(20_000)}text`)).toBe('…');
  });
});

describe('the output of a function', () => {
  it('keeps its lines and remains the same JSON, without active characters', () => {
    const hostile = 'a\u001b[2J\u009b\u202e\u2028\r\u{e0041}b';
    const line = `${JSON.stringify({ hostile })}\n`;
    expect(escapeLogText(line)).toMatch(/^[\x20-\x7e]*\n$/);
    expect(JSON.parse(escapeLogText(line))).toEqual({ hostile });
    expect(escapeLogText('Error: \u001b[31m\n\tat x\n')).toBe('Error: \\u001b[31m\n\tat x\n');
  });
});

describe('the summary of a report', () => {
  const report = {
    summary: {
      pages: { known: 3, scanned: 2, byOutcome: { scanned: 2, timeout: 1 } },
      violations: { elements: 4, rules: 1, byImpact: { critical: { elements: 4 }, minor: { elements: 0 } } },
      needsReview: { elements: 1, rules: 1, byImpact: { serious: { elements: 1 } } },
    },
    violations: Array.from({ length: 7 }, (_, i) => ({
      ruleId: `rule-${i}`,
      help: 'Images must have alternative text',
      impact: 'critical',
      nodeCount: 4,
      pageCount: 1,
      nodes: [{ url: 'http://x/', target: ['#frame', ['host', 'img']], html: '<img>\u001b[2J' }],
    })),
  };

  it('shows pages by outcome, violations by impact and the five worst rules with one element each', () => {
    const text = renderSummaryLines(report).join('\n');
    expect(text).toContain('3: 2 scanned, 1 timeout');
    expect(text).toContain('4 elements by 1 rule: 4 critical');
    expect(text).toContain('1 element by 1 rule: 1 serious');
    expect(text).toContain('http://x/ at #frame › host › img');
    expect(text.match(/• rule-/g)).toHaveLength(5);
  });

  it('escapes texts of a page for the terminal', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the text must not contain them
    expect(renderSummaryLines(report).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('accepts a report without any member', () => {
    expect(renderSummaryLines({}).length).toBeGreaterThan(0);
  });
});

describe('the lines to paste', () => {
  it('read the key from its file instead of showing it, with any name of the folder', () => {
    const service = {
      baseUrl: 'http://localhost:1/api/v1',
      apiKey: 'key_secret',
      siteId: 's',
      demoSiteUrl: null,
      dashboardUrl: 'http://localhost:1',
      signInEmail: '',
      mailsUrl: '',
    };
    const text = renderCurlLines(service, 'site_1', 'scan_1', "/tmp/it's here").join('\n');
    expect(text).not.toContain('key_secret');
    expect(text).toContain(`"/tmp/it'\\''s here/service.json"`);
  });

  it('name the built package, and the key by its variable', () => {
    const [pack, trigger] = renderCommandLines({ baseUrl: 'http://localhost:3000/api/v1' }, 'site_1');
    expect(pack?.trim()).toBe('npm run pack:cli');
    expect(trigger).toContain(`./a11y-scan-${readVersion()}.tgz -- a11y-scan trigger --site site_1`);
    expect(trigger).toContain('A11Y_SCAN_API_KEY="$KEY"');
  });
});

describe('the flags', () => {
  it('have defaults', () => {
    expect(readFlags([], {})).toEqual({
      port: 3000,
      dataFolder: '.local',
      fresh: false,
      demo: true,
      verbose: false,
      help: false,
      allowLoopback: [],
    });
  });

  it('override the environment', () => {
    expect(readFlags([], { PORT: '4000' }).port).toBe(4000);
    expect(readFlags(['--port', '0', '--no-demo', '--fresh'], { PORT: '4000' })).toMatchObject({
      port: 0,
      demo: false,
      fresh: true,
    });
  });

  it('name the function and the port to inspect', () => {
    const inspect = (value: string) => readFlags(['--inspect', value], {}).inspect;
    expect(inspect('scan-pages')).toEqual({ name: 'scan-pages', port: 9229 });
    expect(inspect('scan-pages:9300')).toEqual({ name: 'scan-pages', port: 9300 });
  });

  it.each([
    [['--bogus'], {}, "Unknown option '--bogus'"],
    [['extra'], {}, "Unexpected argument 'extra'"],
    [['--port'], {}, '--port'],
    [['--port', '70000'], {}, '--port must be a whole number from 0 to 65535, not "70000"'],
    [['--port', '3e3x'], {}, '--port must be'],
    [[], { PORT: 'http' }, 'PORT must be'],
    [['--data', ''], {}, '--data must name a folder'],
    [
      ['--inspect', 'Scan Pages'],
      {},
      '--inspect must name a function, such as scan-pages or scan-pages:9300',
    ],
    [['--inspect', 'scan-pages:0'], {}, '--inspect must name a function'],
    [['--inspect', 'scan-pages:70000'], {}, '--inspect must name a function'],
  ])('%j with %j are rejected in one line', (args, environment, message) => {
    const read = () => readFlags(args, environment);
    expect(read).toThrow(FlagError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });
});

describe('the resource types', () => {
  it('that are neither supported nor ignored with a reason are reported', () => {
    const types = [
      'AWS::Lambda::Function',
      'AWS::IAM::Role',
      'Custom::X',
      'AWS::Kinesis::Stream',
      'AWS::Kinesis::Stream',
    ];
    expect(findUnknownTypes(types)).toEqual(['AWS::Kinesis::Stream']);
  });
});
