import { z } from 'zod';
import { screenshotModes } from '../findings/picture.ts';
import { selectorSchema } from './selector-fault.ts';

/** Named windows, in CSS pixels: a common desktop, an iPad in portrait, and a common phone. */
export const viewportSizes = {
  desktop: { width: 1280, height: 1024 },
  tablet: { width: 768, height: 1024 },
  mobile: { width: 390, height: 844 },
} as const;
export type ViewportName = keyof typeof viewportSizes;

/** A window in CSS pixels. */
export const viewportSizeSchema = z.strictObject({
  width: z.number().int().min(240).max(3840).meta({ description: 'In CSS pixels.' }),
  height: z.number().int().min(240).max(3840).meta({ description: 'In CSS pixels.' }),
});
export type ViewportSize = z.infer<typeof viewportSizeSchema>;

/** Milliseconds of the page's own clock that a scan can have its pages wait for at most. */
export const WAIT_MAX_MS = 10_000;

/** What a page waits for beyond coming to rest. */
export const waitForSchema = z
  .union(
    [
      z.strictObject({
        selector: selectorSchema.meta({ description: 'CSS selector of an element that must be there.' }),
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
      "What each page waits for beyond coming to rest: an element of its document, for a bounded time, or a time, by the page's own clock. A page where the element does not come is scanned all the same, and its outcome says so.",
    example: { selector: '#content' },
  });

/** Under which conditions the pages of a scan are opened, with nothing left to default. */
export const pageSettingsSchema = z.object({
  viewport: viewportSizeSchema.meta({ description: 'The window of the pages.' }),
  mobile: z.boolean().meta({
    description: 'Whether pages see a touch screen and honour their `meta viewport`.',
  }),
  colorScheme: z.enum(['light', 'dark']).meta({ description: 'What `prefers-color-scheme` says to pages.' }),
  reducedMotion: z
    .enum(['reduce', 'no-preference'])
    .meta({ description: 'What `prefers-reduced-motion` says to pages.' }),
  locale: z.string().meta({
    description: 'BCP 47 tag of the language that pages see and servers are asked for.',
  }),
  userAgentSuffix: z.string().meta({
    description: "Follows the service's own user agent; empty for none.",
  }),
  includeSelectors: z.array(z.string()).meta({
    description: 'CSS selectors; only elements within what they find are judged, all where there are none.',
  }),
  excludeSelectors: z.array(z.string()).meta({
    description: 'CSS selectors; elements within what they find are not judged.',
  }),
  waitFor: waitForSchema.nullable().meta({
    description: 'What each page waits for beyond coming to rest; null for nothing.',
  }),
  screenshots: z.enum(screenshotModes).meta({
    description:
      'Which findings pictures are taken of: `new` for those of which there is no picture of an earlier scan to show.',
  }),
  redactSelectors: z.array(z.string()).meta({
    description: 'CSS selectors; what they find is masked in pictures, and so is every input.',
  }),
});
export type PageSettings = z.infer<typeof pageSettingsSchema>;

/** How pages are opened unless a scan says otherwise. */
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
