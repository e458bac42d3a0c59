import { suppressionsText } from '../text/en/suppressions.ts';
import { type FieldErrors, TextField } from './fields.tsx';

const t = suppressionsText.fields;

export const suppressionLabels = { reason: t.reason, expiresAt: t.expires };

interface SuppressionFieldsProps {
  /** `expires` is a day, or empty. */
  values: { reason: string; expires: string };
  errors: FieldErrors;
  onChange: (changes: { reason?: string; expires?: string }) => void;
}

/** Why findings are suppressed, and until when. */
export function SuppressionFields({ values, errors, onChange }: SuppressionFieldsProps) {
  return (
    <>
      <TextField
        name="reason"
        label={t.reason}
        hint={t.reasonHint}
        errors={errors}
        value={values.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <TextField
        name="expiresAt"
        type="date"
        label={t.expires}
        hint={t.expiresHint}
        errors={errors}
        isOptional
        value={values.expires}
        onChange={(expires) => onChange({ expires })}
      />
    </>
  );
}

/** Returns the begin of a day in UTC, as the service expects it; null for no day. */
export function parseDay(day: string): string | null {
  return day === '' ? null : `${day}T00:00:00Z`;
}
