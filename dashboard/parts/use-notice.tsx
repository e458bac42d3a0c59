import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Flash } from '../api/flash.ts';
import { announce } from './announce.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';
import { usePending } from './use-pending.ts';

/** The result of the last action on a screen. It stays until the next action. */
export interface ActionResult {
  notice: ComponentChildren;
  /** Does something, then shows the text that it returns, or why it failed. */
  run: (action: () => Promise<string | Flash>) => Promise<void>;
}

export function useNotice(): ActionResult {
  const [result, setResult] = useState<Flash | { error: unknown } | null>(null);
  const pending = usePending();
  const run = (action: () => Promise<string | Flash>) =>
    pending.run(async () => {
      setResult(null);
      try {
        const done = await action();
        const flash = typeof done === 'string' ? ({ kind: 'good', text: done } as const) : done;
        announce(flash.text);
        setResult(flash);
      } catch (error) {
        setResult({ error });
      }
    });
  const notice =
    result === null ? null : 'text' in result ? (
      <Notice kind={result.kind}>
        <p>{result.text}</p>
      </Notice>
    ) : (
      <ErrorNotice error={result.error} />
    );
  return { notice, run };
}
