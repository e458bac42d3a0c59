import { z } from 'zod';
import { crawlMembers } from '../crawl/crawl-members.ts';
import { globSchema } from '../crawl/url-glob.ts';
import { screenshotModes } from '../findings/picture.ts';
import { failOnSchema } from '../gate/fail-on.ts';
import { createIdSchema } from '../ids.ts';
import { formatMeanings } from '../meanings.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { CHECKS_DEFAULT, checkChoiceMeanings, checkChoices } from '../rule-sets/check-choice.ts';
import { ruleSetNameSchema, ruleSetNames } from '../rule-sets/rule-sets.ts';
import { reasonSchema } from '../sites/plain-text.ts';
import { httpUrlSchema } from '../sites/url.ts';
import {
  pageSettingsDefault,
  type ViewportName,
  type ViewportSize,
  viewportSizeSchema,
  viewportSizes,
  waitForSchema,
} from './page-settings.ts';
import { PRIORITY_DEFAULT, priorities } from './priority.ts';
import { scanMetadataSchema } from './scan-metadata.ts';
import { selectorSchema } from './selector-fault.ts';

const SELECTORS_MAX = 20;
const EXPECTED_MAX = 20;
const LOCALE_LENGTH_MAX = 100;
const SUFFIX_LENGTH_MAX = 100;
/**
 * The characters of product tokens and comments in a user agent (RFC 9110, section 10.1.5), restricted to those that
 * are safe in logs.
 */
const USER_AGENT_SUFFIX = /^[A-Za-z0-9._/();:+-]+(?: [A-Za-z0-9._/();:+-]+)*$/;

const viewportNames = Object.keys(viewportSizes) as [ViewportName, ...ViewportName[]];
const sizeText = ({ width, height }: ViewportSize) => `${width} × ${height}`;

const selectorsSchema = z.array(selectorSchema).max(SELECTORS_MAX);

/** Returns the canonical spelling of a BCP 47 tag; undefined if the text is not a tag. */
function canonicalizeLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

const viewportSchema = z
  .union([z.enum(viewportNames), viewportSizeSchema], {
    error: `must be one of ${viewportNames.join(', ')} or a size such as {"width": 1024, "height": 768}`,
  })
  .meta({
    description: `The viewport of the pages: ${viewportNames
      .map((name) => `\`${name}\` (${sizeText(viewportSizes[name])})`)
      .join(
        ', ',
      )} or a size in CSS pixels, 240 to 3,840 in each direction. \`tablet\` and \`mobile\` also emulate a touch screen and apply \`meta viewport\`. Default: \`desktop\`.`,
    example: 'mobile',
  });

/** Maximum size of a config as JSON. */
export const CONFIG_BYTES_MAX = 8_000;

function countBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** The `config` of a scan. Omitted members have the value of the site, else the default. */
export const scanConfigSchema = z
  .strictObject({
    rules: z
      .array(ruleSetNameSchema)
      .min(1, 'must name at least one rule set')
      .max(ruleSetNames.length)
      .meta({ description: 'The rule sets to run; see GET /rule-sets.', example: ['wcag-aa'] }),
    checks: z
      .enum(checkChoices)
      .optional()
      .meta({
        description: `Which rules of the rule sets run. ${formatMeanings(checkChoiceMeanings)} Default: \`${CHECKS_DEFAULT}\`.`,
        example: 'axe',
      }),
    priority: z.enum(priorities).default(PRIORITY_DEFAULT).meta({
      description: 'Which scans run first. GET /rule-sets describes each priority.',
    }),
    url: httpUrlSchema.optional().meta({
      description:
        "Scanned instead of the site's URL, e.g. a preview deployment. Its origin must be the site's or match the site's `origins`.",
    }),
    crawl: crawlMembers.crawl.optional(),
    maxPages: crawlMembers.maxPages.optional(),
    maxDepth: crawlMembers.maxDepth.optional(),
    includeUrls: crawlMembers.includeUrls.optional(),
    excludeUrls: crawlMembers.excludeUrls.optional(),
    hashRoutes: crawlMembers.hashRoutes.optional(),
    robots: crawlMembers.robots.optional(),
    viewport: viewportSchema.optional(),
    colorScheme: z
      .enum(['light', 'dark'])
      .optional()
      .meta({
        description: `The value of \`prefers-color-scheme\`. Default: \`${pageSettingsDefault.colorScheme}\`.`,
        example: 'dark',
      }),
    reducedMotion: z
      .enum(['reduce', 'no-preference'])
      .optional()
      .meta({
        description: `The value of \`prefers-reduced-motion\`. Default: \`${pageSettingsDefault.reducedMotion}\`.`,
        example: 'reduce',
      }),
    locale: z
      .string()
      .max(LOCALE_LENGTH_MAX, { abort: true })
      .refine(
        (text) => canonicalizeLocale(text) !== undefined,
        'must be a BCP 47 language tag such as de or pt-BR',
      )
      .overwrite((text) => canonicalizeLocale(text) ?? text)
      .optional()
      .meta({
        description: `BCP 47 tag of the language that is reported to pages and servers; shown in its canonical spelling. Default: \`${pageSettingsDefault.locale}\`.`,
        example: 'de-AT',
      }),
    userAgentSuffix: z
      .string()
      .max(SUFFIX_LENGTH_MAX, { abort: true })
      .regex(
        USER_AGENT_SUFFIX,
        'must be made of letters, digits and . _ / ( ) ; : + - with single spaces between them',
      )
      .optional()
      .meta({
        description: "Appended to the service's own user agent, so that a server can recognize these scans.",
        example: 'staging-check/1.0',
      }),
    includeSelectors: selectorsSchema.optional().meta({
      description:
        'CSS selectors. Only elements within the matches are tested. If empty or omitted: all elements.',
      example: ['main'],
    }),
    excludeSelectors: selectorsSchema.optional().meta({
      description:
        'CSS selectors. Elements within the matches are not tested. Modal dialogs that match are closed.',
      example: ['.advert', '#chat-widget'],
    }),
    waitFor: waitForSchema.optional(),
    expect: z
      .strictObject({
        status: z.number().int().min(200).max(599).optional().meta({
          description:
            'The HTTP status, e.g. 404 to scan the error page of a site. The page is then scanned like any other, and any other status is an error.',
          example: 404,
        }),
        login: z.literal(true).optional().meta({
          description:
            'The start URL is meant to show a login form, which is then scanned. Otherwise a login form is not taken for the start page of a site.',
        }),
      })
      .refine(({ status, login }) => status !== undefined || login !== undefined, 'must have status or login')
      .optional()
      .meta({ description: 'What the start URL is expected to respond with.', example: { status: 404 } }),
    screenshots: z
      .enum(screenshotModes)
      .optional()
      .meta({
        description: `Which findings get a picture. \`new\`: only findings that have no picture from an earlier scan; \`all\`; or \`none\`. Default: \`${pageSettingsDefault.screenshots}\`.`,
        example: 'none',
      }),
    redactSelectors: selectorsSchema.optional().meta({
      description: 'CSS selectors. The matches are masked in pictures, and so is every input.',
      example: ['.customer-name'],
    }),
    metadata: scanMetadataSchema.optional(),
    baseline: createIdSchema('scan').optional().meta({
      description:
        'The scan of this site to compare with; it must have a report and the same rule sets, viewport, color scheme, reduced motion, locale, selectors and use of credentials. Default: the latest such scan of `metadata.targetBranch`, else of `metadata.branch`, else of the site. If the gate has a threshold for new findings: the latest such scan that passed or was accepted, and never one of the same commit that was not accepted.',
    }),
    expectChanged: z
      .array(
        z.strictObject({
          page: globSchema.meta({ description: 'A glob for the URLs of the pages.', example: '/prices/**' }),
          reason: reasonSchema.meta({ description: 'Why they change.' }),
        }),
      )
      .max(EXPECTED_MAX)
      .optional()
      .meta({
        description:
          'Pages that this change rebuilds, replaces or removes: globs as in `includeUrls`, each with a reason. They are compared with the baseline however much they changed. Remove the entry when the scan has become the baseline.',
        example: [{ page: '/prices/**', reason: 'The prices are a table now.' }],
      }),
    failOn: failOnSchema.optional(),
  })
  // The config is part of the scan's item, which is rewritten for every page.
  .refine((config) => countBytes(config) <= CONFIG_BYTES_MAX, {
    error: ({ input }) => `must be at most ${CONFIG_BYTES_MAX} bytes as JSON; it is ${countBytes(input)}`,
  })
  .meta({
    id: 'ScanConfig',
    description: `The configuration of a scan; at most ${CONFIG_BYTES_MAX} bytes as JSON.`,
  });
export type ScanConfig = z.infer<typeof scanConfigSchema>;

/** Returns the config as answers and reports show it: without secrets in its URL. The scan opens the complete URL. */
export function toConfigView(config: ScanConfig): ScanConfig {
  return config.url === undefined ? config : { ...config, url: redactQueries(config.url) };
}

/** Returns the config with its members in schema order, at every level: equal configs give equal bytes. */
export function sortConfigMembers(config: ScanConfig): ScanConfig {
  return sortMembers(config, Object.keys(scanConfigSchema.shape)) as ScanConfig;
}

function sortMembers(value: object, names: readonly string[] = Object.keys(value).sort()): object {
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    typeof member === 'object' && member !== null && !Array.isArray(member) ? sortMembers(member) : member,
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}
