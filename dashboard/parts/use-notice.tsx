import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from './announce.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';
import { usePending } from './use-pending.ts';

/** The result of the last action on a screen. It stays until the next action. */
export interface ActionResult {
  notice: ComponentChildren;
  /** Does something, then shows the text that it returns, or why it failed. */
  run: (action: () => Promise<string>) => Promise<void>;
}

export function useNotice(): ActionResult {
  const [result, setResult] = useState<{ text: string } | { error: unknown } | null>(null);
  const pending = usePending();
  const run = (action: () => Promise<string>) =>
    pending.run(async () => {
      setResult(null);
      try {
        const text = await action();
        announce(text);
        setResult({ text });
      } catch (error) {
        setResult({ error });
      }
    });
  const notice =
    result === null ? null : 'text' in result ? (
      <Notice kind="good">
        <p>{result.text}</p>
      </Notice>
    ) : (
      <ErrorNotice error={result.error} />
    );
  return { notice, run };
}
