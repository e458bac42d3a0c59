import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { RuleOutcome } from '../../../core/scans/page-result.ts';
import { page, scan, serve } from '../scanner/harness.ts';

const sets = ['wcag-aaa', 'best-practice'] as const;
export const { ruleIds: axeIds } = resolveRuleSets([...sets], 'axe');
export const { ruleIds: allIds } = resolveRuleSets([...sets], 'all');

/** Changes itself by keys and by the focus, and has faults in view and far below. */
const changing = page(
  `<style>:focus { outline: 0; background: yellow }</style>
  <button onfocus="document.body.classList.add('dark')">One</button><img src="x.png" width="40" height="40">
  <button aria-haspopup="dialog" onclick="d.hidden = false; i.focus()">Dialog</button>
  <div id="d" role="dialog" aria-modal="true" aria-label="D" hidden><button id="i">In</button></div>
  <select aria-label="S" onchange="document.querySelector('h1').textContent = this.value"><option>1<option>2</select>
  <div style="height: 3000px"></div><input><a href="/x"></a>
  <script>const d = document.getElementById('d'), i = document.getElementById('i')</script>`,
  '<style>.dark { background: black; color: #333 }</style>',
);
const still = page('<a href="#a">One</a><img src="x.png" width="40" height="40"><input>');

const INPUT_TYPES =
  'button checkbox color date datetime-local email file image month number password radio range reset search submit tel text time url week';
const controls = [
  ...INPUT_TYPES.split(' ').map(
    (type) => `<input type="${type}" aria-label="${type}" alt="${type}" value="">`,
  ),
  '<select aria-label="List"><option>1<option>2</select><select aria-label="Box" size="2"><option>1<option>2</select>',
  '<select aria-label="Many" multiple><option>1<option>2</select><textarea aria-label="Text"></textarea>',
  '<button>Button</button><details><summary>More</summary>More</details><div contenteditable role="textbox">Text</div>',
  '<a href="#a">Link</a><span role="button" tabindex="0">Button</span><span role="slider" tabindex="0">Slider</span>',
  '<audio controls></audio><video controls></video><iframe title="Inner" srcdoc="<button>Inner</button>"></iframe>',
].join('\n');
/** All kinds of controls: with the focus of the browser, without, within a field that shows it, and animated. */
const controlsPage = page(
  `${controls}<div class="plain">${controls}</div><div class="around">${controls}</div><div class="slow">${controls}</div>`,
  `<style>.plain :focus, .around :focus, .slow :focus { outline: 0 } .around:focus-within { background: yellow }
  .slow * { transition: all 1s } .slow :focus { accent-color: red; opacity: 0.9 }</style>`,
);

const inFrame = (names: string) =>
  `<iframe title="${names}" srcdoc="${[...names].map((name) => `<button>${name}</button>`).join('')}"></iframe>`;
/** The focus moves into frames and out of them. The last one holds it. */
const frames = page(
  `<a href="#one">One</a>${inFrame('AB')}<a href="#two">Two</a>${inFrame('CD')}<a href="#three">Three</a>
  <iframe title="Last" srcdoc="<input aria-label='Last' onkeydown='event.preventDefault()'>"></iframe>`,
);

/** Two fields take the focus from each other, so where it is depends on the moment. Nothing behind them is reached. */
const fight = page(
  `<input aria-label="First" onblur="setTimeout(() => this.focus(), 10)"><a href="#two">Two</a>
  <input aria-label="Last" onblur="setTimeout(() => this.focus(), 10)">`,
);

/** What cannot pass there. */
export const notRunInFight = [
  'a11y-dialog-focus',
  'a11y-focus-context-change',
  'a11y-focus-covered',
  'a11y-focus-order',
  'a11y-focus-visible',
  'a11y-input-context-change',
  'a11y-skip-link-target',
  'a11y-space-key',
];

/** Pages that react to the interaction, by path. */
export const interactivePages = {
  '/changing': changing,
  '/still': still,
  '/controls': controlsPage,
  '/frames': frames,
  '/fight': fight,
};

/** Scans a page several times with all rules. Returns the texts of the results, each once, and what did not run. */
export async function scanRepeatedly(
  path: keyof typeof interactivePages,
  runs: number,
): Promise<{ texts: Set<string>; notRun: string[] }> {
  const site = await serve(interactivePages);
  try {
    const { results } = await scan(
      Array.from({ length: runs }, () => site.url(path)),
      { ruleIds: allIds },
    );
    if (results.length !== runs) throw new Error(`${results.length} of ${runs} pages were scanned`);
    const isNotRun = ({ result }: RuleOutcome) => result === 'not-run';
    return {
      texts: new Set(results.map(({ findings, rules }) => JSON.stringify({ findings, rules }))),
      notRun: results[0]?.rules.filter(isNotRun).map(({ ruleId }) => ruleId) ?? [],
    };
  } finally {
    await site.close();
  }
}
