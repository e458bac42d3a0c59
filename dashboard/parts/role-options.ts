import { rolesOfPeople } from '../api/calls.ts';
import { shellText } from '../text/en/shell.ts';

/** The roles that people can have, as options of a field. */
export const roleOptions = rolesOfPeople.map((role) => ({ value: role, label: shellText.roles[role] }));
