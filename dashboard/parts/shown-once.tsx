import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';
import { Confirm } from './confirm.tsx';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

interface ShownOnceProps {
  value: string;
  texts: {
    intro: string;
    label: string;
    copied: string;
    leaveText: string;
  };
  heading: ComponentChildren;
  /** What follows the value. @param onCopied to call if the value was copied there */
  children: (onCopied: () => void) => ComponentChildren;
}

/** A value that is shown once, with a button that copies it. It asks before the person leaves without a copy. */
export function ShownOnce({ value, texts, heading, children }: ShownOnceProps) {
  const [isCopied, setIsCopied] = useState(false);
  const guard = useLeaveGuard(!isCopied);
  const copied = () => {
    setIsCopied(true);
    announce(texts.copied);
  };
  /** The person can also copy by keyboard or menu. */
  const onCopy = () => {
    if (getSelection()?.toString().includes(value)) copied();
  };
  const { leaveTitle, leave, stay } = shellText.shownOnce;
  return (
    <div onCopy={onCopy}>
      {heading}
      <Notice kind={isCopied ? 'good' : 'warning'}>
        <p>{isCopied ? texts.copied : texts.intro}</p>
      </Notice>
      <section class="panel">
        <h2>{texts.label}</h2>
        <code class="value" id="value" data-secret>
          {value}
        </code>
        <CopyButton class="primary" text={value} source="value" onCopied={copied} />
      </section>
      {children(copied)}
      {guard.isAsking && (
        <Confirm
          title={leaveTitle}
          text={texts.leaveText}
          confirmLabel={leave}
          cancelLabel={stay}
          onConfirm={guard.leave}
          onClose={guard.stay}
        />
      )}
    </div>
  );
}
