import { CheckField, type FieldErrors, FieldGroup } from './fields.tsx';

/** One of the values that can be chosen. */
interface CheckOption {
  value: string;
  label: string;
  hint?: string;
}

export interface CheckListFieldProps {
  /** The member of the request. */
  name: string;
  label: string;
  options: readonly CheckOption[];
  errors: FieldErrors;
  value: readonly string[];
  onChange: (values: string[]) => void;
}

/** Chooses any number of a few values. */
export function CheckListField({ name, label, options, errors, value, onChange }: CheckListFieldProps) {
  return (
    <FieldGroup name={name} label={label} errors={errors}>
      {options.map((option) => (
        <CheckField
          key={option.value}
          name={`${name}-${option.value}`}
          label={option.label}
          {...(option.hint === undefined ? {} : { hint: option.hint })}
          isChecked={value.includes(option.value)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...value, option.value] : value.filter((each) => each !== option.value))
          }
        />
      ))}
    </FieldGroup>
  );
}
