import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmProps {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** Does it. If it throws, the dialog stays open and shows why. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const { title, text, confirmLabel, cancelLabel = shellText.cancel, isDanger = true } = props;
  const [error, setError] = useState<unknown>(undefined);
  const confirm = async () => {
    try {
      await props.onConfirm();
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Dialog title={title} onClose={props.onClose}>
      {error !== undefined && <ErrorNotice error={error} />}
      <p>{text}</p>
      <div class="actions">
        <button type="button" class={isDanger ? 'danger' : 'primary'} onClick={() => void confirm()}>
          {confirmLabel}
        </button>
        <button type="button" onClick={props.onClose}>
          {cancelLabel}
        </button>
      </div>
    </Dialog>
  );
}
