import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';

interface CopyButtonProps {
  text: string;
  /** What the button says; only "Copy" without it. */
  name?: string;
  /** Accessible name, if the screen has several such buttons; it begins with the visible one. */
  label?: string;
  class?: string;
  /** Id of the element whose text is selected if the browser denies the clipboard. */
  source: string;
  onCopied?: () => void;
}

/** Copies a text. If the browser denies it, the text is selected, so that the person can copy it. */
export function CopyButton({
  text,
  name = shellText.copy,
  label,
  source,
  onCopied,
  ...rest
}: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const [isDenied, setIsDenied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      selectText(source);
      setIsDenied(true);
      announce(shellText.copyFailed, 'alert');
      return;
    }
    setIsDenied(false);
    setIsCopied(true);
    announce(shellText.copied);
    onCopied?.();
  };
  return (
    <>
      <button type="button" aria-label={isCopied ? undefined : label} onClick={() => void copy()} {...rest}>
        {isCopied ? shellText.copiedShort : name}
      </button>
      {isDenied && <p class="soft">{shellText.copyFailed}</p>}
    </>
  );
}

function selectText(id: string): void {
  const element = document.getElementById(id);
  if (element !== null) getSelection()?.selectAllChildren(element);
}
