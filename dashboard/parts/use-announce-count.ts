import { useEffect } from 'preact/hooks';
import type { PageOf } from '../api/types.ts';
import { formatCount, type Plurals } from '../text/plural.ts';
import { announce } from './announce.ts';

/** Announces how many entries a list shows, each time it was loaded. */
export function useAnnounceCount(page: Pick<PageOf<unknown>, 'items'> | undefined, variants: Plurals): void {
  useEffect(() => {
    if (page !== undefined) announce(formatCount(page.items.length, variants));
  }, [page, variants]);
}
