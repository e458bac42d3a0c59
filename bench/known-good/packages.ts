/** A package whose documentation or demo pages count as known-good. */
export interface DocumentationPackage {
  name: string;
  version: string;
  /** Folders of the pages in the package; `''` for all. */
  folders: readonly string[];
  /** Pages whose path contains one of these are not used. */
  without?: readonly string[];
  /** Maximum number of pages: those with the smallest hashes. */
  limit: number;
  /** Who made the pages, and why they count as good. */
  source: string;
}

/**
 * The packages of the known-good corpus. Their authors know accessibility, except those of npm, whose pages are plain
 * documentation with a simple structure.
 */
export const documentationPackages: readonly DocumentationPackage[] = [
  {
    name: '@gouvfr/dsfr',
    version: '1.15.3',
    folders: ['example/component', 'example/core', 'example/layout'],
    without: ['/deprecated/'],
    limit: 70,
    source: 'Design system of the French government, audited with RGAA. Pages of its components, in French.',
  },
  {
    name: 'npm',
    version: '11.21.2',
    folders: ['docs/output'],
    limit: 24,
    source: 'Manual of npm. Plain pages with headings, lists, tables and code.',
  },
  {
    name: 'skipto',
    version: '4.1.7',
    folders: ['example'],
    limit: 14,
    source: 'Skip menu by PayPal and accessibility consultants. Whole example pages.',
  },
  {
    name: 'accessible-autocomplete',
    version: '3.0.1',
    folders: ['examples'],
    limit: 6,
    source: 'Combobox of GOV.UK. Its demo pages.',
  },
  ...[
    ['van11y-accessible-accordion-aria', '3.0.1'],
    ['van11y-accessible-carrousel-aria', '1.3.0'],
    ['van11y-accessible-hide-show-aria', '3.0.1'],
    ['van11y-accessible-modal-window-aria', '2.5.1'],
    ['van11y-accessible-tab-panel-aria', '2.0.4'],
  ].map(([name = '', version = '']) => ({
    name,
    version,
    folders: ['demo'],
    limit: 4,
    source: 'Widgets by the accessibility expert Nicolas Hoffmann. Demo pages in English and French.',
  })),
  {
    name: '@accessible360/accessible-slick',
    version: '1.0.1',
    folders: ['docs'],
    limit: 1,
    source: 'Carousel by the accessibility company Accessible360. Its documentation.',
  },
  {
    name: 'a11y-accordion-tabs',
    version: '0.5.0',
    folders: ['docs'],
    limit: 1,
    source: 'Accessible tabs by the accessibility expert Matthias Ott. Its documentation.',
  },
  {
    name: 'allietabs',
    version: '1.2.6',
    folders: [''],
    limit: 1,
    source: 'Accessible tabs. Its documentation.',
  },
];
