import { createUrlFilter } from '../crawl/url-glob.ts';
import type { ScanConfig } from '../scans/scan-config.ts';

/** A declaration of the configuration that pages change. */
interface Declaration {
  glob: string;
  matches: (url: string) => boolean;
  /** Whether a page that it matches has changed, or may have changed. */
  isNeeded: boolean;
}

/** The pages of which the configuration declares with `expectChanged` that they change. */
export class ExpectedChanges {
  readonly #declarations: readonly Declaration[];

  constructor({ expectChanged = [] }: Pick<ScanConfig, 'expectChanged'>) {
    this.#declarations = expectChanged.map(({ page: glob }) => ({
      glob,
      matches: createUrlFilter({ includeUrls: [glob], excludeUrls: [] }),
      isNeeded: false,
    }));
  }

  /** Records that a page changed, may have changed, or is gone. Returns whether that was declared. */
  recordChange(url: string): boolean {
    const matching = this.#declarations.filter(({ matches }) => matches(url));
    for (const declaration of matching) declaration.isNeeded = true;
    return matching.length > 0;
  }

  /** Returns a sentence for each declaration that no change needs, which would hide later changes. */
  describeUnneeded(): string[] {
    return this.#declarations
      .filter(({ isNeeded }) => !isNeeded)
      .map(
        ({ glob }) =>
          `expectChanged has ${glob}, but no page that it matches has changed too much to be compared, or is gone. Remove the entry, so that a later change of these pages is noticed.`,
      );
  }
}
