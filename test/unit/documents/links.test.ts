import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root });

/** Returns the anchors of a document, as GitHub derives them from its headings. */
function readAnchors(path: string): string[] {
  const headings = read(path).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the relative links of a document, except those in code. */
function readLinks(path: string): string[] {
  const text = read(path).replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** True if the target of a link exists: the file, and the heading if the link names one. */
function isValid(document: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : join(dirname(document), file);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || (target.endsWith('.md') && readAnchors(target).includes(anchor));
}

describe('the documents', () => {
  it('have links', () => {
    expect(documents.flatMap(readLinks).length).toBeGreaterThan(100);
  });

  it.each(documents)('link in %s only to files and headings that exist', (document) => {
    expect(readLinks(document).filter((link) => !isValid(document, link))).toEqual([]);
  });
});

describe('README.md', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('docs/README.md', () => {
  const rows = read('docs/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));

  it('describes every document in one row', () => {
    // The folders ci and decisions have their own index.
    const expected = globSync('*.md', { cwd: join(root, 'docs') }).filter((name) => name !== 'README.md');
    const listed = rows.map((row) => /^\| \[[^\]]+\]\(([^)]+)\) \| \S.* \|$/.exec(row)?.[1]);
    const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'].map(
      (path) => `../${path}`,
    );
    expect(listed.toSorted()).toEqual(
      [...expected, ...others, 'ci/README.md', 'decisions/README.md'].toSorted(),
    );
  });

  it.each(['ci', 'decisions'])('links to an index of every document of docs/%s', (folder) => {
    const files = globSync('*.md', { cwd: join(root, 'docs', folder) }).filter(
      (name) => name !== 'README.md',
    );
    expect(readLinks(`docs/${folder}/README.md`)).toEqual(expect.arrayContaining(files));
  });
});
