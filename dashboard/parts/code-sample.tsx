import { CopyButton } from './copy-button.tsx';

interface CodeSampleProps {
  id: string;
  code: string;
  copyLabel: string;
  onCopied?: () => void;
}

/** Lines to run in a shell, with a button that copies them. */
export function CodeSample({ id, code, copyLabel, onCopied }: CodeSampleProps) {
  return (
    <div class="sample">
      <pre id={id} data-secret>
        {code}
      </pre>
      <CopyButton class="small" text={code} source={id} label={copyLabel} onCopied={onCopied} />
    </div>
  );
}
