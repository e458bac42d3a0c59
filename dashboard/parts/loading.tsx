import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Loaded } from '../api/use-load.ts';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Milliseconds without an answer after which screen readers hear that the screen is loading. */
const SLOW_MS = 1_000;

interface LoadingProps<Data> {
  loaded: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}

/** Shows data when it is there, else that it is loading or why it could not be loaded. */
export function Loading<Data>({ loaded, children }: LoadingProps<Data>) {
  const { data, error, isLoading, reload } = loaded;
  const isWaiting = data === undefined && isLoading;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => announce(shellText.loading), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <p class="spinner">{shellText.loading}</p>;
  return <div aria-busy={isLoading}>{children(data)}</div>;
}
