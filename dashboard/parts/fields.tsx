import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';

/** Members of a request that have a field, and their messages. */
export type FieldErrors = Readonly<Record<string, string>>;

interface FieldProps {
  /** The member of the request. */
  name: string;
  label: string;
  hint?: string | undefined;
  errors?: FieldErrors | undefined;
  isOptional?: boolean;
}

/** What distinguishes the ids of fields with the same name on one screen. */
export const FieldScope = createContext('');

/** Returns the id of the control of a field, to which the error summary links. */
export const getFieldId = (name: string, scope: string) =>
  ['field', ...(scope === '' ? [] : [scope]), name.replaceAll('.', '-')].join('-');

/** What connects the control of a field with its label, its hint and its error. */
function useField({ name, hint, errors = {} }: Pick<FieldProps, 'name' | 'hint' | 'errors'>) {
  const id = getFieldId(name, useContext(FieldScope));
  const error = errors[name];
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const notes = (
    <>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error-text" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
  return { id, notes, describedBy, isInvalid: error !== undefined };
}

interface ControlAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

/** Label, hint, error and control of one field, connected with each other. */
function Field(props: FieldProps & { children: (attributes: ControlAttributes) => ComponentChildren }) {
  const { name, label, isOptional = false, children } = props;
  const { id, notes, describedBy, isInvalid } = useField(props);
  return (
    <div class={isInvalid ? 'field invalid' : 'field'}>
      <label for={id}>
        {label} {isOptional && <span class="soft">{shellText.optional}</span>}
      </label>
      {notes}
      {children({
        id,
        name,
        'aria-describedby': describedBy,
        'aria-invalid': isInvalid ? 'true' : undefined,
      })}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'number' | 'date' | 'time' | 'password';
  autocomplete?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  /** Whether Enter changes only this field, and does not send the others. */
  isLocal?: boolean;
}

export function TextField({ value, onChange, type = 'text', ...rest }: TextFieldProps) {
  // Browsers ignore `off` for passwords, and would offer the password of the dashboard.
  const { autocomplete = type === 'password' ? 'new-password' : 'off', ...others } = rest;
  const { maxLength, min, max, isLocal = false, ...field } = others;
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          type={type as 'text'}
          value={value}
          autocomplete={autocomplete as 'off'}
          maxLength={maxLength}
          min={min}
          max={max}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={(event) => {
            if (isLocal && event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
    </Field>
  );
}

interface AreaFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** A text of several lines, such as a list with one entry for each line. */
export function AreaField({ value, onChange, ...field }: AreaFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={Math.min(8, Math.max(3, value.split('\n').length))}
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ value, onChange, options, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckField({ name, label, hint, isChecked, onChange }: CheckFieldProps) {
  const { id, notes, describedBy } = useField({ name, hint });
  return (
    <div class="field choice">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={isChecked}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {notes}
      </div>
    </div>
  );
}

/** Fields or choices that belong together. The error summary links to the group. */
export function FieldGroup({ children, ...field }: FieldProps & { children: ComponentChildren }) {
  const { label, isOptional = false } = field;
  const { id, notes, describedBy, isInvalid } = useField(field);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      class={isInvalid ? 'field invalid' : 'field'}
      aria-describedby={describedBy}
    >
      <legend>
        {label} {isOptional && <span class="soft">{shellText.optional}</span>}
      </legend>
      {notes}
      {children}
    </fieldset>
  );
}

interface ChoiceFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** Radio buttons. The error summary links to the first one. */
export function ChoiceField({ value, onChange, options, ...field }: ChoiceFieldProps) {
  const { name, label } = field;
  const { id, notes, describedBy, isInvalid } = useField(field);
  return (
    <fieldset class={isInvalid ? 'field invalid' : 'field'} aria-describedby={describedBy}>
      <legend>{label}</legend>
      {notes}
      {options.map((option, index) => {
        const optionId = index === 0 ? id : `${id}-${option.value}`;
        return (
          <div class="choice" key={option.value}>
            <input
              type="radio"
              id={optionId}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <label for={optionId}>{option.label}</label>
          </div>
        );
      })}
    </fieldset>
  );
}
