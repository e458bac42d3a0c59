import type { MemberRole } from '../../core/people/membership.ts';
import { shellText } from '../text/en/shell.ts';

const { viewer, manager, admin } = shellText.roles;
/** The module of the roles of people also has schemas, which would be part of the bundle: only its type is used. */
const labels = { viewer, manager, admin } satisfies Record<MemberRole, string>;

/** The roles that people can have, as options of a field. */
export const roleOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));
