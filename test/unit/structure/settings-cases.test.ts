import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { configFileSchema } from '../../../cli/settings/config-file-schema.ts';
import { commandFlags, globalFlags } from '../../../cli/settings/flags.ts';
import { endpoints } from '../../../core/api/endpoints.ts';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';
import { credentialsSchema } from '../../../core/sites/credentials-body.ts';
import { createSiteSchema, updateSiteSchema } from '../../../core/sites/site-bodies.ts';
import { createSuppressionSchema, updateSuppressionSchema } from '../../../core/suppressions/suppression.ts';

/**
 * Which test tries each setting end to end. A setting that is added to a schema needs a case here: a test file, and a
 * text in it that shows the case, such as the title of a test or a level of a pairwise table.
 */
type Case = readonly [file: string, text: string];
/** The levels that the cases of a setting cover. */
type Cases = readonly Case[] | { all: Case; none: Case; some: Case };

/**
 * Levels that the command tests in pairs with a replaced browser; those that a browser applies to a page also with a
 * real one.
 */
const PAIRS = 'test/support/local-settings.ts';
const SERVICE = 'test/e2e/settings.test.ts';
const SERVICE_ROWS = 'test/support/settings-rows.ts';
const SETTINGS = 'test/integration/scanner/settings.test.ts';
const LOCAL = 'test/integration/cli/local.test.ts';
const CLI = 'test/e2e/cli.test.ts';
const SITES = 'test/e2e/sites-and-scans.test.ts';

const pairs = (text: string): Case => [PAIRS, text];
const ofService = (text: string): Case => [SERVICE, text];
/** A level of the rows that are tested by the handlers in one process, and at least once by the whole service. */
const inRow = (text: string): Case => [SERVICE_ROWS, text];
const ofHistory = (text: string): Case => ['test/integration/api/history.test.ts', text];
const ofAudit = (title: string): Case => ['test/integration/api/audit.test.ts', title];
const AUDIT_PAGES = 'has pages, with and without an index';
const ofStrangers = (text: string): Case => ['test/integration/api/strangers.test.ts', text];
const groupFilters = ['state', 'impact', 'kind', 'rule', 'page', 'criterion', 'suppressed', 'decision'];
const findingFilters = [...groupFilters, 'issueGroup', 'fingerprint', 'url'];
const pageFilters = ['state', 'outcome', 'text'];
const ofResults = (text: string): Case => ['test/integration/api/results.test.ts', text];
const ofUsage = (text: string): Case => ['test/integration/api/usage.test.ts', text];
const ofKeys = (text: string): Case => ['test/integration/api/api-keys.test.ts', text];
const ofKeyCalls = (text: string): Case => ['test/integration/api/key-call-cases.ts', text];
/** A flag in the notation of the service's tests. */
const flag = (name: string): Case => [SERVICE, name.includes('-') ? `'${name}': ` : `      ${name}: `];
const shadowed: Case = [SETTINGS, 'shows pages and workers the window, preferences, language and user agent'];

const crawlCases = {
  crawl: [pairs("sitemap: { crawl: 'sitemap' }"), inRow("crawl: 'links', maxDepth: 1")],
  maxPages: [pairs('three: { maxPages: 3 }'), inRow('few: { maxPages: 3')],
  maxDepth: [pairs('one: { maxDepth: 1 }'), inRow('maxDepth: 1, robots')],
  includeUrls: {
    all: pairs("everywhere: { includeUrls: ['/**'] }"),
    none: pairs("nowhere: { includeUrls: ['/nothere/**'] }"),
    some: pairs("'on some pages': { includeUrls: ['/shop/**', '/private/**'] }"),
  },
  excludeUrls: {
    all: pairs("everywhere: { excludeUrls: ['/**'] }"),
    none: pairs("nowhere: { excludeUrls: ['/nothere/**'] }"),
    some: pairs("'on some pages': { excludeUrls: ['/mapped', '/private/**'] }"),
  },
  hashRoutes: [pairs('on: { hashRoutes: true }'), inRow('hashRoutes: true')],
  robots: [pairs("ignore: { robots: 'ignore' }"), inRow("robots: 'ignore'")],
} satisfies Record<string, Cases>;

