import { describe, expect, it } from 'vitest';
import { buildHostPartitionKey, indexKeys, itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { buildOpenApiDocument } from '../../../adapters/http/openapi.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { KEY_DAYS_MAX, ROTATION_GRACE_HOURS_DEFAULT } from '../../../core/access/key-limits.ts';
import { keyRequestSchema } from '../../../core/access/key-record.ts';
import { hasPermission, type Permission, permissions, roleNames } from '../../../core/access/roles.ts';
import {
  IDEMPOTENCY_HOURS,
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../../core/api/call-limits.ts';
import { endpoints } from '../../../core/api/endpoints.ts';
import { PICTURE_LINK_SECONDS } from '../../../core/api/picture-endpoints.ts';
import { REPORT_LINK_SECONDS } from '../../../core/api/report-endpoints.ts';
import { FIXED_PER_RULE_MAX } from '../../../core/comparison/next-state.ts';
import { DEPTH_LIMIT, MAX_PAGES_DEFAULT, MAX_PAGES_LIMIT } from '../../../core/crawl/crawl-settings.ts';
import { PAUSE_MAX_SECONDS } from '../../../core/crawl/deferral.ts';
import { GLOB_LENGTH_MAX } from '../../../core/crawl/url-glob.ts';
import { FINGERPRINT_VERSION } from '../../../core/findings/identity.ts';
import { MARKUPS_MAX } from '../../../core/findings/packed-digests.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import { problems } from '../../../core/problems/problems.ts';
import { NOT_ATTEMPTED_LISTED_MAX } from '../../../core/reports/crawl.ts';
import { GROUP_PAGES_MAX } from '../../../core/reports/page-groups.ts';
import { REPORT_SCHEMA_VERSION } from '../../../core/reports/report.ts';
import { reportFormatNames, reportFormats } from '../../../core/reports/report-formats.ts';
import { ATTEMPTS_MAX, BROWSER_MEMORY_MB, LOSSES_MAX, SCAN_AGE_MAX_MS } from '../../../core/scans/pacing.ts';
import { pageSettingsDefault, viewportSizes, WAIT_MAX_MS } from '../../../core/scans/page-settings.ts';
import { CREDENTIALS_BYTES_MAX, HEADERS_MAX } from '../../../core/sites/credentials-body.ts';
import { MARKDOWN_LENGTH_MAX } from '../../../formats/markdown.ts';
import { TAGS_MAX } from '../../../formats/sarif/rules.ts';
import { LOCATIONS_MAX, RESULTS_MAX } from '../../../formats/sarif/sarif-github.ts';
import { CONNECT_TIMEOUT_MS, DNS_TIMEOUT_MS } from '../../../scanner/egress/connect.ts';
import { IDLE_TIMEOUT_MS } from '../../../scanner/egress/proxy.ts';
import { pageTrafficLimits } from '../../../scanner/egress/traffic.ts';
import { pictureLimits } from '../../../scanner/pictures/limits.ts';
import { inWords, readDocument, readRows, written } from '../../support/documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test reads members of schemas by name
const { schemas } = buildOpenApiDocument('https://api.example.com/api/v1').components as any;
const { CreateSite: site, ScanConfig: config, Credentials: credentials } = schemas;
const [selectorsMax, selectorLength] = [
  config.properties.includeSelectors.maxItems,
  config.properties.includeSelectors.items.maxLength,
];
const WAIT_SECONDS = WAIT_MAX_MS / 1_000;
const newKey = keyRequestSchema.parse({ name: 'CI', role: 'scanner' });
const minCoverage = failOnSchema.parse({ any: 'minor' }).minCoverage;
const linkMinutes = inWords(REPORT_LINK_SECONDS / 60);
const formats = inWords(reportFormatNames.length);
const sizeOf = (name: keyof typeof viewportSizes) =>
  `\`${name}\` (${viewportSizes[name].width} × ${viewportSizes[name].height})`;
const deletionKey = itemKeys.deletion('<site_…>');
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

const allPermissions = Object.keys(permissions) as Permission[];
/** What the rows of roles say for each permission. */
const wordsOf: Record<Permission, string> = {
  'sites:read': 'read sites',
  'sites:write': 'manage sites',
  'scans:read': 'scans, findings, reports, trends, suppressions, decisions',
  'scans:trigger': 'trigger',
  'scans:cancel': 'cancel scans',
  'scans:delete': 'delete scans',
  'scans:accept': 'accept scans',
  'suppressions:write': 'sites, suppressions and decisions',
  'reports:share': 'share reports',
  'alerts:manage': 'manage alerts',
  'webhooks:manage': 'everything',
  'rule-sets:read': 'rule sets',
  'usage:read': 'the usage of keys',
  'keys:manage': 'API keys',
  'members:read': 'list the members',
  'members:manage': 'everything',
  'audit:read': 'the audit log',
  'account:manage': 'the account',
  'account:leave': 'may also leave',
};

/** Sentences that repeat a value of the code, with that value. */
const sentences: Record<string, string[]> = {
  'README.md': [`covers up to ${MAX_PAGES_DEFAULT} pages by default`],
  'docs/administering.md': [
    `New keys live ${newKey.expiresInDays} days by default (1 to ${KEY_DAYS_MAX})`,
    `the old one works for ${ROTATION_GRACE_HOURS_DEFAULT} more hours`,
  ],
  'docs/api.md': [
    `There are [${formats} formats](reports.md)`,
    `[${formats} formats](reports.md) by \`?format=\``,
    `gives a link of at most ${linkMinutes} minutes`,
    `a link of ${inWords(PICTURE_LINK_SECONDS / 60)} minutes to the picture`,
  ],
  'docs/settings.md': [
    `| 1 to ${written(MAX_PAGES_LIMIT)} pages a scan | ${MAX_PAGES_DEFAULT}, or the number of the start URL and the listed pages`,
    `| 0 to ${DEPTH_LIMIT}: the number of links between a page and the start URL`,
    `\`null\` for the maximum, ${DEPTH_LIMIT} |`,
    `| \`${site.properties.crawl.default}\` | | \`maxPages\``,
    `up to ${site.properties.includeUrls.maxItems} globs; of the discovered pages`,
    `up to ${site.properties.excludeUrls.maxItems} globs; discovered pages`,
    `A glob has at most ${GLOB_LENGTH_MAX} characters, percent-encoded`,
    `| ${sizeOf('desktop')}, ${sizeOf('tablet')}, ${sizeOf('mobile')}, or`,
    `| \`light\`, \`dark\` | \`${pageSettingsDefault.colorScheme}\` |`,
    `| \`reduce\`, \`no-preference\` | \`${pageSettingsDefault.reducedMotion}\` |`,
    `shown as its canonical tag | \`${pageSettingsDefault.locale}\` |`,
    `up to ${config.properties.userAgentSuffix.maxLength} letters, digits`,
    `up to ${selectorsMax} CSS selectors of ${selectorLength} characters; only the elements that they match`,
    `"milliseconds": 0 to ${WAIT_MAX_MS}}`,
    `The scan waits for an element for up to ${WAIT_SECONDS} s`,
    `{"status": 404}\`, ${config.properties.expect.properties.status.minimum} to ${config.properties.expect.properties.status.maximum}`,
    `up to ${config.properties.redactSelectors.maxItems} CSS selectors; elements that they match are masked`,
    `At most ${pictureLimits.perPage} are taken of a page`,
    `a link to the image (WebP) that works for ${inWords(PICTURE_LINK_SECONDS / 60)} minutes`,
    `up to ${schemas.ScanMetadata.properties.branch.maxLength} characters each`,
    `with lower coverage the gate cannot pass. Default ${minCoverage} |`,
    `a list of up to ${site.properties.sourcePaths.maxItems} \`{"url": glob`,
  ],
  'docs/cli.md': [
    `with fewer pages scanned nothing passes; ${minCoverage} unless given`,
    `the same key within ${IDEMPOTENCY_HOURS} hours gives the same scan`,
  ],
  'client/client.ts': [`the call itself can be repeated for ${IDEMPOTENCY_HOURS} hours`],
  'docs/credentials.md': [
    `| \`headers\` | up to ${HEADERS_MAX};`,
    `| \`cookies\` | up to ${credentials.properties.cookies.maxItems};`,
    `All together they are ${CREDENTIALS_BYTES_MAX / 1024} KB of JSON at most`,
  ],
  'docs/findings.md': [
    `(default ${minCoverage}) of the attempted pages`,
    `such as \`f${FINGERPRINT_VERSION}_`,
    `within the last ${FIXED_PER_RULE_MAX} fixes of its page and rule`,
    `up to ${written(MARKUPS_MAX)}. With these a later scan`,
    `more than ${written(MARKUPS_MAX)} elements, a result that was deleted`,
    `the report names ${NOT_ATTEMPTED_LISTED_MAX}; findings on others`,
    `Of more than ${inWords(GROUP_PAGES_MAX)} such addresses the first ${inWords(GROUP_PAGES_MAX)} are compared`,
  ],
  'docs/reports.md': [
    `in one of ${formats} formats`,
    `(since ${REPORT_SCHEMA_VERSION})`,
    `has at most ${written(MARKDOWN_LENGTH_MAX)} characters; GitHub accepts`,
    `at most ${written(RESULTS_MAX)} results, the worst`,
    `at most ${LOCATIONS_MAX} locations a result and ${TAGS_MAX} tags a rule`,
  ],
  'docs/runbook.md': [
    `A scan is given up after ${SCAN_AGE_MAX_MS === 24 * 3_600_000 ? 'a day' : 'another time'}`,
    `They crashed the browser ${ATTEMPTS_MAX === 2 ? 'twice' : `${inWords(ATTEMPTS_MAX)} times`}, or ended its function ${inWords(LOSSES_MAX)} times`,
    `it ends by itself, after ${PAUSE_MAX_SECONDS / 60} minutes at most`,
    `the old value keeps working for ${ROTATION_GRACE_HOURS_DEFAULT} hours`,
    `'{":pk": {"S": "${buildHostPartitionKey('shop.example.com')}"}}'`,
    `--index-name gsi3 --key-condition-expression 'gsi3pk = :pk' \\ --expression-attribute-values '{":pk": {"S": "${indexKeys.deletions()}"}}'`,
    `'{"pk": {"S": "${deletionKey.pk}"}, "sk": {"S": "${deletionKey.sk}"}}'`,
  ],
  'docs/security.md': [
    `A page may move ${megabytes(pageTrafficLimits.bytes)} in both directions, receive ${megabytes(pageTrafficLimits.decodedBytes)} after decompression`,
    `make ${written(pageTrafficLimits.requests)} requests`,
    `Above ${written(BROWSER_MEMORY_MB)} MB`,
    `have ${pageTrafficLimits.connections} connections at a time`,
    `An idle connection is closed after ${IDLE_TIMEOUT_MS / 1_000} s. Resolving takes at most ${DNS_TIMEOUT_MS / 1_000} s, connecting ${CONNECT_TIMEOUT_MS / 1_000} s.`,
    `Links to objects live ${linkMinutes} minutes at most`,
    `After ${WRONG_KEYS_PER_MINUTE} wrong keys from one address in a minute`,
    `after ${WRONG_KEYS_PER_NETWORK} wrong keys from one IPv6 network of 48 bits, and for one key after ${WRONG_KEYS_PER_KEY} wrong secrets`,
  ],
  'docs/decisions/0065-limit-of-wrong-keys.md': [
    `After ${WRONG_KEYS_PER_MINUTE} wrong keys of a source`,
    `at most ${WRONG_KEYS_PER_MINUTE} times a minute`,
  ],
};

describe('the documents', () => {
  it.each(Object.entries(sentences))('state in %s the values of the code', (path, expected) => {
    const text = readDocument(path);
    expect(expected.filter((sentence) => !text.includes(sentence))).toEqual([]);
  });

  it('list in docs/administering.md what each role may do that the previous one may not', () => {
    const rows = readRows('docs/administering.md', 'role', 'may');
    const namedIn = (text: string) => allPermissions.filter((each) => text.includes(wordsOf[each]));
    const said = rows.map(([role, text = '']) => [
      role,
      text === 'everything' ? 'everything' : namedIn(text),
    ]);
    const expected = roleNames.map((role, index) => {
      const before = roleNames[index - 1];
      const added = allPermissions.filter(
        (each) => hasPermission(role, each) && !(before !== undefined && hasPermission(before, each)),
      );
      const mayAll = allPermissions.every((each) => hasPermission(role, each));
      return [`\`${role}\``, mayAll ? 'everything' : added];
    });
    expect(said).toEqual(expected);
  });

  it('list every operation of the API in docs/api.md', () => {
    const cells = readRows('docs/api.md', 'call', 'what it does').map(([cell = '']) => cell);
    // `GET`/`PATCH /sites/<id>` are two operations.
    const listed = [...cells.join().matchAll(/((?:`[A-Z]+`\/)*`[A-Z]+) (\/[^`]*)`/g)].flatMap(
      ([, methods = '', path]) => [...methods.matchAll(/[A-Z]+/g)].map(([method]) => `${method} ${path}`),
    );
    const known = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '<id>')}`);
    expect(listed.sort()).toEqual(known.sort());
  });

  it('list every report format', () => {
    expect(readRows('docs/reports.md', '`format`', 'for', 'findings in it').map(([name]) => name)).toEqual(
      Object.keys(reportFormats).map((name) => `\`${name}\``),
    );
  });

  it.each(['docs/ci/README.md', 'cli/package/README.md'])('list every exit code in %s', (document) => {
    const rows = readRows(document, 'Code', 'Meaning');
    expect(rows).toEqual(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]));
  });

  it('name only problem codes that exist', () => {
    const rows = readRows('docs/runbook.md', 'code', 'what it may be', 'what to do');
    const named = rows.flatMap(([cell = '']) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code));
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((code) => !Object.hasOwn(problems, code ?? ''))).toEqual([]);
  });
});
