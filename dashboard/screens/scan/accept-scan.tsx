import { useState } from 'preact/hooks';
import { can, useSession } from '../../api/session.ts';
import { announce } from '../../parts/announce.ts';
import { loadPart } from '../../parts/load-part.tsx';
import { scanText as t } from '../../text/en/scan.ts';
import type { AcceptScanProps } from './accept-props.ts';

const AcceptDialog = loadPart(async () => (await import('./accept-dialog.tsx')).AcceptDialog);

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