const config: Record<string, Cases> = {
  rules: [pairs("rules: ['wcag-aaa', 'best-practice']")],
  checks: [pairs("axe: { checks: 'axe' }")],
  priority: [
    inRow("priority: ['unset', 'high', 'low']"),
    ['test/e2e/priority.all.test.ts', 'puts a scan of high priority before a backlog of low ones'],
  ],
  url: [inRow("url: ['unset', 'preview']")],
  ...crawlCases,
  viewport: [pairs('size: { viewport: { width: 400, height: 800 } }'), shadowed],
  colorScheme: [pairs("dark: { colorScheme: 'dark' }"), shadowed],
  reducedMotion: [pairs("moving: { reducedMotion: 'no-preference' }"), shadowed],
  locale: [pairs("german: { locale: 'de' }"), shadowed],
  userAgentSuffix: [pairs('userAgentSuffix: SUFFIX'), shadowed],
  includeSelectors: {
    all: pairs("everywhere: { includeSelectors: ['main'] }"),
    none: pairs("nowhere: { includeSelectors: ['#nothere'] }"),
    some: pairs("'on some pages': { includeSelectors: ['.widget'] }"),
  },
  excludeSelectors: {
    all: pairs("everywhere: { excludeSelectors: ['.ads'] }"),
    none: pairs("nowhere: { excludeSelectors: ['#nothere'] }"),
    some: pairs("'on some pages': { excludeSelectors: ['.widget'] }"),
  },
  'waitFor.selector': {
    all: pairs("everywhere: { waitFor: { selector: '.late' } }"),
    none: pairs("nowhere: { waitFor: { selector: '#nothere' } }"),
    some: pairs("'on some pages': { waitFor: { selector: '.late-here' } }"),
  },
  'waitFor.milliseconds': [
    pairs('time: { waitFor: { milliseconds: 10_000 } }'),
    pairs("'no time': { waitFor: { milliseconds: 0 } }"),
  ],
  'expect.status': [pairs('expect: { status: 404 }'), pairs('otherwise: { expect: { status: 410 } }')],
  'expect.login': [
    [
      'test/integration/scanner/outcomes.test.ts',
      'is scanned for a login form as the start page only if that is expected',
    ],
  ],
  expectChanged: [['test/integration/cli/degradations.ts', '%s: passes']],
  screenshots: [pairs("all: { screenshots: 'all' }"), pairs("none: { screenshots: 'none' }")],
  redactSelectors: {
    all: [
      'test/integration/scanner/pictures.test.ts',
      'show nothing that is typed, and nothing that the scan redacts',
    ],
    none: pairs("nowhere: { redactSelectors: ['#nothere'] }"),
    some: pairs("'on some pages': { redactSelectors: ['.widget'] }"),
  },
  'metadata.branch': [inRow("{ branch: 'main', commit }")],
  'metadata.targetBranch': [inRow("targetBranch: 'main', commit")],
  'metadata.commit': [inRow("commit = 'bbbbbbb2'")],
  'metadata.pullRequest': [ofService("pullRequest: '7'")],
  baseline: [inRow("'named'")],
  'failOn.new': [pairs("new: { new: 'serious' }")],
  'failOn.any': [pairs("any: { any: 'critical' }")],
  'failOn.total': [pairs('total: { total: 6 }')],
  'failOn.bestPractice': [pairs("practices: { bestPractice: { any: 'serious' } }")],
  'failOn.review': [pairs('review: true')],
  'failOn.minCoverage': [pairs('minCoverage: 0')],
  'failOn.onNoBaseline': [pairs("onNoBaseline: 'fail'")],
};

const site: Record<string, Cases> = {
  name: [inRow("name: 'Trial'")],
  labels: [inRow("labels: ['Trial']")],
  mainBranch: [inRow("mainBranch: 'main'")],
  url: [inRow('url: isPreview ?')],
  pages: [inRow("pages: ['', '/private/x', '/nothere']")],
  origins: [inRow('origins: [origin]')],
  ...crawlCases,
  sourcePaths: [['test/e2e/hostile-strings/hostile-account.ts', 'sourcePaths']],
  'credentials.headers': [inRow('headers: { [credential.name]: credential.value }')],
  'credentials.cookies': [
    inRow("cookies: [{ name: 'unasked'"),
    ['test/e2e/credentials.test.ts', 'is scanned with its credentials'],
  ],
  'credentials.basic': [['test/e2e/credentials.test.ts', 'basic: { username']],
};

