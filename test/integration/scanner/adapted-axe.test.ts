import { expect, it } from 'vitest';
import { page, scan, serve } from './harness.ts';

/** Letters for which the browser of the scanner has no font, among others. */
const texts = {
  ar: 'تبحر العبارات كل يوم من الميناء القديم',
  ur: 'کشتیاں ہر روز پرانی بندرگاہ سے چلتی ہیں',
  zh: '渡轮每天从旧港口驶向岛屿',
  ja: 'フェリーは毎日古い港から出ます',
  ko: '여객선은 매일 옛 항구에서 떠납니다',
  hi: 'नावें हर दिन पुराने बंदरगाह से चलती हैं',
  th: 'เรือข้ามฟากออกจากท่าเรือเก่าทุกวัน',
  he: 'המעבורות מפליגות בכל יום מן הנמל הישן',
  el: 'Τα πλοία φεύγουν κάθε μέρα από το λιμάνι',
};

it('tests the contrast of each script, also if the browser has no font for it', async () => {
  const paragraphs = Object.entries(texts).map(
    ([lang, text]) => `<p lang="${lang}" style="font-family: ${lang}; color: #aaa">${text}</p>`,
  );
  const site = await serve({ '/': page(paragraphs.join('')) });
  try {
    // With a check of the service itself, axe-core's script is adapted.
    const ruleIds = ['color-contrast', 'a11y-empty-paragraph'];
    const { results } = await scan([site.url('/')], { ruleIds });
    const nodes = results.flatMap(({ findings }) =>
      findings.filter(({ kind }) => kind === 'violation').flatMap((finding) => finding.nodes),
    );
    const found = nodes.map(({ html }) => /lang="(\w+)"/.exec(html)?.[1]);
    expect(found.sort()).toEqual(Object.keys(texts).sort());
  } finally {
    await site.close();
  }
});

it('compares the landmarks of each document, and not those of a page and its frames', async () => {
  const nav = '<nav aria-label="Ports"><a href="/a">Oslo</a></nav>';
  const site = await serve({
    '/': page(`<iframe title="One" src="/one"></iframe><iframe title="Two" src="/two"></iframe>`),
    '/one': page('<p>One</p>'),
    '/two': page(nav + nav),
  });
  try {
    const ruleIds = ['landmark-unique', 'a11y-empty-paragraph'];
    const { results } = await scan([site.url('/')], { ruleIds });
    const nodes = results.flatMap(({ findings }) => findings.flatMap((finding) => finding.nodes));
    expect(nodes.map(({ target }) => target)).toEqual([
      ['iframe[title="Two"]', expect.stringContaining('nav')],
    ]);
  } finally {
    await site.close();
  }
});

it('tests the title and the language of a page with a modal dialog', async () => {
  const site = await serve({
    '/': '<!doctype html><html><body><dialog id="d"><p>Welcome to the harbor</p></dialog><p>Tickets</p><script>d.showModal()</script>',
  });
  try {
    const ruleIds = ['document-title', 'html-has-lang', 'a11y-empty-paragraph'];
    const { results } = await scan([site.url('/')], { ruleIds });
    const failed = results.flatMap(({ rules }) => rules.filter(({ result }) => result === 'failed'));
    expect(failed.map(({ ruleId }) => ruleId).sort()).toEqual(['document-title', 'html-has-lang']);
  } finally {
    await site.close();
  }
});

it('tests the contrast of text beside the window in an area that scrolls', async () => {
  const site = await serve({
    '/': page(
      `<style>body { background: #fff }</style><div style="overflow-x: auto" tabindex="0"><div style="width: 3000px; text-align: right">
      <span id="pale" style="color: #aaa">Far to the right</span></div></div>`,
    ),
  });
  try {
    const { results } = await scan([site.url('/')], { ruleIds: ['color-contrast', 'a11y-empty-paragraph'] });
    const found = results.flatMap(({ findings }) =>
      findings.map(({ kind, nodes }) => [kind, nodes[0]?.target]),
    );
    expect(found).toEqual([['violation', ['#pale']]]);
  } finally {
    await site.close();
  }
});
