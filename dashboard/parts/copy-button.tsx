import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';

interface CopyButtonProps {
  text: string;
  label?: string;
  class?: string;
  /** Id of the element whose text is selected if the browser denies the clipboard. */
  source: string;
  onCopied?: () => void;
}

/** Copies a text. If the browser denies it, the text is selected, so that the person can copy it. */
export function CopyButton({ text, label = shellText.copy, source, onCopied, ...rest }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      selectText(source);
      announce(shellText.copyFailed, 'alert');
      return;
    }
    announce(shellText.copied);
    onCopied?.();
  };
  return (
    <button type="button" onClick={() => void copy()} {...rest}>
      {label}
    </button>
  );
}

function selectText(id: string): void {
  const element = document.getElementById(id);
  if (element !== null) getSelection()?.selectAllChildren(element);
}