const suppression: Record<string, Cases> = {
  'match.fingerprint': {
    all: ['test/e2e/comparison.test.ts', 'omits findings and issue groups that are suppressed from then on'],
    none: [
      'test/unit/suppressions/active-suppressions.test.ts',
      '[{ fingerprint: otherFingerprint }, false]',
    ],
    some: ['test/e2e/comparison.test.ts', 'omits findings and issue groups that are suppressed from then on'],
  },
  'match.issueGroup': {
    all: [
      'test/unit/suppressions/active-suppressions.test.ts',
      "[{ issueGroup: 'grp_0f6f0c0f6a113c1e' }, true]",
    ],
    none: [
      'test/unit/suppressions/active-suppressions.test.ts',
      "[{ issueGroup: 'grp_1c1e0f6f0c0f6a11' }, false]",
    ],
    some: ['test/e2e/comparison.test.ts', 'omits findings and issue groups that are suppressed from then on'],
  },
  'match.rule': {
    all: inRow("rule: { match: { rule: 'image-alt' }"),
    none: inRow('nowhere: { match'),
    some: inRow("'in some elements': { match: { rule: 'image-alt', selector: '.widget' }"),
  },
  'match.selector': {
    all: ['test/unit/suppressions/active-suppressions.test.ts', "[{ selector: '#chat-widget' }, true]"],
    none: inRow("nowhere: { match: { selector: '#nothere' }"),
    some: inRow("selector: '.widget'"),
  },
  'match.page': {
    all: ['test/unit/suppressions/active-suppressions.test.ts', "[{ page: '/legacy/**' }, true]"],
    none: inRow("'on another page': { match: { page: '/nothere/**' }"),
    some: inRow("'on some pages': { match: { page: '/shop/**' }"),
  },
  reason: [inRow("reason: 'Trial'")],
  expiresAt: [
    ['test/integration/api/suppressions.test.ts', 'have an expiry in UTC, which must be in the future'],
  ],
};

const file: Record<string, Cases> = {
  $schema: [pairs('$schema: ')],
  apiUrl: [ofService("'other.json'), JSON.stringify({ apiUrl:")],
  site: [ofService('site: siteId')],
  config: [pairs('config: inFile')],
  outputs: [pairs('outputs: { json: ')],
  timeout: [pairs("timeout: '5m'")],
  suppressions: [['test/integration/cli/local-runs.ts', "suppressions: 'suppressions.json'"]],
};

