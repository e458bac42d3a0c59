import { useState } from 'preact/hooks';
import { useSession } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Entry } from '../../parts/entry.tsx';
import { parseDay, SuppressionFields, suppressionLabels } from '../../parts/suppression-fields.tsx';
import { shellText } from '../../text/en/shell.ts';
import { suppressionsText } from '../../text/en/suppressions.ts';
import type { SuppressedTarget } from './suppressed-target.ts';

const t = suppressionsText.dialog;
const DAY_MS = 86_400_000;
/** Days after which a suppression expires unless the person chooses another day. */
const DAYS_DEFAULT = 90;

interface SuppressDialogProps {
  siteId: string;
  target: SuppressedTarget;
  onDone: () => void;
  onClose: () => void;
}

/** Asks why an issue group or a finding is suppressed, and until when. */
export function SuppressDialog({ siteId, target, onDone, onClose }: SuppressDialogProps) {
  const { calls } = useSession();
  const [values, setValues] = useState(() => ({ reason: '', expires: addDays(DAYS_DEFAULT) }));
  const { title, text } = t[target.member];
  const suppress = async () => {
    const { reason, expires } = values;
    await calls.createSuppression(siteId, {
      match: { [target.member]: target.id },
      reason,
      expiresAt: parseDay(expires),
    });
    onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>{target.name}</strong>
      </p>
      <p>{text}</p>
      <p>{t.effect}</p>
      <Entry
        onSubmit={suppress}
        labels={suppressionLabels}
        submitLabel={t.submit}
        name="suppress"
        actions={
          <button type="button" onClick={onClose}>
            {shellText.cancel}
          </button>
        }
      >
        {(errors) => (
          <SuppressionFields
            values={values}
            errors={errors}
            onChange={(changes) => setValues({ ...values, ...changes })}
          />
        )}
      </Entry>
    </Dialog>
  );
}

/** Returns the day (UTC) that is a number of days after today. */
function addDays(number: number): string {
  return new Date(Date.now() + number * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
