import { CheckField, type FieldErrors, SelectField, TextField } from '../../parts/fields.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { startScanText as t } from '../../text/en/start-scan.ts';
import type { GateValues } from './scan-values.ts';

const { fields } = t;

/** Labels of the fields of a gate, by the member of the request. */
export const gateLabels = {
  'config.failOn.new': fields.new,
  'config.failOn.any': fields.any,
  'config.failOn.total': fields.total,
};

interface GateFieldsProps {
  values: GateValues;
  errors: FieldErrors;
  onChange: (changes: Partial<GateValues>) => void;
}

/** The fields of the gate of a scan. */
export function GateFields({ values, errors, onChange }: GateFieldsProps) {
  const thresholds = toOptions(t.impacts, t.noThreshold);
  /** What a field of a text needs. */
  const bind = (name: Exclude<keyof GateValues, 'review'>) => ({
    name: `config.failOn.${name}`,
    label: fields[name],
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <SelectField {...bind('new')} options={thresholds} errors={errors} />
      <SelectField {...bind('any')} options={thresholds} errors={errors} />
      <TextField {...bind('total')} type="number" errors={errors} isOptional />
      <CheckField
        name="config.failOn.review"
        label={fields.review}
        isChecked={values.review}
        onChange={(review) => onChange({ review })}
      />
    </>
  );
}