const flags: Record<string, Cases> = {
  '--config': [pairs("'--config', `")],
  '--no-config': [ofService("'--no-config'")],
  '--print-config': [ofService("'--print-config'")],
  '--json': [ofService("'--json'"), pairs("'--json'")],
  '--quiet': [ofService("'--quiet'"), pairs("'--quiet'")],
  '--color': [ofService("'--color'")],
  '--no-color': [ofService("'--no-color'")],
  '--api-url': [flag('api-url')],
  '--trust-config-file': [ofService("'--trust-config-file'")],
  'trigger --site': [flag('site')],
  'trigger --url': [flag('url')],
  'trigger --rules': [flag('rules')],
  'trigger --fail-on': [flag('fail-on')],
  'trigger --output': [flag('output')],
  'trigger --timeout': [flag('timeout'), [CLI, 'waited for no longer than --timeout says']],
  'trigger --max-pages': [flag('max-pages')],
  'trigger --max-depth': [flag('max-depth')],
  'trigger --crawl': [flag('crawl')],
  'trigger --viewport': [flag('viewport')],
  'trigger --color-scheme': [flag('color-scheme')],
  'trigger --branch': [flag('branch')],
  'trigger --target-branch': [flag('target-branch')],
  'trigger --commit': [flag('commit')],
  'trigger --pull-request': [flag('pull-request')],
  'trigger --no-annotations': [ofService("'--no-annotations'")],
  'trigger --priority': [flag('priority')],
  'trigger --baseline': [flag('baseline')],
  'trigger --idempotency-key': [flag('idempotency-key'), [CLI, 'is found again by the idempotency key']],
  'local --rules': [pairs("rules: rules.join(',')")],
  'local --fail-on': [pairs("['--fail-on', text]")],
  'local --output': [pairs("'--output', `json=")],
  'local --timeout': [[LOCAL, "'--timeout', '3s'"]],
  'local --max-pages': [pairs("'max-pages': maxPages")],
  'local --max-depth': [pairs("'max-depth': maxDepth")],
  'local --crawl': [pairs('    crawl,\n')],
  'local --viewport': [pairs('viewport: size')],
  'local --color-scheme': [pairs("'color-scheme': colorScheme")],
  'local --branch': [pairs('branch: metadata.branch')],
  'local --target-branch': [pairs("'target-branch': metadata.targetBranch")],
  'local --commit': [pairs('commit: metadata.commit')],
  'local --pull-request': [pairs("'pull-request': metadata.pullRequest")],
  'local --no-annotations': [
    [
      'test/unit/cli/outcome/report-outcome.test.ts',
      'prints annotations in GitHub Actions unless they are switched off',
    ],
  ],
  'local --baseline': [pairs("['--baseline', baseline]"), [LOCAL, "'--baseline', 'before.json'"]],
  'local --suppressions': [[LOCAL, "'--suppressions'"]],
  'local --browser': [
    ['test/integration/scanner/installed.test.ts', 'a browser that is named by its path'],
    ['test/unit/cli/local/command.test.ts', 'names a browser that does not exist'],
  ],
  'local --allow-origin': [[LOCAL, "'--allow-origin', inside.origin"]],
  'local --concurrency': [pairs("'--concurrency', '1'"), [LOCAL, "'--concurrency', '2'"]],
  'local --memory': [[LOCAL, "'--memory', '600'"]],
  'report --output': [[CLI, 'writes a report format to standard output']],
  'report --timeout': [[CLI, 'is not cancelled when a command that waits for its report is interrupted']],
  'report --no-annotations': [ofService("'--no-annotations', ...apiUrl")],
  ...Object.fromEntries(
    ['site', 'rules', 'ci', 'local', 'url', 'write', 'yes', 'force'].map((name) => [
      `init --${name}`,
      [['test/unit/cli/init/init.test.ts', `--${name}`]],
    ]),
  ),
  'init --no-write': [['test/unit/cli/init/init.test.ts', '--no-write']],
};

