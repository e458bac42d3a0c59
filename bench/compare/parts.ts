import { buildPages, kinds, largeSizes, smallSizes } from '../site/pages.ts';
import type { Contestant } from './contestants.ts';
import type { Flags } from './flags.ts';
import type { Group } from './schedule.ts';
import { groups } from './summary.ts';

/**
 * Returns the parts of the comparison. Duration on two cores: quick about 1.5 minutes, all about 12, `--long` about 5
 * more.
 */
export function buildParts(
  { quick, long }: Pick<Flags, 'quick' | 'long'>,
  taking: readonly Contestant[],
): Group[] {
  const paths = (...args: Parameters<typeof buildPages>) => buildPages(...args).map(({ path }) => path);
  const engine = taking.filter(({ id }) => id === 'engine');
  const small: Group = {
    name: groups.small,
    paths: paths(smallSizes, kinds, 2),
    concurrencies: [1, 2, 4],
    contestants: taking,
    rounds: 3,
  };
  if (quick) {
    return [{ ...small, paths: paths([150, 400, 1_500], kinds, 1), concurrencies: [1, 2], rounds: 1 }];
  }
  const lengths = [10, 100, ...(long ? [1_000] : [])];
  return [
    small,
    {
      name: groups.large,
      paths: [...paths(largeSizes, ['static'], 1), ...paths(largeSizes.slice(0, 1), ['busy'], 1)],
      concurrencies: [1],
      contestants: taking.filter((contestant) => contestant.large),
      rounds: 2,
    },
    ...lengths.map((count) => ({
      name: groups.length(count),
      paths: buildPages([150], kinds, Math.ceil(count / kinds.length))
        // The kinds alternate, so that any number of pages has the same mix.
        .toSorted((a, b) => a.variant - b.variant)
        .slice(0, count)
        .map(({ path }) => path),
      concurrencies: [1],
      contestants: engine,
      rounds: 2,
    })),
  ];
}
