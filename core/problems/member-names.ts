import { z } from 'zod';

/** The names of the members that a schema knows at a path, in its order; none where there is no object. */
export function listMemberNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schemas = formsOf(schema);
  for (const step of path) schemas = schemas.flatMap((each) => childOf(each, step)).flatMap(formsOf);
  return [
    ...new Set(schemas.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : []))),
  ];
}

/** The schemas that a schema is made of, without what makes them optional. */
function formsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(formsOf);
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? formsOf(schema.unwrap() as z.ZodType) : [schema];
}

function childOf(schema: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  const isMember = schema instanceof z.ZodObject && Object.hasOwn(schema.shape, step);
  return isMember ? [schema.shape[String(step)] as z.ZodType] : [];
}
