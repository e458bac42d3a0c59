import { useEffect, useRef, useState } from 'preact/hooks';
import { onInterruption } from './interruptions.ts';
import { tryStorage } from './storage.ts';

const PREFIX = 'draft:';

/**
 * Holds what a person has entered. If a sign-in interrupts, the entries are stored in this tab, and restored once when
 * the same person comes back. Never pass secrets.
 * @param name identifies the fields, with the person and the account
 */
export function useDraft<Values extends object>(name: string, initial: Values) {
  const key = `${PREFIX}${name}`;
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...takeDraft(key) }));
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => onInterruption(() => storeDraft(key, latest.current)), [key]);
  const change = (changes: Partial<Values>) => {
    removeDraft(key);
    setValues((previous) => ({ ...previous, ...changes }));
  };
  return { values, change };
}

/** Removes all drafts of this tab. */
export function removeDrafts(): void {
  const keys = tryStorage(() => Object.keys(sessionStorage)) ?? [];
  for (const key of keys) if (key.startsWith(PREFIX)) removeDraft(key);
}

function takeDraft(key: string): object {
  const text = tryStorage(() => sessionStorage.getItem(key)) ?? '{}';
  removeDraft(key);
  try {
    return JSON.parse(text) as object;
  } catch {
    return {}; // another program wrote it
  }
}

/** Without storage the draft is lost, and the sign-in goes on. */
function storeDraft(key: string, values: object): void {
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(values)));
}

function removeDraft(key: string): void {
  tryStorage(() => sessionStorage.removeItem(key));
}
