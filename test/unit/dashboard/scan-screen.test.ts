import { describe, expect, it } from 'vitest';
import { exampleFinding } from '../../../core/api/finding-endpoints.ts';
import { formatFindingMarkdown } from '../../../dashboard/screens/scan/finding-markdown.ts';
import { choosePause } from '../../../dashboard/screens/scan/use-poll.ts';

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
});

describe('the progress of a scan', () => {
  it('is read often at first, and less often later', () => {
    const pauses = [0, 59_999, 60_000, 599_999, 600_000].map(choosePause);
    expect(pauses).toEqual([2_000, 2_000, 5_000, 5_000, 15_000]);
  });
});
