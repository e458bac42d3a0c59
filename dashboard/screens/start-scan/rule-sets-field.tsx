import { useState } from 'preact/hooks';
import type { RuleSets } from '../../api/types.ts';
import { CheckField, type FieldErrors, FieldGroup } from '../../parts/fields.tsx';
import { startScanText } from '../../text/en/start-scan.ts';

const t = startScanText.fields;

/** The rule sets that are shown first; the others are one click away. */
const commonNames: readonly string[] = ['wcag-aa', 'best-practice', 'en-301-549', 'section-508'];

interface RuleSetsFieldProps {
  ruleSets: RuleSets['items'];
  value: readonly string[];
  errors: FieldErrors;
  onChange: (names: string[]) => void;
}

/** Chooses rule sets. */
export function RuleSetsField({ ruleSets, value, errors, onChange }: RuleSetsFieldProps) {
  const rare = ruleSets.filter(({ name }) => !commonNames.includes(name));
  const [isOpen, setIsOpen] = useState(() => rare.some(({ name }) => value.includes(name)));
  const show = ({ name, meaning }: RuleSets['items'][number]) => (
    <CheckField
      key={name}
      name={`rules-${name}`}
      label={name}
      hint={meaning}
      isChecked={value.includes(name)}
      onChange={(isChecked) => onChange(isChecked ? [...value, name] : value.filter((each) => each !== name))}
    />
  );
  return (
    <FieldGroup name="config.rules" label={t.rules} hint={t.rulesHint} errors={errors}>
      {ruleSets.filter(({ name }) => commonNames.includes(name)).map(show)}
      {rare.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>{t.moreRules}</summary>
          {isOpen && rare.map(show)}
        </details>
      )}
    </FieldGroup>
  );
}
