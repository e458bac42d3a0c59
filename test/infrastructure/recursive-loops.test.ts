import { describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import { functionsByName, permissionsOf, resourcesOf, synthesize, type Value } from './support/synthesize.ts';

const template = synthesize('prod');
const functions = functionsByName(template);

/** Returns the logical id in `<Id.Arn>` or in `{ 'Fn::GetAtt': [id, 'Arn'] }`, or in `{ Ref: id }`. */
const readId = (value: Value): string =>
  typeof value === 'string' ? value.replace(/^<(\w+)\.Arn>.*/, '$1') : (value.Ref ?? value['Fn::GetAtt'][0]);

/** For each function or queue, the functions and queues that it may pass a message to. */
const next = new Map<string, string[]>();
const addEdge = (from: string, to: string) => next.set(from, [...(next.get(from) ?? []), to]);

for (const name of functionNames) {
  for (const { actions, resources } of permissionsOf(template, name)) {
    if (actions.some((action) => action === 'sqs:SendMessage' || action === 'lambda:InvokeFunction'))
      for (const resource of resources) addEdge(functions.get(name)?.id ?? '', readId(resource));
  }
}
for (const [, source] of resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
  addEdge(readId(source.EventSourceArn), readId(source.FunctionName));
for (const [id, { RedrivePolicy: redrive }] of resourcesOf(template, 'AWS::SQS::Queue'))
  if (redrive) addEdge(id, readId(redrive.deadLetterTargetArn));

function reaches(from: string, to: string, seen = new Set<string>()): boolean {
  return (next.get(from) ?? []).some((id) => {
    if (id === to) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return reaches(id, to, seen);
  });
}

describe('recursive loops', () => {
  it('are allowed to exactly the functions that are invoked in each round of a loop', () => {
    const idOf = (name: string) => functions.get(name)?.id ?? '';
    const looping = functionNames.filter((name) => reaches(idOf(name), idOf(name)));
    const invoked = looping.flatMap((name) =>
      permissionsOf(template, name)
        .filter(({ actions }) => actions.includes('lambda:InvokeFunction'))
        .flatMap(({ resources }) => resources.map(readId)),
    );
    const inLoop = functionNames.filter((name) => looping.includes(name) || invoked.includes(idOf(name)));
    expect(invoked).toEqual([idOf('scan-pages')]);
    const allowed = functionNames.filter((name) => functions.get(name)?.properties.RecursiveLoop === 'Allow');
    expect(inLoop).toContain('record-outcomes');
    expect(allowed).toEqual(inLoop);
  });
});
