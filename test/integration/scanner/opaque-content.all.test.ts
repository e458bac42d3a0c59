import { expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { failingNames, judgedNames, otherNames } from './clobbering-names.ts';
import { page, scan, serve } from './harness.ts';

const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);

/** A page with a violation before, within and behind an HTML form, one of whose fields has a name. */
const build = (name: string) =>
  page(`<p id="pale" style="color: #bbb; background: #fff">Pale words</p>
    <form action="/x"><a href="/inner">Next</a><img id="within" src="/x.png" width="40" height="40">
    <label>Field <input name="${name}"></label><label>City <input name="city"></label><button>Send</button></form>
    <img id="behind" src="/x.png" width="40" height="40">`);

it('an HTML form whose field has the name of any DOM member stops no rule, and hides nothing that is not said', async () => {
  const names = [...judgedNames, ...otherNames, ...failingNames];
  const site = await serve(Object.fromEntries(names.map((name) => [`/${name}`, build(name)])));
  const { results, links } = await scan(
    names.map((name) => site.url(`/${name}`)),
    { ruleIds },
  );
  await site.close();
  expect(results).toHaveLength(names.length);
  for (const [index, name] of names.entries()) {
    const isOmitted = failingNames.includes(name);
    const { outcome, detail, rules = [], findings = [] } = results[index] ?? {};
    const targets = findings
      .filter(({ ruleId }) => ruleId === 'image-alt' || ruleId === 'color-contrast')
      .flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
    expect({
      name,
      outcome,
      saysSo: detail?.includes('content of an HTML form'),
      notRun: rules.filter(({ result }) => result === 'not-run').map(({ ruleId }) => ruleId),
      targets: targets.sort(),
      links: links[index]?.urls,
    }).toEqual({
      name,
      outcome: isOmitted ? 'partially-scanned' : 'scanned',
      saysSo: isOmitted,
      notRun: [],
      targets: isOmitted ? ['#behind', '#pale'] : ['#behind', '#pale', '#within'],
      links: [site.url('/inner')],
    });
  }
}, 600_000);
