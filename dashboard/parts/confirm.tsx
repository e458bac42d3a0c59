import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { usePending } from './use-pending.ts';

interface ConfirmProps {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Does it. If it throws, the dialog stays open and shows why. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const { title, text, confirmLabel, cancelLabel = shellText.cancel, onConfirm, onClose } = props;
  const [error, setError] = useState<unknown>(undefined);
  const { isPending, run } = usePending();
  const confirm = async () => {
    try {
      await onConfirm();
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {error !== undefined && <ErrorNotice error={error} />}
      <p>{text}</p>
      <div class="actions">
        {/* The browser gives the first button the focus, and a key that is pressed twice must not confirm. */}
        <button type="button" onClick={onClose}>
          {cancelLabel}
        </button>
        <button type="button" class="danger" aria-disabled={isPending} onClick={() => void run(confirm)}>
          {confirmLabel}
        </button>
      </div>
    </Dialog>
  );
}

interface ConfirmedActionProps {
  /** Heading of the section. */
  heading: string;
  /** What happens; the dialog repeats it. */
  text: string;
  buttonLabel: string;
  /** The question of the dialog. */
  question: string;
  confirmLabel: string;
  /** Does it, and leaves the screen. */
  onConfirm: () => Promise<void>;
}

/** A section with one action that cannot be undone, and that is confirmed in a dialog. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { heading, text, buttonLabel, question, confirmLabel, onConfirm } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section class="panel danger">
      <h2>{heading}</h2>
      <p>{text}</p>
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        {buttonLabel}
      </button>
      {isAsking && (
        <Confirm
          title={question}
          text={text}
          confirmLabel={confirmLabel}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
