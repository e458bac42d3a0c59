import { z } from 'zod';

export const countSchema = z.number().int().min(0);

/** Returns the schema of an object whose members have the same schema. */
export function createObjectSchema<Name extends string, Member extends z.ZodType>(
  names: readonly Name[],
  member: Member,
) {
  return z.object(Object.fromEntries(names.map((name) => [name, member])) as Record<Name, Member>);
}

export const timeSchema = z.iso.datetime();
