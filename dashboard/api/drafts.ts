import { useEffect, useRef, useState } from 'preact/hooks';
import { onInterruption } from './interruptions.ts';

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
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) removeDraft(key);
}

function takeDraft(key: string): object {
  try {
    const text = sessionStorage.getItem(key);
    removeDraft(key);
    return text === null ? {} : (JSON.parse(text) as object);
  } catch {
    return {}; // storage is denied, or another program wrote to it
  }
}

function storeDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is denied: the draft is lost, and the sign-in goes on.
  }
}

function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is denied, so there is no draft.
  }
}
