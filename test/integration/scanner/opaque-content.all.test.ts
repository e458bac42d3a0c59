import { expect, it } from 'vitest';
import {
  buildHidingFields,
  buildJudged,
  failingNames,
  fieldsOmitted,
  judgedAlone,
  judgedNames,
} from './clobbering-names.ts';
import { page, scan, serve } from './harness.ts';

it('an HTML form whose fields have the name of any DOM member is no fault of the service and hides no violation', async () => {
  const names = [...judgedNames, ...judgedAlone, ...failingNames];
  const site = await serve(
    Object.fromEntries(names.map((name) => [`/hiding-${name}`, page(buildHidingFields(name))])),
  );
  const { results, links } = await scan(
    names.map((name) => site.url(`/hiding-${name}`)),
    { ruleIds: ['image-alt'], settings: { screenshots: 'all', redactSelectors: ['form'] } },
  );
  await site.close();
  expect(results).toHaveLength(names.length);
  for (const [index, name] of names.entries()) {
    expect(results[index], name).toMatchObject(failingNames.includes(name) ? fieldsOmitted : buildJudged(1));
    expect(links[index]?.urls, name).toEqual([site.url('/inner')]);
  }
});
