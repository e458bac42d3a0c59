import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { can, useSession } from '../../api/session.ts';
import { announce } from '../../parts/announce.ts';
import { loadPart } from '../../parts/load-part.tsx';
import { scanText } from '../../text/en/scan.ts';
import type { SuppressedTarget } from './suppressed-target.ts';

const t = scanText.suppress;

const SuppressDialog = loadPart(async () => (await import('./suppress-dialog.tsx')).SuppressDialog);

/**
 * Returns a function that renders the control with which a person suppresses something in later scans. The results do
 * not know what was suppressed after the scan; this hook remembers it while the screen is open.
 */
export function useSuppress(siteId: string): (target: SuppressedTarget) => ComponentChildren {
  const { account } = useSession();
  const [done, setDone] = useState<readonly string[]>([]);
  if (!can(account, 'suppressions:write')) return () => null;
  return (target) => (
    <Suppress
      siteId={siteId}
      target={target}
      isDone={done.includes(target.id)}
      onDone={() => setDone([...done, target.id])}
    />
  );
}

interface SuppressProps {
  siteId: string;
  target: SuppressedTarget;
  isDone: boolean;
  onDone: () => void;
}

/** A button that opens the dialog; after a success a text, which gets the focus because the button is gone. */
function Suppress({ siteId, target, isDone, onDone }: SuppressProps) {
  const [isOpen, setIsOpen] = useState(false);
  const doneText = useRef<HTMLParagraphElement>(null);
  const wasDone = useRef(isDone);
  useLayoutEffect(() => {
    if (isDone && !wasDone.current) doneText.current?.focus();
    wasDone.current = isDone;
  }, [isDone]);
  if (isDone) {
    return (
      <p ref={doneText} tabIndex={-1}>
        {t.done}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        class={target.member === 'fingerprint' ? 'small' : undefined}
        aria-label={t.actionOf(target.name)}
        onClick={() => setIsOpen(true)}
      >
        {t.action}
      </button>
      {isOpen && (
        <SuppressDialog
          siteId={siteId}
          target={target}
          onDone={() => {
            setIsOpen(false);
            onDone();
            announce(t.done);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