const queries: Record<string, Cases> = {
  'GET /sites limit': [[SITES, 'of sites page through']],
  'GET /sites cursor': [[SITES, 'of sites page through']],
  'GET /sites/{siteId}/scans limit': [ofService('/scans?limit=1'), [SITES, 'of scans page through']],
  'GET /sites/{siteId}/scans cursor': [[SITES, 'of scans page through']],
  'GET /sites/{siteId}/scans status': [ofService('/scans?status=failed')],
  'GET /sites/{siteId}/scans branch': [ofService('?branch=nothere')],
  'GET /sites/{siteId}/scans commit': [ofService('/scans?commit=ccccccc3')],
  'GET /scans/{scanId}/comparison limit': [ofHistory('&limit=3`')],
  'GET /scans/{scanId}/comparison cursor': [ofHistory('&limit=3&cursor=')],
  'GET /scans/{scanId}/comparison with': [ofHistory(', `with=')],
  'GET /scans/{scanId}/comparison state': [ofHistory('state=fixed')],
  'GET /scans/{scanId}/comparison kind': [ofHistory('kind=review')],
  'GET /scans/{scanId}/comparison impact': [ofHistory('impact=minor')],
  'GET /scans/{scanId}/comparison rule': [ofHistory('rule=label')],
  'GET /sites/{siteId}/findings/{fingerprint}/history branch': [ofHistory('?branch=other`')],
  'GET /sites/{siteId}/findings/{fingerprint}/history scan': [ofHistory('?scan=')],
  'GET /sites/{siteId}/groups/{groupId}/history branch': [ofHistory('?branch=main`')],
  'GET /sites/{siteId}/groups/{groupId}/history scan': [ofHistory('grp_map/history?scan=')],
  'GET /sites/{siteId}/trend limit': [ofService('&limit=1`')],
  'GET /sites/{siteId}/trend cursor': [
    ['test/integration/api/trend.test.ts', 'is listed page by page with a cursor of the same filters'],
  ],
  'GET /sites/{siteId}/trend branch': [ofService('?branch=nothere')],
  'GET /sites/{siteId}/trend comparableKey': [ofService('&comparableKey=0000000000000000')],
  'GET /sites/{siteId}/trend from': [ofService('&from=')],
  'GET /sites/{siteId}/trend to': [ofService('&to=')],
  ...Object.fromEntries(
    ['limit', 'cursor', 'site', 'status', 'branch', 'commit', 'gate', 'key', 'from', 'to'].map((name) => [
      `GET /scans ${name}`,
      [['test/integration/api/account-scans.test.ts', name === 'cursor' ? 'cursor=' : `${name}: `]],
    ]),
  ),
  ...Object.fromEntries(
    ['limit', 'cursor', 'label', 'text', 'sort'].map((name) => [
      `GET /overview ${name}`,
      [['test/integration/api/overview.test.ts', name === 'cursor' ? 'cursor=' : `${name}: `]],
    ]),
  ),
  'GET /sign-in return': [
    [
      'test/integration/sign-in/sign-in.test.ts',
      "browser.begin({ return: '/settings/api-keys?role=viewer#list' })",
    ],
  ],
  'GET /sign-in again': [
    [
      'test/integration/sign-in/sign-in.test.ts',
      "browser.signIn({ again: 'true', return: '/settings/api-keys' })",
    ],
  ],
  ...Object.fromEntries(
    ['members', 'invitations'].flatMap((list) =>
      ['limit', 'cursor'].map((name): [string, Cases] => [
        `GET /${list} ${name}`,
        [['test/integration/api/members.test.ts', 'and invitations are listed page by page']],
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['limit', 'cursor', 'from', 'to', 'actor', 'action', 'target'].map((name) => [
      `GET /audit-entries ${name}`,
      [
        ofAudit(
          name === 'limit' || name === 'cursor' ? AUDIT_PAGES : 'has the entries that match all filters',
        ),
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['format', 'limit', 'cursor', 'from', 'to', 'actor', 'action', 'target'].map((name) => [
      `GET /audit-entries/export ${name}`,
      [ofAudit('has all entries as JSON Lines, page by page, with a path to the next page')],
    ]),
  ),
  'GET /usage limit': [ofUsage('is returned in pages of %i, each entry once')],
  'GET /usage cursor': [ofUsage('rejects a cursor of another period')],
  'GET /usage from': [ofUsage('can be limited to a period, inclusive, and to a key')],
  'GET /usage to': [ofUsage('can be limited to a period, inclusive, and to a key')],
  'GET /usage keyId': [ofUsage('can be limited to a period, inclusive, and to a key')],
  'GET /usage/people limit': [ofUsage('is returned in pages of %i, each entry once')],
  'GET /usage/people cursor': [ofUsage('is returned in pages of %i, each entry once')],
  'GET /usage/people from': [
    ofUsage('has each person and day of this account, also of people who were removed'),
  ],
  'GET /usage/people to': [
    ofUsage('has each person and day of this account, also of people who were removed'),
  ],
  ...Object.fromEntries(
    ['limit', 'cursor', 'createdBy'].map((name) => [
      `GET /api-keys ${name}`,
      [ofKeys('lists the keys of the account newest first, page by page, and those of one person')],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ groups: groupFilters, findings: findingFilters, pages: pageFilters }).flatMap(
      ([list, filters]) =>
        [...filters, 'limit', 'cursor'].map((name): [string, Cases] => [
          `GET /shared-report/${list} ${name}`,
          [ofStrangers(name === 'cursor' ? 'cannot use the cursor of another list' : `'${name}=`)],
        ]),
    ),
  ),
  ...Object.fromEntries(
    ['', '/groups', '/findings', '/pages', '/pictures/{pictureId}'].map((part) => [
      `GET /shared-report${part} A11y-Share-Token`,
      [ofStrangers('for every wrong token with the same answer')],
    ]),
  ),
  ...Object.fromEntries(
    ['limit', 'cursor', 'scanId', 'siteId'].map((name) => [
      `GET /shared-reports ${name}`,
      [
        [
          'test/integration/api/shared-reports.test.ts',
          'is listed by scan and by site, page by page, until it expires',
        ],
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['POST /api-keys', 'PATCH /api-keys/{keyId}']
      .concat(['rotate', 'end-previous', 'revoke'].map((call) => `POST /api-keys/{keyId}/${call}`))
      .map((call) => [
        `${call} Idempotency-Key`,
        [ofKeyCalls('%s %s needs a recent sign-in, the own origin and no Idempotency-Key')],
      ]),
  ),
  ...Object.fromEntries(
    ['limit', 'cursor'].map((name) => [
      `GET /webhooks ${name}`,
      [['test/integration/webhooks/webhooks.test.ts', 'are limited for each account']],
    ]),
  ),
  ...Object.fromEntries(
    ['limit', 'cursor', 'state', 'type', 'from', 'to'].map((name) => [
      `GET /webhooks/{webhookId}/deliveries ${name}`,
      [['test/integration/webhooks/webhooks.test.ts', 'is listed with filters']],
    ]),
  ),
  ...Object.fromEntries(
    ['POST /webhooks', 'PATCH /webhooks/{webhookId}', 'POST /webhooks/{webhookId}/rotate-secret'].map(
      (call) => [
        `${call} Idempotency-Key`,
        [
          [
            'test/integration/webhooks/webhooks.test.ts',
            'need a recent sign-in of people, and refuse to repeat a response with a secret',
          ],
        ],
      ],
    ),
  ),
  'GET /sites/{siteId}/suppressions limit': [
    [
      'test/integration/api/suppressions.test.ts',
      'are listed page by page with a cursor that works for no other list',
    ],
  ],
  'GET /sites/{siteId}/suppressions cursor': [
    [
      'test/integration/api/suppressions.test.ts',
      'are listed page by page with a cursor that works for no other list',
    ],
  ],
  ...Object.fromEntries(
    ['limit', 'cursor', 'decision', 'fingerprint'].map((name) => [
      `GET /sites/{siteId}/decisions ${name}`,
      [
        [
          'test/integration/api/decisions.test.ts',
          name === 'decision' ? '?decision=problem' : 'about one finding or several are listed page by page',
        ],
      ],
    ]),
  ),
  'GET /scans/{scanId}/report format': [ofService('/report?format=')],
  'GET /scans/{scanId}/report delivery': [ofService('/report?delivery=link')],
  'GET /scans/{scanId}/pictures/{pictureId} delivery': [ofService('?delivery=redirect')],
  'GET /unsubscribe token': [['test/integration/mail/send-mail.test.ts', 'is opened in a browser']],
  'POST /unsubscribe token': [
    ['test/integration/mail/send-mail.test.ts', 'queryStringParameters: { token },'],
  ],
  'POST /sites/{siteId}/scans Idempotency-Key': [
    [SITES, 'creates and counts one scan for 20 concurrent calls'],
  ],
  ...Object.fromEntries(
    [
      ...['state=regressed', 'impact=minor', 'kind=review', 'rule=label', 'page=', 'criterion=2.4.2'],
      ...['suppressed=true', 'issueGroup=', 'limit=2', 'cursor='],
    ].map((query) => [`GET /scans/{scanId}/findings ${query.replace(/=.*/, '')}`, [ofService(query)]]),
  ),
  'GET /scans/{scanId}/findings fingerprint': [
    ['test/integration/api/findings.test.ts', 'fingerprint=f1_label'],
  ],
  'GET /scans/{scanId}/findings decision': [['test/integration/api/findings.test.ts', 'decision=outdated']],
  'GET /scans/{scanId}/findings url': [['test/integration/api/findings.test.ts', 'url=BLOG']],
  ...Object.fromEntries(
    ['/scans/{scanId}/groups', '/sites/{siteId}/groups'].flatMap((path) =>
      ['state=new', 'impact=serious', 'kind=review', 'rule=label', 'page=p1', 'criterion=1.1.1']
        .concat(['suppressed=true', 'decision=fine', 'limit=2', 'cursor='])
        .map((query) => [`GET ${path} ${query.replace(/=.*/, '')}`, [ofResults(query)]]),
    ),
  ),
  'GET /sites/{siteId}/groups branch': [ofResults('branch=')],
  ...Object.fromEntries(
    ['state=ended', 'outcome=timeout', 'text=', 'limit=1', 'cursor='].map((query) => [
      `GET /scans/{scanId}/pages ${query.replace(/=.*/, '')}`,
      [ofResults(query)],
    ]),
  ),
};

/** Returns the members of a schema by name; members of its objects with a dot, one level down. */
function membersOf(schema: z.ZodType): string[] {
  const bare = bareOf(schema);
  if (bare.options) return bare.options.flatMap(membersOf);
  return Object.entries(bare.shape ?? {}).flatMap(([name, member]) => {
    const inner = nested.includes(name) ? membersOf(member) : [];
    return inner.length === 0 ? [name] : inner.map((each) => `${name}.${each}`);
  });
}
const nested = ['waitFor', 'expect', 'metadata', 'failOn', 'match'];

interface Bare {
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}
/** Returns the schema without `optional`, `default` and `nullable`. */
function bareOf(schema: z.ZodType): Bare {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType === undefined ? (schema as Bare) : bareOf(innerType);
}

const flagName = (text: string) => text.split(' ')[0] ?? '';
const known: Record<string, { members: string[]; cases: Record<string, Cases> }> = {
  config: { members: membersOf(scanConfigSchema), cases: config },
  site: {
    members: [...new Set([...membersOf(createSiteSchema), ...membersOf(updateSiteSchema)])].flatMap((name) =>
      name === 'credentials' ? membersOf(credentialsSchema).map((each) => `credentials.${each}`) : [name],
    ),
    cases: site,
  },
  suppression: {
    members: [...new Set([...membersOf(createSuppressionSchema), ...membersOf(updateSuppressionSchema)])],
    cases: suppression,
  },
  'configuration file': { members: membersOf(configFileSchema), cases: file },
  flags: {
    members: [
      ...globalFlags.map((each) => flagName(each.flags)),
      ...Object.entries(commandFlags).flatMap(([command, each]) =>
        each.map((one) => `${command} ${flagName(one.flags)}`),
      ),
    ],
    cases: flags,
  },
  'API parameters': {
    members: endpoints.flatMap(({ method, path, request: { query, headers } }) =>
      [...Object.keys(query?.shape ?? {}), ...Object.keys(headers?.shape ?? {})]
        .filter((name) => name !== 'Accept')
        .map((name) => `${method} ${path} ${name}`),
    ),
    cases: queries,
  },
};

/** Settings that find pages or elements: they have cases that match all, none and some of them. */
const FINDING = /(Selectors|Urls|^waitFor\.selector|^match\..*)$/;
const root = join(import.meta.dirname, '..', '..', '..');
/** Ignores line breaks and indentation. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const textOf = (path: string) => inOneLine(readFileSync(join(root, path), 'utf8'));
const casesIn = (cases: Cases): Case[] => ('all' in cases ? [cases.all, cases.none, cases.some] : [...cases]);

describe.each(Object.entries(known))('each setting of %s', (_, { members, cases }) => {
  it('has a case, and no case is of a removed setting', () => {
    expect(Object.keys(cases).sort()).toEqual([...members].sort());
  });

  it('has cases that match everywhere, nowhere and on some pages, if it finds something', () => {
    const lacking = Object.entries(cases).filter(([name, each]) => FINDING.test(name) && !('all' in each));
    expect(lacking.map(([name]) => name)).toEqual([]);
  });

  it('has a case that exists', () => {
    const gone = Object.values(cases)
      .flatMap(casesIn)
      .filter(([path, text]) => !textOf(path).includes(inOneLine(text)));
    expect(gone).toEqual([]);
  });
});

it('tests in the real browser what a scan does', () => {
  const browser = /^test\/(e2e\/|integration\/(scanner|cli)\/|support\/(settings-rows|local-settings))/;
  const without = Object.entries({ ...config, ...site })
    .filter(([, cases]) => !casesIn(cases).some(([path]) => browser.test(path)))
    .map(([name]) => name);
  expect(without).toEqual([]);
});
