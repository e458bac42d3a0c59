import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';

interface FiltersProps<Values> {
  /** The current values, from the URL. */
  initial: Values;
  children: (values: Values, change: (changes: Partial<Values>) => void) => ComponentChildren;
}

/**
 * Fields that filter a list. The button writes them to the URL, and the list is loaded again; the focus stays on the
 * button.
 */
export function Filters<Values extends Record<string, string>>({ initial, children }: FiltersProps<Values>) {
  const links = useLinks();
  const [values, setValues] = useState(initial);
  const clear = Object.fromEntries(Object.keys(initial).map((name) => [name, undefined]));
  return (
    <search class="panel" aria-label={shellText.filters}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          links.change({ ...values, cursor: undefined });
        }}
      >
        <div class="filters">{children(values, (changes) => setValues({ ...values, ...changes }))}</div>
        <div class="actions">
          <button type="submit">{shellText.apply}</button>
          <button
            type="button"
            class="link"
            onClick={() => {
              setValues(
                Object.fromEntries(Object.keys(initial).map((name) => [name, ''])) as unknown as Values,
              );
              links.change({ ...clear, cursor: undefined });
            }}
          >
            {shellText.clear}
          </button>
        </div>
      </form>
    </search>
  );
}
