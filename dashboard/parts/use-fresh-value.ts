import { useLayoutEffect, useState } from 'preact/hooks';
import { readFreshValue, wipeFreshValue } from '../api/fresh-value.ts';

/**
 * Returns what is shown once, such as the value of a new key; null if it is gone. It is in the memory of this tab only,
 * and is wiped when the person leaves the screen, also when the browser puts the page into its page cache.
 * @param ownerId id of what it belongs to
 */
export function useFreshValue<Shown>(ownerId: string): Shown | null {
  const [fresh, setFresh] = useState<Shown | null>(() => readFreshValue(ownerId));
  useLayoutEffect(() => {
    const wipe = () => {
      wipeFreshValue();
      setFresh(null);
      for (const element of document.querySelectorAll('[data-secret]')) element.textContent = '';
    };
    addEventListener('pagehide', wipe);
    return () => {
      removeEventListener('pagehide', wipe);
      wipeFreshValue();
    };
  }, []);
  return fresh;
}
