import { useState } from 'preact/hooks';
import { loadPart } from '../../parts/load-part.tsx';
import { decisionsText as t } from '../../text/en/decisions.ts';
import type { DecideProps } from './decide-props.ts';

const DecideDialog = loadPart(async () => (await import('./decide-dialog.tsx')).DecideDialog);

/** Lets a person decide about a finding that needs review. */
export function Decide({ location, onDecide, ...rest }: DecideProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Kept here, because the browser may close the dialog at any time.
  const [values, setValues] = useState({ decision: '', reason: '' });
  return (
    <>
      <button type="button" class="small" aria-label={t.actionOf(location)} onClick={() => setIsOpen(true)}>
        {t.action}
      </button>
      {isOpen && (
        <DecideDialog
          {...rest}
          location={location}
          values={values}
          onChange={(change) => setValues({ ...values, ...change })}
          onDecide={(decision) => {
            setIsOpen(false);
            onDecide(decision);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
