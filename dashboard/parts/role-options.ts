import { memberRoles } from '../../core/people/membership.ts';
import { shellText } from '../text/en/shell.ts';

/** The roles that people can have, as options of a field. */
export const roleOptions = memberRoles.map((role) => ({ value: role, label: shellText.roles[role] }));
