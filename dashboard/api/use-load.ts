import { useCallback, useEffect, useState } from 'preact/hooks';
import { isAbort } from './is-abort.ts';

/** What a screen knows of the data that it shows. */
export interface Loaded<Data> {
  /** Stays while it is loaded again. */
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Replaces the data, for example by the answer to a change. */
  replace: (data: Data) => void;
}

/**
 * Loads data when the component is shown, and again when `key` changes.
 * @param key identifies what is loaded
 */
export function useLoad<Data>(load: (signal: AbortSignal) => Promise<Data>, key = ''): Loaded<Data> {
  const [state, setState] = useState<{ data: Data | undefined; error: unknown; isLoading: boolean }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((previous) => ({ ...previous, error: undefined, isLoading: true }));
    load(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!isAbort(error, controller.signal)) setState({ data: undefined, error, isLoading: false });
      },
    );
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const replace = useCallback((data: Data) => setState({ data, error: undefined, isLoading: false }), []);
  return { ...state, reload, replace };
}
