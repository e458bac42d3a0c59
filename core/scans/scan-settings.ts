import { z } from 'zod';
import { crawlSettingsDefault, crawlSettingsSchema } from '../crawl/crawl-settings.ts';
import type { SourcePaths } from '../sites/source-paths.ts';
import { pageSettingsDefault, pageSettingsSchema } from './page-settings.ts';

/** What a scan does, with nothing left to default: made of its site and its config when it is triggered. */
export const scanSettingsSchema = z.object({
  crawl: crawlSettingsSchema.meta({ description: 'How pages were found and chosen.' }),
  page: pageSettingsSchema.meta({ description: 'Under which conditions pages were opened.' }),
  expectStatus: z.number().int().nullable().meta({
    description: 'The status that the start URL is meant to answer with; null when any sound one will do.',
  }),
  signedIn: z.boolean().meta({ description: "Whether pages were opened with the site's credentials." }),
});
export type ScanSettings = z.infer<typeof scanSettingsSchema>;

/** Those of a scan that sets none, of a site that sets none. */
export const scanSettingsDefault: ScanSettings = {
  crawl: crawlSettingsDefault,
  page: pageSettingsDefault,
  expectStatus: null,
  signedIn: false,
};

/** What a scan begins with: a later change of the site does not change the scan. */
export interface ScanStart {
  /** The start URL, then the listed pages. */
  startUrls: string[];
  sourcePaths: SourcePaths;
  settings: ScanSettings;
}
