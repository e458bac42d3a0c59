/** How a page's content comes into being. */
export const kinds = ['static', 'script', 'busy'] as const;
/**
 * `static`: all in the document. `script`: fetched and rendered by a script. `busy`: static, with timers and
 * animations that never end, and content that comes late or when it is scrolled to.
 */
export type Kind = (typeof kinds)[number];

/** One page of the benchmark's site. */
export interface PageSpec {
  /** Where it is served. */
  path: string;
  kind: Kind;
  /** Elements in the page when all has been rendered, to within a few. */
  elements: number;
  /** Pages that differ in this only have different words and the same weight. */
  variant: number;
}

/** Pages above this are reported apart: there axe itself takes nearly all of the time. */
export const LARGE_ABOVE = 1_500;

export const smallSizes = [50, 150, 400, 1_500] as const;
export const largeSizes = [5_000, 20_000] as const;

/**
 * Every size and kind in a given number of variants. Variants stand side by side, so that pages dealt out in turn to
 * one, two or four hands weigh the same in each.
 */
export function pagesOf(sizes: readonly number[], ofKinds: readonly Kind[], variants: number): PageSpec[] {
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
 * The page of a path.
 * @returns undefined when there is none
 */
export function pageAt(path: string): PageSpec | undefined {
  const [, kind, elements, variant] = /^\/([a-z]+)\/(\d{1,6})\/(\d{1,4})$/.exec(path) ?? [];
  const known = kinds.find((each) => each === kind);
  if (known === undefined) return undefined;
  return { path, kind: known, elements: Number(elements), variant: Number(variant) };
}
