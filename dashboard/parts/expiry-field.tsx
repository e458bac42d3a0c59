import { KEY_DAYS_MAX } from '../../core/access/key-limits.ts';
import { formatDate } from '../text/dates.ts';
import { apiKeysText } from '../text/en/api-keys.ts';
import { type FieldErrors, TextField } from './fields.tsx';
import { parseWholeNumber } from './parse-number.ts';

const t = apiKeysText.fields;
const DAY_MS = 86_400_000;

interface ExpiryFieldProps {
  value: string;
  onChange: (value: string) => void;
  errors: FieldErrors;
}

/** After how many days a value of a key expires, with the date. */
export function ExpiryField(props: ExpiryFieldProps) {
  const days = parseWholeNumber(props.value);
  const isValid = days !== null && days >= 1 && days <= KEY_DAYS_MAX;
  const expiry = isValid ? [t.expiresOn(formatDate(new Date(Date.now() + days * DAY_MS)))] : [];
  return (
    <TextField
      {...props}
      name="expiresInDays"
      type="number"
      min={1}
      max={KEY_DAYS_MAX}
      label={t.period}
      hint={[t.periodHint, ...expiry].join(' ')}
    />
  );
}
