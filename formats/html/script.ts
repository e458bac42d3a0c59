/**
 * The whole script of the HTML report. It filters and sorts issues, copies fingerprints, expands and collapses
 * sections, and expands everything for print. It builds no markup from text and sends no requests. It stores the
 * filters in the fragment of the address, so that a filtered report can be linked to. It must not contain `</script`.
 */
export const SCRIPT = `
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

  function setOpen(selector, open) {
    for (const each of all(selector)) each.open = open;
  }

  // Opens everything around an element, and clears the filters if they hide it.
  function reveal(target) {
    if (target?.closest('.issue')?.hidden) {
      clear();
      apply();
    }
    for (let each = target?.closest('details'); each; each = each.parentElement.closest('details')) each.open = true;
  }

  // A collapsed target has no position until it is revealed.
  function showTarget() {
    const target = location.hash.length > 1 && byId(location.hash.slice(1));
    if (!target) return;
    reveal(target);
    target.scrollIntoView();
  }

  // Moves the focus to a section.
  function go(id) {
    const section = byId(id);
    reveal(section);
    (section.closest('details.section')?.firstElementChild ?? section).focus();
  }

  const textOf = (issue) => (issue.text ??= issue.node.textContent.toLowerCase());

  function matches(issue, { text, state, impact, rule, page }) {
    return (!state || issue.states.includes(state))
      && (!impact || issue.node.dataset.impact === impact)
      && (!rule || issue.rule === rule)
      && (!page || issue.pages.some(([from, to = from]) => from <= page && page <= to))
      && (!text || textOf(issue).includes(text.toLowerCase()));
  }

  function readFilters() {
    return Object.fromEntries([...fields].map(([name, field]) => [name, field.value.trim()]));
  }

  function apply() {
    const filters = readFilters();
    const counts = lists.map((list) => {
      const own = issues.filter((issue) => issue.list === list);
      own.sort((a, b) => orders[filters.sort]?.(a, b) || a.order - b.order);
      if (own.some((issue, index) => list.children[index] !== issue.node)) list.append(...own.map(({ node }) => node));
      for (const issue of own) issue.node.hidden = !matches(issue, filters);
      const shown = own.filter(({ node }) => !node.hidden).length;
      const note = list.nextElementSibling;
      note.hidden = shown === own.length;
      note.textContent = 'The filters hide ' + (own.length - shown) + '.';
      return shown + ' of ' + own.length + ' ' + list.dataset.plural;
    });
    count.textContent = 'Shown: ' + counts.join(', ') + '.';
    const filtered = issues.some(({ node }) => node.hidden);
    document.body.classList.toggle('filtered', filtered);
  }

  function writeAddress() {
    const set = Object.entries(readFilters()).filter(([, value]) => value);
    history.replaceState(null, '', '#' + (set.length ? '?' + new URLSearchParams(set) : ''));
  }

  function readAddress() {
    if (!location.hash.startsWith('#?')) return false;
    const values = new URLSearchParams(location.hash.slice(2));
    for (const [name, field] of fields) {
      field.value = values.get(name) ?? '';
      if (field.selectedIndex === -1) field.value = '';
    }
    return true;
  }

  function clear() {
    for (const [name, field] of fields) if (name !== 'sort') field.value = '';
  }

  function showFiltered() {
    if (!readAddress()) return false;
    apply();
    for (const list of lists) reveal(list);
    go(lists[0].closest('.content').id);
    return true;
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
          writeAddress();
          go(cell.dataset.section);
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

  if (filters) {
    offerPages();
    filters.hidden = false;
    for (const field of fields.values()) {
      field.addEventListener('input', () => {
        apply();
        writeAddress();
      });
    }
    byId('filter-clear').addEventListener('click', () => {
      clear();
      apply();
      writeAddress();
    });
    toggle(byId('filter-brief'), (on) => document.body.classList.toggle('brief', on));
    toggle(byId('filter-expand'), (on) => setOpen('.issue details', on));
    if (!showFiltered()) apply();
  }

  byId('expand').hidden = false;
  byId('expand-all').addEventListener('click', () => setOpen('details', true));
  byId('collapse-all').addEventListener('click', () => setOpen('details', false));
  // Before the browser scrolls to the target of the link.
  document.addEventListener('click', ({ target }) => {
    const link = target.closest?.('a[href^="#"]');
    if (link) reveal(byId(link.hash.slice(1)));
  });
  addEventListener('hashchange', () => {
    if (!filters || !showFiltered()) showTarget();
  });
  showTarget();

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
      byId('status').textContent = 'Fingerprint copied.';
    } catch {
      getSelection().selectAllChildren(code);
      byId('status').textContent = 'The fingerprint is selected; copy it.';
    }
  });

  let collapsed = [];
  addEventListener('beforeprint', () => {
    collapsed = all('details:not([open])');
    for (const each of collapsed) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of collapsed) each.open = false;
    collapsed = [];
  });
})();
`;
