import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type FieldErrors, FieldGroup } from './fields.tsx';

interface RowsFieldProps<Row> {
  /** The member of the request. */
  name: string;
  label: string;
  errors: FieldErrors;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  emptyRow: Row;
  texts: {
    add: string;
    /** Names a row, such as "Header 1". */
    row: (number: number) => string;
    remove: string;
    /** Accessible name of the button that removes a row; it begins with the visible one. */
    removeOf: (row: string) => string;
  };
  /** The fields of a row. */
  children: (row: Row, change: (changes: Partial<Row>) => void, index: number) => ComponentChildren;
}

/** A list whose entries have several fields. A new entry gets the focus; after a removal the button that adds one. */
export function RowsField<Row>(props: RowsFieldProps<Row>) {
  const { name, label, errors, rows, onChange, emptyRow, texts, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const count = useRef(rows.length);
  useLayoutEffect(() => {
    if (rows.length > count.current) list.current?.lastElementChild?.querySelector('input')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  return (
    <FieldGroup name={name} label={label} errors={errors} isOptional>
      <div ref={list}>
        {rows.map((row, index) => (
          <fieldset key={index} class="row-fields">
            <legend>{texts.row(index + 1)}</legend>
            {children(row, (changes) => onChange(rows.with(index, { ...row, ...changes })), index)}
            <button
              type="button"
              class="small"
              aria-label={texts.removeOf(texts.row(index + 1))}
              onClick={() => {
                addButton.current?.focus();
                onChange(rows.toSpliced(index, 1));
              }}
            >
              {texts.remove}
            </button>
          </fieldset>
        ))}
      </div>
      <button ref={addButton} type="button" class="small" onClick={() => onChange([...rows, emptyRow])}>
        {texts.add}
      </button>
    </FieldGroup>
  );
}
