import { z } from 'zod';
import { crawlSettingsDefault, crawlSettingsSchema } from '../crawl/crawl-settings.ts';
import type { SourcePaths } from '../sites/source-paths.ts';
import { pageSettingsDefault, pageSettingsSchema } from './page-settings.ts';

/** The settings of a scan with all defaults filled in: resolved from its site and its config when it is triggered. */
export const scanSettingsSchema = z.object({
  crawl: crawlSettingsSchema.meta({ description: 'How pages were found and chosen.' }),
  page: pageSettingsSchema.meta({ description: 'The conditions under which pages were opened.' }),
  expectStatus: z.number().int().nullable().meta({
    description:
      'The status that the start URL must respond with; null if any successful status is accepted.',
  }),
  expectLogin: z.boolean().meta({ description: 'Whether the start URL is meant to show a login form.' }),
  signedIn: z.boolean().meta({ description: "Whether pages were opened with the site's credentials." }),
});
export type ScanSettings = z.infer<typeof scanSettingsSchema>;

/** Used if neither the scan nor its site sets anything. */
export const scanSettingsDefault: ScanSettings = {
  crawl: crawlSettingsDefault,
  page: pageSettingsDefault,
  expectStatus: null,
  expectLogin: false,
  signedIn: false,
};

/** The input of a scan, copied when it is triggered: a later change of the site does not change the scan. */
export interface ScanStart {
  /** The start URL, then the listed pages. */
  startUrls: string[];
  sourcePaths: SourcePaths;
  settings: ScanSettings;
}
