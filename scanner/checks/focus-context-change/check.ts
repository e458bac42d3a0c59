import { askOnce, askReview, type Check, fail, pass } from '../check.ts';
import { definition } from './definition.ts';

/** Reports the elements whose focus changes the context: see `scanner/interaction/context-changes.ts`. */
export const check: Check = function* (page) {
  const { facts, visits } = page.keyboard;
  const changes = new Map(
    facts.filter(({ kind }) => kind === 'focus-change').map((fact) => [fact.element, fact]),
  );
  const lost = new Set(facts.filter(({ kind }) => kind === 'focus-lost').map(({ element }) => element));
  for (const node of new Set([...visits.keys(), ...changes.keys(), ...lost])) {
    const element = page.find(node);
    if (element === undefined) continue;
    const data = changes.get(node)?.data;
    if (data?.change === 'frame') {
      yield askReview(
        element,
        'The element opens another page in its frame when it gets the focus. Do users expect that?',
        data,
      );
    } else if (data !== undefined) {
      const what = data.change === 'window' ? 'opens a window' : 'opens another page';
      yield fail(element, `The element ${what} when it gets the focus. Keys: Tab.`, data);
    } else if (lost.has(node)) {
      yield fail(element, 'The element loses the focus as soon as it gets it. Keys: Tab.');
    } else yield pass();
  }
  const given = facts
    .filter(({ kind }) => kind === 'focus-given')
    .flatMap(({ element }) => page.find(element) ?? [])
    .map((element) => ({ element }));
  yield* askOnce(
    given,
    `The field gives the focus to another element as soon as it gets it. ${definition.question}`,
  );
};
