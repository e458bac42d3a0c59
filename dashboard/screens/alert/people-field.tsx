import { useSession } from '../../api/session.ts';
import type { Alert } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { type FieldErrors, FieldGroup } from '../../parts/fields.tsx';
import { listAll } from '../../parts/list-all.ts';
import { Loading } from '../../parts/loading.tsx';
import { ManyChoices } from '../../parts/many-choices.tsx';
import { alertsText } from '../../text/en/alerts.ts';

const t = alertsText.fields;
const PAGE_SIZE = 100;
/** Accounts have at most 1,000 members. */
const PAGES_MAX = 10;

interface PeopleFieldProps {
  /** Ids of the chosen people. */
  value: readonly string[];
  onChange: (people: string[]) => void;
  errors: FieldErrors;
  /** The people of the alert as it is. */
  known: Extract<Alert['channel'], { kind: 'mail' }>['people'];
}

interface Person {
  value: string;
  label: string;
}

/** Chooses the members who get a mail. */
export function PeopleField({ value, onChange, errors, known }: PeopleFieldProps) {
  const { calls } = useSession();
  const members = useLoad<Person[]>(async (signal) => {
    const { items } = await listAll(
      (cursor) => calls.listMembers({ limit: PAGE_SIZE, cursor }, signal),
      PAGES_MAX,
    );
    const found = items.map(({ personId, name, email }) => ({
      value: personId,
      label: alertsText.person(name, email),
    }));
    const former = known.filter(({ personId }) => !found.some(({ value: id }) => id === personId));
    return [
      ...found,
      ...former.map(({ personId, name }) => ({ value: personId, label: name ?? alertsText.formerMember })),
    ];
  });
  return (
    <Loading loaded={members}>
      {(options) => (
        <FieldGroup name="channel.people" label={t.people} errors={errors}>
          <ManyChoices
            name="person"
            options={options}
            value={value}
            onChange={onChange}
            searchLabel={t.searchPeople}
            count={t.personCount}
          />
        </FieldGroup>
      )}
    </Loading>
  );
}
