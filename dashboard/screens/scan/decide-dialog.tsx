import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { announce } from '../../parts/announce.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Entry } from '../../parts/entry.tsx';
import { ChoiceField, TextField } from '../../parts/fields.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { decideText as t } from '../../text/en/decide.ts';
import { formatCount } from '../../text/plural.ts';
import type { DecideProps } from './decide-props.ts';

interface DecideDialogProps extends DecideProps {
  values: { decision: string; reason: string };
  onChange: (change: { decision?: string; reason?: string }) => void;
  onClose: () => void;
}

/** The decision of a person about one finding, with a reason. */
export function DecideDialog(props: DecideDialogProps) {
  const { siteId, scanId, fingerprint, location, values, onChange, onDecide, onClose } = props;
  const { calls } = useSession();
  const alike = useLoad((signal) =>
    calls.listFindings(scanId, { fingerprint, kind: 'review', limit: 1 }, signal),
  );
  const total = alike.data?.total ?? 1;
  const decide = async () => {
    const decision = await calls.decide(siteId, { scanId, fingerprint, ...values });
    onDecide(decision);
    announce(t.done[decision.decision]);
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>
        <code>{location}</code>
      </p>
      <p>{t.text}</p>
      {total > 1 && <p>{t.elements(formatCount(total, t.elementNames))}</p>}
      <Entry
        onSubmit={decide}
        labels={{ decision: t.verdict, reason: t.reason }}
        messages={{ decision: t.chooseVerdict }}
        submitLabel={t.submit}
        name="decide"
        actions={
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
        }
      >
        {(errors) => (
          <>
            <ChoiceField
              name="decision"
              label={t.verdict}
              hint={t.fineHint}
              errors={errors}
              value={values.decision}
              options={toOptions(t.verdicts)}
              onChange={(decision) => onChange({ decision })}
            />
            <TextField
              name="reason"
              label={t.reason}
              hint={t.reasonHint}
              errors={errors}
              value={values.reason}
              onChange={(reason) => onChange({ reason })}
            />
          </>
        )}
      </Entry>
    </Dialog>
  );
}
