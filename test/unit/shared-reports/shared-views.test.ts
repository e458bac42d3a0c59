import { expect, it } from 'vitest';
import { z } from 'zod';
import * as views from '../../../core/shared-reports/shared-views.ts';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

/** Returns the path of each member that responses of a schema can have. @param definitions named parts of the schema */
function listMembers(schema: JsonSchema, path: string, definitions = schema.$defs ?? {}): string[] {
  const { $ref, properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const parts: [JsonSchema | undefined, string][] = [
    [definitions[$ref?.split('/').at(-1) ?? ''], path],
    ...Object.entries(properties).map(([name, member]): [JsonSchema, string] => [member, `${path}.${name}`]),
    [items, `${path}[]`],
    [typeof additionalProperties === 'object' ? additionalProperties : undefined, `${path}.*`],
    ...anyOf.map((each): [JsonSchema, string] => [each, path]),
  ];
  const below = parts.flatMap(([part, at]) => (part ? listMembers(part, at, definitions) : []));
  return below.length === 0 ? [path] : below;
}

it('shows strangers exactly the listed members: decide about a new one, then update the list', async () => {
  const members = Object.entries(views).flatMap(([name, schema]) =>
    listMembers(z.toJSONSchema(schema) as JsonSchema, name.replace('Schema', '')),
  );
  expect(members.length).toBeGreaterThan(100);
  await expect(`${[...new Set(members)].join('\n')}\n`).toMatchFileSnapshot('shared-members.txt');
});
