import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { ErrorNotice } from './error-notice.tsx';
import { type FieldErrors, getFieldId } from './fields.tsx';
import { readFieldErrors, type SummaryEntry } from './read-field-errors.ts';

interface EntryProps {
  /** Sends what was entered. If it throws, the errors are shown at their fields. */
  onSubmit: () => Promise<void>;
  /** Label of each field by the member of the request. */
  labels: Readonly<Record<string, string>>;
  submitLabel: string;
  isDanger?: boolean;
  /** Further controls beside the button. */
  actions?: ComponentChildren;
  children: (errors: FieldErrors) => ComponentChildren;
}

/**
 * Fields with a button that sends them. The service validates them. If something is wrong, a summary with a link to
 * each field gets the focus.
 */
export function Entry({ onSubmit, labels, submitLabel, isDanger = false, actions, children }: EntryProps) {
  const [failure, setFailure] = useState<{ error: unknown; attempt: number } | null>(null);
  const isBusy = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const isMounted = useRef(true);
  useEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  const entries = failure === null ? [] : readFieldErrors(failure.error, labels);
  useEffect(() => {
    if (failure !== null) summary.current?.focus();
  }, [failure]);
  const submit = async () => {
    if (isBusy.current) return; // a second press of the button must not create two keys
    isBusy.current = true;
    try {
      await onSubmit();
      if (isMounted.current) setFailure(null);
    } catch (error) {
      if (isMounted.current) setFailure((previous) => ({ error, attempt: (previous?.attempt ?? 0) + 1 }));
    } finally {
      isBusy.current = false;
    }
  };
  const errors: Record<string, string> = {};
  for (const { field, message } of entries) if (field !== null) errors[field] ??= message;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure !== null && (
        <div ref={summary} tabIndex={-1} key={failure.attempt}>
          {entries.length > 0 ? <Summary entries={entries} /> : <ErrorNotice error={failure.error} />}
        </div>
      )}
      {children(errors)}
      <div class="actions">
        <button type="submit" class={isDanger ? 'danger' : 'primary'}>
          {submitLabel}
        </button>
        {actions}
      </div>
    </form>
  );
}

function Summary({ entries }: { entries: readonly SummaryEntry[] }) {
  return (
    <div class="error-summary">
      <h2>{shellText.errorSummary}</h2>
      <ul class="plain">
        {entries.map(({ field, message }) => (
          <li key={message}>{field === null ? message : <a href={`#${getFieldId(field)}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
