import { z } from 'zod';
import { crawlMembers } from '../crawl/crawl-members.ts';
import { screenshotModes } from '../findings/picture.ts';
import { failOnSchema } from '../gate/fail-on.ts';
import { createIdSchema } from '../ids.ts';
import { ruleSetNameSchema } from '../rule-sets/rule-sets.ts';
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
const LOCALE_LENGTH_MAX = 100;
const SUFFIX_LENGTH_MAX = 100;
/** What product tokens and comments of a user agent are made of (RFC 9110, section 10.1.5), kept to what logs can take. */
const USER_AGENT_SUFFIX = /^[A-Za-z0-9._/();:+-]+(?: [A-Za-z0-9._/();:+-]+)*$/;

const viewportNames = Object.keys(viewportSizes) as [ViewportName, ...ViewportName[]];
const sizeText = ({ width, height }: ViewportSize) => `${width} × ${height}`;

const selectorsSchema = z.array(selectorSchema).max(SELECTORS_MAX);

/** The canonical form of a BCP 47 tag, or undefined when the text is none. */
function canonicalLocale(text: string): string | undefined {
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
    description: `The window of the pages: ${viewportNames
      .map((name) => `\`${name}\` (${sizeText(viewportSizes[name])})`)
      .join(
        ', ',
      )} or a size in CSS pixels, 240 to 3,840 each way. \`tablet\` and \`mobile\` also have a touch screen and honour \`meta viewport\`. Unless set: \`desktop\`.`,
    example: 'mobile',
  });

/** Of a whole config as JSON. */
export const CONFIG_BYTES_MAX = 8_000;

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** What `config` of a trigger may carry. What is left out is as the site says, else as the defaults say. */
export const scanConfigSchema = z
  .strictObject({
    rules: z
      .array(ruleSetNameSchema)
      .min(1, 'must name at least one rule set')
      .max(20)
      .meta({ description: 'The rule sets to scan by; see GET /rule-sets.', example: ['wcag-aa'] }),
    priority: z.enum(priorities).default(PRIORITY_DEFAULT).meta({
      description: 'Which scans go first. GET /rule-sets says what each priority means.',
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
        description: `What \`prefers-color-scheme\` says to pages. Unless set: \`${pageSettingsDefault.colorScheme}\`.`,
        example: 'dark',
      }),
    reducedMotion: z
      .enum(['reduce', 'no-preference'])
      .optional()
      .meta({
        description: `What \`prefers-reduced-motion\` says to pages. Unless set: \`${pageSettingsDefault.reducedMotion}\`.`,
        example: 'reduce',
      }),
    locale: z
      .string()
      .max(LOCALE_LENGTH_MAX, { abort: true })
      .refine(
        (text) => canonicalLocale(text) !== undefined,
        'must be a BCP 47 language tag such as de or pt-BR',
      )
      .overwrite((text) => canonicalLocale(text) ?? text)
      .optional()
      .meta({
        description: `BCP 47 tag of the language that pages see and servers are asked for; shown in its canonical form. Unless set: \`${pageSettingsDefault.locale}\`.`,
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
        description: "Follows the service's own user agent, so that a server can tell these scans apart.",
        example: 'staging-check/1.0',
      }),
    includeSelectors: selectorsSchema.optional().meta({
      description: 'CSS selectors; only elements within what they find are judged. Empty or left out: all.',
      example: ['main'],
    }),
    excludeSelectors: selectorsSchema.optional().meta({
      description: 'CSS selectors; elements within what they find are not judged.',
      example: ['.advert', '#chat-widget'],
    }),
    waitFor: waitForSchema.optional(),
    expect: z
      .strictObject({
        status: z.number().int().min(200).max(599).meta({ description: 'An HTTP status.', example: 404 }),
      })
      .optional()
      .meta({
        description:
          'What the start URL is meant to answer with, e.g. 404 to scan the error page of a site; it is then scanned like any page, and another status is an error.',
        example: { status: 404 },
      }),
    screenshots: z
      .enum(screenshotModes)
      .optional()
      .meta({
        description: `Which findings pictures are taken of: \`new\` for those of which there is no picture of an earlier scan to show, \`all\` or \`none\`. Unless set: \`${pageSettingsDefault.screenshots}\`.`,
        example: 'none',
      }),
    redactSelectors: selectorsSchema.optional().meta({
      description: 'CSS selectors; what they find is masked in pictures, and so is every input.',
      example: ['.customer-name'],
    }),
    metadata: scanMetadataSchema.optional(),
    baseline: createIdSchema('scan').optional().meta({
      description:
        'The scan of this site to compare with; it must have a report and the same rule sets, viewport, colour scheme, locale, selectors and use of credentials. Unless set: the latest such scan of `metadata.targetBranch`, else of `metadata.branch`, else of the site; for a gate on new findings the latest that passed or was accepted, and never one of the same commit that was not accepted.',
    }),
    failOn: failOnSchema.optional(),
  })
  // It is part of the scan's item, which is written anew with every page.
  .refine((config) => bytesOf(config) <= CONFIG_BYTES_MAX, {
    error: ({ input }) => `must be at most ${CONFIG_BYTES_MAX} bytes as JSON; it is ${bytesOf(input)}`,
  })
  .meta({
    id: 'ScanConfig',
    description: `What a scan is to do; at most ${CONFIG_BYTES_MAX} bytes as JSON.`,
  });
export type ScanConfig = z.infer<typeof scanConfigSchema>;

/** The config with its members in the order of the schema, at every level: the same config gives the same bytes. */
export function sortConfigMembers(config: ScanConfig): ScanConfig {
  return sorted(config, Object.keys(scanConfigSchema.shape)) as ScanConfig;
}

function sorted(value: object, names: readonly string[] = Object.keys(value).sort()): object {
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    typeof member === 'object' && member !== null && !Array.isArray(member) ? sorted(member) : member,
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}
