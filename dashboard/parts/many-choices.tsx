import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { formatCount, type Plurals } from '../text/plural.ts';
import { announce } from './announce.ts';
import { CheckField, TextField } from './fields.tsx';

/** Most options that are listed without a field that searches them. */
const OPTIONS_WITHOUT_SEARCH = 10;

interface ManyChoicesProps {
  /** Distinguishes the ids of the fields. */
  name: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  searchLabel: string;
  /** Announced while the person searches. */
  count: Plurals;
}

/**
 * Checkboxes of which any number can be chosen. Chosen values without an option are listed, so that they can be
 * removed.
 */
export function ManyChoices({ name, options, value, onChange, searchLabel, count }: ManyChoicesProps) {
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  const lost = first.filter((each) => !options.some((option) => option.value === each));
  const all = [...options, ...lost.map((each) => ({ value: each, label: shellText.notFound(each) }))];
  const isMatch = (text: string, { label }: { label: string }) =>
    label.toLowerCase().includes(text.trim().toLowerCase());
  const changeSearch = (text: string) => {
    setSearch(text);
    announce(formatCount(all.filter((option) => isMatch(text, option)).length, count));
  };
  return (
    <>
      {all.length > OPTIONS_WITHOUT_SEARCH && (
        <TextField
          name={`${name}-search`}
          label={searchLabel}
          isLocal
          value={search}
          onChange={changeSearch}
        />
      )}
      <div class="options">
        {all.map(
          (option, index) =>
            isMatch(search, option) && (
              <CheckField
                key={option.value}
                name={`${name}-${index}`}
                label={option.label}
                isChecked={value.includes(option.value)}
                onChange={(isChecked) =>
                  onChange(
                    isChecked ? [...value, option.value] : value.filter((each) => each !== option.value),
                  )
                }
              />
            ),
        )}
      </div>
    </>
  );
}
