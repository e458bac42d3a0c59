import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';
import { ErrorNotice } from './error-notice.tsx';
import { type FieldErrors, FieldScope, getFieldId } from './fields.tsx';
import { Notice } from './notice.tsx';
import { readFieldErrors, type SummaryEntry } from './read-field-errors.ts';
import { usePending } from './use-pending.ts';

interface EntryProps {
  /** Sends what was entered. If it throws, the errors are shown at their fields. */
  onSubmit: () => Promise<void>;
  /** Label of each field by the member of the request. */
  labels: Readonly<Record<string, string>>;
  /** What to do at a field, instead of the words of the service: see `readFieldErrors`. */
  messages?: Readonly<Record<string, string>>;
  submitLabel: string;
  /** Distinguishes the ids of the fields, if a screen has fields with the same name twice. */
  name?: string;
  /** Shown and announced after a success, if the screen stays. */
  savedText?: string;
  isDanger?: boolean;
  /** Further controls beside the button. */
  actions?: ComponentChildren;
  children: (errors: FieldErrors) => ComponentChildren;
}

/**
 * Fields with a button that sends them. The service validates them. If something is wrong, a summary with a link to
 * each field gets the focus.
 */
export function Entry(props: EntryProps) {
  const { onSubmit, labels, messages, submitLabel, savedText, name = '' } = props;
  const { isDanger = false, actions, children } = props;
  const [isSaved, setIsSaved] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown; attempt: number } | null>(null);
  const { isPending, run } = usePending();
  const summary = useRef<HTMLDivElement>(null);
  const entries = failure === null ? [] : readFieldErrors(failure.error, labels, messages);
  useLayoutEffect(() => {
    if (failure !== null) summary.current?.focus();
  }, [failure]);
  const submit = async () => {
    setIsSaved(false);
    try {
      await onSubmit();
      setFailure(null);
      setIsSaved(true);
      if (savedText !== undefined) announce(savedText);
    } catch (error) {
      setFailure((previous) => ({ error, attempt: (previous?.attempt ?? 0) + 1 }));
    }
  };
  const errors: Record<string, string> = Object.create(null);
  for (const { field, message } of entries) if (field !== null) errors[field] ??= message;
  return (
    <form
      {...(name === '' ? {} : { 'aria-label': submitLabel })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
    >
      {failure !== null && (
        <div ref={summary} tabIndex={-1} key={failure.attempt}>
          {entries.length > 0 ? (
            <Summary entries={entries} scope={name} />
          ) : (
            <ErrorNotice error={failure.error} />
          )}
        </div>
      )}
      {isSaved && savedText !== undefined && (
        <Notice kind="good">
          <p>{savedText}</p>
        </Notice>
      )}
      <FieldScope.Provider value={name}>{children(errors)}</FieldScope.Provider>
      <div class="actions">
        <button type="submit" class={isDanger ? 'danger' : 'primary'} aria-disabled={isPending}>
          {submitLabel}
        </button>
        {actions}
      </div>
    </form>
  );
}

function Summary({ entries, scope }: { entries: readonly SummaryEntry[]; scope: string }) {
  return (
    <div class="error-summary">
      <h2>{shellText.errorSummary}</h2>
      <ul class="plain">
        {entries.map(({ field, message }) => (
          <li key={message}>
            {field === null ? message : <a href={`#${getFieldId(field, scope)}`}>{message}</a>}
          </li>
        ))}
      </ul>
    </div>
  );
}
