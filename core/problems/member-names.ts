import { z } from 'zod';

/** Returns the names of the members that a schema defines at a path, in schema order; empty if there is no object. */
export function listMemberNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schemas = listAlternatives(schema);
  for (const step of path)
    schemas = schemas.flatMap((each) => listChildren(each, step)).flatMap(listAlternatives);
  return [
    ...new Set(schemas.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : []))),
  ];
}

/** Returns the alternatives of a schema, without optional, nullable and default wrappers. */
function listAlternatives(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(listAlternatives);
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? listAlternatives(schema.unwrap() as z.ZodType) : [schema];
}

function listChildren(schema: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  const isMember = schema instanceof z.ZodObject && Object.hasOwn(schema.shape, step);
  return isMember ? [schema.shape[String(step)] as z.ZodType] : [];
}
