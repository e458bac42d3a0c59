import { z } from 'zod';
import { screenshotModes } from '../findings/picture.ts';
import { selectorSchema } from './selector-fault.ts';

/** Named viewport sizes, in CSS pixels: a common desktop, an iPad in portrait orientation, and a common phone. */
export const viewportSizes = {
  desktop: { width: 1280, height: 1024 },
  tablet: { width: 768, height: 1024 },
  mobile: { width: 390, height: 844 },
} as const;
export type ViewportName = keyof typeof viewportSizes;

/** A viewport size in CSS pixels. */
export const viewportSizeSchema = z.strictObject({
  width: z.number().int().min(240).max(3840).meta({ description: 'In CSS pixels.' }),
  height: z.number().int().min(240).max(3840).meta({ description: 'In CSS pixels.' }),
});
export type ViewportSize = z.infer<typeof viewportSizeSchema>;

/** Maximum waiting time of a page, in milliseconds of the page's own clock. */
export const WAIT_MAX_MS = 10_000;

/** What a page waits for after it has stopped changing. */
export const waitForSchema = z
  .union(
    [
      z.strictObject({
        selector: selectorSchema.meta({ description: 'CSS selector of an element that must exist.' }),
      }),
      z.strictObject({
        milliseconds: z
          .number()
          .int()
          .min(0)
          .max(WAIT_MAX_MS)
          .meta({ description: 'A time in milliseconds.' }),
      }),
    ],
    { error: `must be {"selector": "…"} or {"milliseconds": 0 to ${WAIT_MAX_MS}}` },
  )
  .meta({
    description:
      "What each page waits for after it has stopped changing: an element of its document (for a limited time), or a time, by the page's own clock. A page on which the element does not appear is scanned anyway, and its outcome states this.",
    example: { selector: '#content' },
  });

/** The conditions under which the pages of a scan are opened, with all defaults filled in. */
export const pageSettingsSchema = z.object({
  viewport: viewportSizeSchema.meta({ description: 'The viewport of the pages.' }),
  mobile: z.boolean().meta({
    description: 'Whether a touch screen is emulated and the `meta viewport` of pages applies.',
  }),
  colorScheme: z.enum(['light', 'dark']).meta({ description: 'The value of `prefers-color-scheme`.' }),
  reducedMotion: z
    .enum(['reduce', 'no-preference'])
    .meta({ description: 'The value of `prefers-reduced-motion`.' }),
  locale: z.string().meta({
    description: 'BCP 47 tag of the language that is reported to pages and servers.',
  }),
  userAgentSuffix: z.string().meta({
    description: "Appended to the service's own user agent; empty if not set.",
  }),
  includeSelectors: z.array(z.string()).meta({
    description:
      'CSS selectors. Only elements within the matches are tested; all elements if the list is empty.',
  }),
  excludeSelectors: z.array(z.string()).meta({
    description:
      'CSS selectors. Elements within the matches are not tested. Modal dialogs that match are closed.',
  }),
  waitFor: waitForSchema.nullable().meta({
    description: 'What each page waits for after it has stopped changing; null for nothing.',
  }),
  screenshots: z.enum(screenshotModes).meta({
    description:
      'Which findings get a picture. `new`: only findings that have no picture from an earlier scan.',
  }),
  redactSelectors: z.array(z.string()).meta({
    description: 'CSS selectors. The matches are masked in pictures, and so is every input.',
  }),
});
export type PageSettings = z.infer<typeof pageSettingsSchema>;

/** The page settings of a scan that sets none. */
export const pageSettingsDefault: PageSettings = {
  viewport: viewportSizes.desktop,
  mobile: false,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  userAgentSuffix: '',
  includeSelectors: [],
  excludeSelectors: [],
  waitFor: null,
  screenshots: 'new',
  redactSelectors: [],
};
