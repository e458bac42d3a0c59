import { useState } from 'preact/hooks';
import { can, useSession } from '../../api/session.ts';
import type { Scan } from '../../api/types.ts';
import { announce } from '../../parts/announce.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Entry } from '../../parts/entry.tsx';
import { TextField } from '../../parts/fields.tsx';
import { scanText as t } from '../../text/en/scan.ts';

interface AcceptScanProps {
  scan: Scan;
  onChange: (scan: Scan) => void;
}

/** Makes a completed scan the baseline of later ones. */
export function AcceptScan({ scan, onChange }: AcceptScanProps) {
  const { account } = useSession();
  const [isAccepting, setIsAccepting] = useState(false);
  const { status, accepted, report } = scan;
  const isPossible = status === 'completed' && report === 'ready' && accepted === null;
  if (!isPossible || !can(account, 'scans:accept')) return null;
  return (
    <>
      <button type="button" onClick={() => setIsAccepting(true)}>
        {t.accept.action}
      </button>
      {isAccepting && (
        <AcceptDialog
          scan={scan}
          onChange={(changed) => {
            setIsAccepting(false);
            onChange(changed);
            announce(t.accept.success);
          }}
          onClose={() => setIsAccepting(false)}
        />
      )}
    </>
  );
}

function AcceptDialog({ scan, onChange, onClose }: AcceptScanProps & { onClose: () => void }) {
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
