/**
 * The whole script of the HTML report: it filters and sorts what is there, copies fingerprints, and unfolds all for
 * print. It makes no markup of text, asks for nothing, and keeps its state in the fragment of the address, so that a
 * filtered report can be linked to. It has no `</script`.
 */
export const script = `
(() => {
  'use strict';
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const filters = byId('filters');
  const count = byId('filter-count');
  const lists = all('.issues');
  const impacts = ['critical', 'serious', 'moderate', 'minor'];
  const names = ['text', 'state', 'impact', 'rule', 'page', 'sort'].filter((name) => byId('filter-' + name));
  const fields = new Map(names.map((name) => [name, byId('filter-' + name)]));
  const issues = lists.flatMap((list) => all('.issue', list).map((node, order) => ({
    node, list, order,
    states: node.dataset.states.split(' '),
    impact: impacts.indexOf(node.dataset.impact),
    rule: node.dataset.rule,
    elements: Number(node.dataset.elements),
    pages: node.dataset.pages.split(' ').filter(Boolean).map((run) => run.split('-').map(Number)),
  })));
  const size = ({ pages }) => pages.reduce((sum, [from, to = from]) => sum + to - from + 1, 0);
  const orders = {
    elements: (a, b) => b.elements - a.elements,
    pages: (a, b) => size(b) - size(a),
    impact: (a, b) => a.impact - b.impact,
    rule: (a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
  };
  const textOf = (issue) => (issue.text ??= issue.node.textContent.toLowerCase());

  function fits(issue, { text, state, impact, rule, page }) {
    return (!state || issue.states.includes(state))
      && (!impact || issue.node.dataset.impact === impact)
      && (!rule || issue.rule === rule)
      && (!page || issue.pages.some(([from, to = from]) => from <= page && page <= to))
      && (!text || textOf(issue).includes(text.toLowerCase()));
  }

  function chosen() {
    return Object.fromEntries([...fields].map(([name, field]) => [name, field.value.trim()]));
  }

  function apply() {
    const wish = chosen();
    const told = lists.map((list) => {
      const own = issues.filter((issue) => issue.list === list);
      own.sort((a, b) => orders[wish.sort]?.(a, b) || a.order - b.order);
      if (own.some((issue, place) => list.children[place] !== issue.node)) list.append(...own.map(({ node }) => node));
      for (const issue of own) issue.node.hidden = !fits(issue, wish);
      const left = own.filter(({ node }) => !node.hidden).length;
      const note = list.nextElementSibling;
      note.hidden = left === own.length;
      note.textContent = 'The filters hide ' + (own.length - left) + '.';
      return left + ' of ' + own.length + ' ' + list.dataset.of;
    });
    count.textContent = 'Shown: ' + told.join(', ') + '.';
    const filtered = issues.some(({ node }) => node.hidden);
    document.body.classList.toggle('filtered', filtered);
  }

  function remember() {
    const set = Object.entries(chosen()).filter(([, value]) => value);
    history.replaceState(null, '', '#' + (set.length ? '?' + new URLSearchParams(set) : ''));
  }

  function recall() {
    if (!location.hash.startsWith('#?')) return false;
    const wish = new URLSearchParams(location.hash.slice(2));
    for (const [name, field] of fields) {
      field.value = wish.get(name) ?? '';
      if (field.selectedIndex === -1) field.value = '';
    }
    return true;
  }

  function clear() {
    for (const [name, field] of fields) if (name !== 'sort') field.value = '';
  }

  function follow() {
    if (recall()) {
      apply();
      byId('issues').focus();
      return;
    }
    const target = byId(location.hash.slice(1))?.closest('.issue');
    if (!target?.hidden) return;
    clear();
    apply();
    target.scrollIntoView();
  }

  function offerPages() {
    for (const row of all('tr[data-page]')) {
      const { page } = row.dataset;
      const option = document.createElement('option');
      option.value = page;
      option.textContent = page + ': ' + row.querySelector('th').textContent.trim().slice(0, 80);
      fields.get('page').append(option);
      for (const cell of all('td.number', row)) {
        if (!/[1-9]/.test(cell.textContent)) continue;
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'count';
        button.textContent = cell.textContent;
        button.setAttribute('aria-label', cell.dataset.label + ' of page ' + page + ': ' + cell.textContent + ', show');
        button.addEventListener('click', () => {
          clear();
          fields.get('page').value = page;
          apply();
          remember();
          byId(cell.dataset.list).focus();
        });
        cell.replaceChildren(button);
      }
    }
  }

  function toggle(button, act) {
    button.addEventListener('click', () => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(on));
      act(on);
    });
  }

  function unfold(on) {
    for (const each of all('.issue details')) each.open = on;
  }

  if (filters) {
    offerPages();
    filters.hidden = false;
    for (const field of fields.values()) {
      field.addEventListener('input', () => {
        apply();
        remember();
      });
    }
    byId('filter-clear').addEventListener('click', () => {
      clear();
      apply();
      remember();
    });
    toggle(byId('filter-brief'), (on) => document.body.classList.toggle('brief', on));
    toggle(byId('filter-unfold'), unfold);
    addEventListener('hashchange', follow);
    recall();
    apply();
  }

  let copied;
  for (const button of all('button.copy')) button.hidden = !navigator.clipboard;
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest?.('button.copy');
    if (!button) return;
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      copied?.removeAttribute('data-done');
      button.dataset.done = '';
      copied = button;
      byId('said').textContent = 'Fingerprint copied.';
    } catch {
      getSelection().selectAllChildren(code);
      byId('said').textContent = 'The fingerprint is selected; copy it.';
    }
  });

  let folded = [];
  addEventListener('beforeprint', () => {
    folded = all('details:not([open])');
    for (const each of folded) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of folded) each.open = false;
    folded = [];
  });
})();
`;
