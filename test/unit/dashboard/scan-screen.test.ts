import { describe, expect, it } from 'vitest';
import { exampleFinding } from '../../../core/api/finding-endpoints.ts';
import { choosePause } from '../../../dashboard/parts/use-poll.ts';
import { formatFindingMarkdown } from '../../../dashboard/screens/scan/finding-markdown.ts';

describe('a finding as Markdown', () => {
  it('says what is wrong, how to fix it, and where it is', () => {
    expect(
      formatFindingMarkdown(exampleFinding),
    ).toBe(`**Critical: Images must have alternative text** (\`image-alt\`, WCAG 1.1.1)

- How to fix: \` Give the image an alt attribute. \`
- Page: \` https://www.example.com/ \`
- Element: \` html > body > main > img \`
- Fingerprint: \`f1_3c1e5a0b4c7e9b7b0f6f0c0f\`

\`\`\`html
<img src="/hero.jpg">
\`\`\`
`);
  });

  it('shows texts of the page as code, whatever they contain', () => {
    const html = '```\n<script>alert(1)</script>\n````';
    const text = formatFindingMarkdown({
      ...exampleFinding,
      html,
      howToFix: 'a `b`\n# c',
      fingerprint: null,
    });
    expect(text).toContain('- How to fix: `` a `b` # c ``');
    expect(text).toContain(`\`\`\`\`\`html\n${html}\n\`\`\`\`\``);
    expect(text).not.toContain('Fingerprint');
  });

  it('shows characters that reorder, hide or break text by their code points', () => {
    const hidden = 'a\u202eb\u2066c\u200bd\u2028e\u0000f\u001b[2Jg\u{e0041}h\ufeff';
    const shown = 'a[U+202E]b[U+2066]c[U+200B]d[U+2028]e[U+0000]f[U+001B][2Jg[U+E0041]h[U+FEFF]';
    const text = formatFindingMarkdown({
      ...exampleFinding,
      html: `<p>\n\t${hidden}</p>`,
      howToFix: hidden,
      url: hidden,
      path: [hidden],
    });
    expect(text).toContain(`\n<p>\n\t${shown}</p>\n`);
    expect(text.split(`\` ${shown} \``)).toHaveLength(4);
    // They are part of the spelling of some languages.
    const word = 'می\u200cخواهم 👩\u200d💻';
    expect(formatFindingMarkdown({ ...exampleFinding, html: word })).toContain(word);
  });
});

describe('the progress of a scan', () => {
  it('is read often at first, and less often later', () => {
    const pauses = [0, 59_999, 60_000, 599_999, 600_000].map(choosePause);
    expect(pauses).toEqual([2_000, 2_000, 5_000, 5_000, 15_000]);
  });
});
