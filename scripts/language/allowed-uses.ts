/** Uses of a listed word that stay, in one file. */
export interface AllowedUses {
  /** Path from the root. */
  readonly path: string;
  readonly word: string;
  readonly uses: number;
  /** Why it stays: the name is public or stored, or it is the term of the field in this sense. */
  readonly reason: string;
}

/** All uses of listed words that stay, besides the names in `frozen-names.ts`. There may be `USES_MAX` at most. */
export const allowedUses: readonly AllowedUses[] = [
  {
    path: 'adapters/dynamodb/host-slots.ts',
    word: 'place',
    uses: 2,
    reason: 'sort key and attribute of stored slots',
  },
  {
    path: 'adapters/dynamodb/item-keys.ts',
    word: 'place',
    uses: 1,
    reason: 'sort key and attribute of stored slots',
  },
  { path: 'adapters/dynamodb/item-keys.ts', word: 'purge', uses: 3, reason: 'keys of stored items' },
  {
    path: 'cli/init/snippets/jenkins.ts',
    word: 'mark',
    uses: 1,
    reason: 'an option of the step junit in Jenkins',
  },
  { path: 'core/crawl/risky-links.ts', word: 'purge', uses: 1, reason: 'a word in the links of pages' },
  { path: 'core/findings/element-key.ts', word: 'form', uses: 1, reason: 'the element of HTML' },
  {
    path: 'core/findings/landmarks.ts',
    word: 'form',
    uses: 1,
    reason: 'the element and the landmark role of HTML',
  },
  { path: 'core/rule-sets/affected-people.ts', word: 'form', uses: 1, reason: 'a tag of axe-core' },
  { path: 'core/rule-sets/remedies.ts', word: 'inert', uses: 1, reason: 'the attribute of HTML' },
  { path: 'core/scans/page-result.ts', word: 'mark', uses: 1, reason: 'names the frozen member' },
  { path: 'core/text/active-characters.ts', word: 'mark', uses: 1, reason: 'a term of Unicode' },
  { path: 'docs/ci/jenkins.md', word: 'mark', uses: 2, reason: 'an option of the step junit in Jenkins' },
  { path: 'core/history/site-history.ts', word: 'place', uses: 2, reason: 'the frozen member of identities' },
  { path: 'docs/data-model.md', word: 'place', uses: 3, reason: 'sort key and attribute of stored slots' },
  { path: 'docs/data-model.md', word: 'purge', uses: 3, reason: 'keys of stored items' },
  { path: 'docs/decisions/0024-cli-package.md', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'docs/decisions/0033-one-implementation.md', word: 'mark', uses: 3, reason: 'a term of Unicode' },
  { path: 'docs/findings.md', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'docs/runbook.md', word: 'place', uses: 1, reason: 'sort key and attribute of stored slots' },
  { path: 'docs/runbook.md', word: 'purge', uses: 3, reason: 'keys of stored items' },
  { path: 'docs/settings.md', word: 'place', uses: 1, reason: 'a word in the links of pages' },
  { path: 'scanner/browser/arguments.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'scanner/page/in-page/dom.ts', word: 'form', uses: 2, reason: 'an HTML form' },
  { path: 'scanner/page/in-page/opaque-content.ts', word: 'inert', uses: 1, reason: 'the attribute of HTML' },
  { path: 'scanner/page/in-page/read-content.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'test/e2e/errors.test.ts', word: 'form', uses: 1, reason: 'the media type of HTML forms' },
  { path: 'test/integration/golden/local-scan.test.ts', word: 'form', uses: 5, reason: 'an HTML form' },
  {
    path: 'test/integration/scanner/attacks/isolation.test.ts',
    word: 'mark',
    uses: 1,
    reason: 'an entity tag that a test page sends',
  },
  {
    path: 'test/integration/scanner/attacks/navigation.test.ts',
    word: 'form',
    uses: 1,
    reason: 'an HTML form',
  },
  {
    path: 'test/integration/scanner/attacks/redirects.test.ts',
    word: 'form',
    uses: 1,
    reason: 'an HTML form',
  },
  {
    path: 'test/integration/scanner/attacks/subresources.test.ts',
    word: 'form',
    uses: 1,
    reason: 'an HTML form',
  },
  {
    path: 'test/integration/local/permissions.test.ts',
    word: 'form',
    uses: 1,
    reason: 'the media type of HTML forms',
  },
  { path: 'test/integration/scanner/not-judged.test.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'test/integration/scanner/outcomes.test.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  {
    path: 'test/unit/comparison/match.test.ts',
    word: 'place',
    uses: 1,
    reason: 'the frozen member in a loop or a digest',
  },
  {
    path: 'test/unit/crawl/risky-links.test.ts',
    word: 'place',
    uses: 2,
    reason: 'a word in the links of pages',
  },
  {
    path: 'test/unit/formats/html/fixture.ts',
    word: 'mend',
    uses: 1,
    reason: 'input of the golden files of reports',
  },
  { path: 'test/unit/http/read-body.test.ts', word: 'form', uses: 2, reason: 'the media type of HTML forms' },
  {
    path: 'test/unit/reports/fixtures.ts',
    word: 'place',
    uses: 1,
    reason: 'the frozen member in a loop or a digest',
  },
  { path: 'test/unit/scanner/challenges.test.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'test/unit/scanner/login-address.test.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  { path: 'test/unit/scanner/outcomes.test.ts', word: 'form', uses: 1, reason: 'an HTML form' },
  {
    path: 'test/unit/scanner/redact.test.ts',
    word: 'form',
    uses: 4,
    reason: 'the encoding and the element of HTML forms',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'edition',
    uses: 3,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'leave out',
    uses: 2,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'mark',
    uses: 1,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'place',
    uses: 8,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'tell',
    uses: 5,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'twin',
    uses: 2,
    reason: 'input of the tests of this check',
  },
  {
    path: 'test/unit/structure/language.test.ts',
    word: 'whoever',
    uses: 2,
    reason: 'input of the tests of this check',
  },
  { path: 'test/unit/text/active-characters.test.ts', word: 'mark', uses: 2, reason: 'a term of Unicode' },
];
