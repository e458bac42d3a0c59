/** How a page's content is created. */
export const kinds = ['static', 'script', 'busy'] as const;
/**
 * `static`: all in the document. `script`: fetched and rendered by a script. `busy`: static, with timers and
 * animations that never end, and content that is added late or on scrolling.
 */
export type Kind = (typeof kinds)[number];

/** One page of the benchmark's site. */
export interface PageSpec {
  /** Path of its URL. */
  path: string;
  kind: Kind;
  /** Approximate number of elements after everything has been rendered. */
  elements: number;
  /** Pages that differ only in this have different words and the same size. */
  variant: number;
}

export const smallSizes = [50, 150, 400, 1_500] as const;
/** They are reported separately, because axe itself takes nearly all of their time. */
export const largeSizes = [5_000, 20_000] as const;

/**
 * Returns pages of every size and kind in a number of variants. Variants are adjacent, so that one, two or four
 * groups with pages in turn have the same mix.
 */
export function buildPages(sizes: readonly number[], ofKinds: readonly Kind[], variants: number): PageSpec[] {
  return sizes.flatMap((elements) =>
    ofKinds.flatMap((kind) =>
      Array.from({ length: variants }, (_, variant) => ({
        path: `/${kind}/${elements}/${variant}`,
        kind,
        elements,
        variant,
      })),
    ),
  );
}

/**
 * Returns the page of a path.
 * @returns undefined if the path is not of this site
 */
export function parsePagePath(path: string): PageSpec | undefined {
  const [, kind, elements, variant] = /^\/([a-z]+)\/(\d{1,6})\/(\d{1,4})$/.exec(path) ?? [];
  const known = kinds.find((each) => each === kind);
  if (known === undefined) return undefined;
  return { path, kind: known, elements: Number(elements), variant: Number(variant) };
}
