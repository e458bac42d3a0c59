import type { ComponentType } from 'preact';
import { useLoad } from '../api/use-load.ts';
import { Loading } from './loading.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';

/** Returns a part of a screen whose script is loaded when the part is shown, such as the content of a tab. */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LoadedPart(props: Props) {
    const part = useLoad<ComponentType<Props>>(() => load().catch(() => OutdatedNotice));
    return <Loading loaded={part}>{(Part) => <Part {...props} />}</Loading>;
  };
}
