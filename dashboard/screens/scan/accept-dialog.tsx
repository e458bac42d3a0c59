import { useState } from 'preact/hooks';
import { useSession } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Entry } from '../../parts/entry.tsx';
import { TextField } from '../../parts/fields.tsx';
import { scanText as t } from '../../text/en/scan.ts';
import type { AcceptScanProps } from './accept-props.ts';

/** Asks why a scan becomes the baseline. */
export function AcceptDialog({ scan, onChange, onClose }: AcceptScanProps & { onClose: () => void }) {
  const { calls } = useSession();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t.accept.action} onClose={onClose}>
      <p>{t.accept.text}</p>
      <Entry
        onSubmit={async () => onChange(await calls.acceptScan(scan.id, { reason }))}
        labels={{ reason: t.accept.reason }}
        submitLabel={t.accept.submit}
        name="accept"
        actions={
          <button type="button" onClick={onClose}>
            {t.cancelDialog}
          </button>
        }
      >
        {(errors) => (
          <TextField
            name="reason"
            label={t.accept.reason}
            hint={t.accept.reasonHint}
            errors={errors}
            value={reason}
            onChange={setReason}
          />
        )}
      </Entry>
    </Dialog>
  );
}
