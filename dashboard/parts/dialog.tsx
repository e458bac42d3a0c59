import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  /** Called when the dialog closes for any reason: its buttons, Escape, or the browser. */
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A modal dialog while it is mounted. The browser moves the focus into it, makes the rest of the page inactive, and
 * closes it with Escape even if a handler prevents that. So it must not contain anything that would be lost. When it
 * closes, the focus returns to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    const onNativeClose = () => close.current();
    element?.addEventListener('close', onNativeClose);
    element?.showModal();
    return () => {
      // The event of this call comes later, when another dialog may be open already, which it must not close.
      element?.removeEventListener('close', onNativeClose);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
