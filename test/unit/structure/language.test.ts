import { describe, expect, it } from 'vitest';
import { allowedUses } from '../../../scripts/language/allowed-uses.ts';
import { checkWords, USES_MAX } from '../../../scripts/language/check-words.ts';
import { checkConstantNames } from '../../../scripts/language/constant-names.ts';
import { checkLineLengths } from '../../../scripts/language/line-lengths.ts';
import { findListedWords, listedWords } from '../../../scripts/language/listed-words.ts';

const wordsOf = (line: string) => findListedWords(line).map(({ word }) => word);

describe('the check of listed words', () => {
  it.each([
    ['a comment', '// The page was told of it.', ['tell']],
    ['an identifier in camelCase', 'const leftOut = pages;', ['leave out']],
    ['an identifier in CONSTANT_CASE', 'PLACES_PER_SERVER: 4', ['place']],
    ['a phrase that starts a sentence', 'Whoever calls it', ['whoever']],
    ['each of several uses', 'one place, another place', ['place', 'place']],
  ])('finds words in %s', (_where, line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it.each([
    'the formats of a report, a platform and its performance',
    'const placeholder = landmark;',
    'replaces markup, markdown and landmarks',
    'the CI pipeline of the customer',
    'while reading the file',
    'the login form, its form fields and <form> elements',
    'starts with a byte order mark',
    "outcome: 'earl:cantTell'",
  ])('accepts %s', (line) => {
    expect(wordsOf(line)).toEqual([]);
  });

  it('says where the word is, and what to write instead', () => {
    const sources = new Map([['core/a.ts', 'one\n// is told of it\n// tells it']]);
    expect(checkWords(sources, [])).toEqual({
      faults: ['core/a.ts: "tell": 2 uses in lines 2, 3; 0 are allowed. Write: report, notify, log, state'],
      uses: 2,
      frozenUses: 0,
    });
  });

  it('accepts as many uses as are allowed with a reason, and neither more nor fewer', () => {
    const allowed = [{ path: 'core/a.ts', word: 'edition', uses: 1, reason: 'stored attribute' }];
    const check = (source: string) => checkWords(new Map([['core/a.ts', source]]), allowed).faults.length;
    expect(check('edition')).toBe(0);
    expect(check('edition edition')).toBe(1);
    expect(check('nothing')).toBe(1);
  });

  it('does not count frozen names in code, but in comments, sentences and documents', () => {
    const code = 'const { place, marks } = node;\nreturn scan.edition;\nfor (const [place] of all) a(place);';
    const count = (path: string, source: string) => {
      const { uses, frozenUses } = checkWords(new Map([[path, source]]), []);
      return { uses, frozenUses };
    };
    expect(count('test/a.ts', code)).toEqual({ uses: 0, frozenUses: 5 });
    const prose = "// in this place.\nit('finds a place, and another', run);\nconst otherPlace = 1;";
    expect(count('test/a.ts', prose)).toEqual({ uses: 3, frozenUses: 0 });
    expect(count('docs/a.md', 'an edition, marks')).toEqual({ uses: 2, frozenUses: 0 });
  });

  it('counts frozen names in files that do not read or write the member', () => {
    const names = (path: string) =>
      checkWords(new Map([[path, 'const { place, marks } = node;']]), []).faults.map(
        (fault) => fault.split(':')[1],
      );
    expect(names('formats/a.ts')).toEqual([' "place"', ' "mark"']);
    expect(names('core/scans/chunk.ts')).toEqual([' "place"']);
  });

  it('refuses more uses than the limit, even if each is allowed', () => {
    const path = 'core/a.ts';
    const uses = USES_MAX + 1;
    const { faults } = checkWords(new Map([[path, 'twin '.repeat(uses)]]), [
      { path, word: 'twin', uses, reason: 'a test' },
    ]);
    expect(faults).toEqual([`${uses} uses of listed words; at most ${USES_MAX} may be left`]);
  });

  it('allows only words of the list, once for each file, with a reason', () => {
    const words = listedWords.map(({ word }) => word);
    for (const { word, reason, uses } of allowedUses) {
      expect(words).toContain(word);
      expect(reason.length).toBeGreaterThan(10);
      expect(uses).toBeGreaterThan(0);
    }
    const keys = allowedUses.map(({ path, word }) => `${path} ${word}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the check of line lengths', () => {
  const long = 'word '.repeat(24).padEnd(121, '.');

  it.each([
    ['a comment', 'core/a.ts', ` * ${long}`],
    ['a paragraph', 'docs/a.md', `Title\n\n${long}`],
  ])('refuses a long line in %s', (_, path, source) => {
    expect(checkLineLengths(path, source)).toEqual([
      expect.stringMatching(/^(core|docs)\/a\.\w+:[13]: 12\d char/),
    ]);
  });

  it.each([
    ['code, which Biome wraps', 'core/a.ts', `const a = '${long}';`],
    ['a URL', 'core/a.ts', `// https://a.example/${long}`],
    ['a row of a table', 'docs/a.md', `| ${long} |`],
    ['a code block', 'docs/a.md', `\`\`\`\n${long}\n\`\`\``],
    ['120 characters', 'docs/a.md', long.slice(1)],
  ])('accepts %s', (_, path, source) => {
    expect(checkLineLengths(path, source)).toEqual([]);
  });
});

describe('the check of constants', () => {
  const faultsOf = (source: string) => checkConstantNames('core/a.ts', source);

  it.each([
    'const PAGE_MS = 1_000;',
    'export const PAGE_MS = 5 * SECOND_MS;',
    "const GREETING = 'hello';",
    'const NAME = /^[a-z]+$/u;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    'const URL = `https://${HOST}/`;',
    'const limits = { pages: 5 };',
    'const rules = [1, 2] as const;',
    'const isFast = true;',
    'const parse = (text: string) => text;',
    'function f() { const local = 5; return local; }',
    'let counter = 0;',
  ])('accepts %s', (source) => {
    expect(faultsOf(source)).toEqual([]);
  });

  it.each(['const pageMs = 1_000;', 'const LIMITS = { pages: 5 };', 'export const greeting = `hello`;'])(
    'refuses %s',
    (source) => {
      expect(faultsOf(source)).toHaveLength(1);
    },
  );
});
