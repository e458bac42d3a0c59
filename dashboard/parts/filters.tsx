import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';

/** Returns what connects a field with one of the values. */
type Bind<Values> = (name: keyof Values & string) => {
  name: string;
  value: string;
  onChange: (value: string) => void;
};

interface FiltersProps<Values> {
  /** The current values, from the URL. */
  current: Values;
  /** The values of a URL without filters. */
  defaults: Values;
  children: (bind: Bind<Values>) => ComponentChildren;
}

/**
 * Fields that filter a list. The button writes them to the URL, and the list is loaded again; the focus stays on the
 * button.
 */
export function Filters<Values extends Record<string, string>>(props: FiltersProps<Values>) {
  const { current, defaults, children } = props;
  const { change } = useLinks();
  const [values, setValues] = useState(current);
  // A link or the back button changed the filters.
  useEffect(() => setValues(current), [JSON.stringify(current)]);
  const apply = () => {
    const next = { ...values };
    for (const name in next) next[name] ||= defaults[name];
    setValues(next);
    change({ ...next, cursor: undefined });
  };
  const clear = () => {
    setValues(defaults);
    change(Object.fromEntries([...Object.keys(defaults), 'cursor'].map((name) => [name, undefined])));
  };
  const bind: Bind<Values> = (name) => ({
    name,
    value: values[name] ?? '',
    onChange: (value) => setValues({ ...values, [name]: value }),
  });
  return (
    <search class="panel" aria-label={shellText.filters}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div class="filters">{children(bind)}</div>
        <div class="actions">
          <button type="submit">{shellText.apply}</button>
          <button type="button" class="link" onClick={clear}>
            {shellText.clear}
          </button>
        </div>
      </form>
    </search>
  );
}
