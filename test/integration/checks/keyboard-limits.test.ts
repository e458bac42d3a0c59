import { beforeAll, describe, expect, it } from 'vitest';
import { listNodes } from '../scanner/harness.ts';
import { keyboardIds, type LimitResults, listNotRun, scanLimitPages } from './keyboard-limit-pages.ts';

/** The check of the pointer does not need the walk. */
const ofWalk = keyboardIds.filter((id) => id !== 'a11y-hover-content');

let results: LimitResults;
beforeAll(async () => {
  results = await scanLimitPages(
    [
      '/trap',
      '/two-traps',
      '/editor',
      '/editor-before-trap',
      '/editor-frame',
      '/sound-editor-frame',
      '/covers',
      '/radios',
      '/modal',
      '/hidden-keys',
      '/hidden-element',
      '/ring',
      '/buttons',
      '/asked-buttons',
      '/lists',
      '/dialogs',
      '/to-top',
    ],
    60_000,
  );
}, 600_000);

describe('the checks of the keyboard', () => {
  it('test what follows a trap, and another trap', () => {
    const result = results.get('/trap');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-keyboard-trap ["input"]']);
    expect(listNodes(results.get('/two-traps'))).toEqual([
      `a11y-keyboard-trap ["input[aria-label=\\"A\\"]"]`,
      `a11y-keyboard-trap ["input[aria-label=\\"B\\"]"]`,
    ]);
  });

  it('test what follows an editor that a key leaves', () => {
    const result = results.get('/editor');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]']);
  });

  it('find that the body of a frame, as of an editor, holds the focus, and test what is behind it', () => {
    const result = results.get('/editor-frame');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]', 'a11y-keyboard-trap ["iframe","body"]']);
    const sound = results.get('/sound-editor-frame');
    expect(listNotRun(sound)).toEqual([]);
    expect(listNodes(sound)).toEqual(['a11y-focus-visible ["#b"]']);
  });

  it('test content on hover before a key opens what covers it', () => {
    expect(listNotRun(results.get('/covers'))).toEqual([]);
  });

  it('find a trap right behind an editor', () => {
    expect(listNodes(results.get('/editor-before-trap'))).toEqual([
      'a11y-keyboard-trap ["textarea[aria-label=\\"false\\"]"]',
    ]);
  });

  it('test what the page shows when it is scrolled', () => {
    const result = results.get('/to-top');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#far"]', 'a11y-focus-visible ["#up"]']);
  });

  it('pass if the Tab key reaches everything that it should', () => {
    for (const path of ['/radios', '/modal', '/consent'] as const)
      expect(listNotRun(results.get(path))).toEqual([]);
  });

  it.each(['/hidden-keys', '/hidden-element', '/ring'] as const)(
    'do not pass if keys are hidden or kept: %s',
    (path) => {
      const result = results.get(path);
      expect(listNotRun(result)).toEqual(ofWalk);
      if (path === '/hidden-keys') expect(listNodes(result)).toEqual(['image-alt ["img"]']);
      expect(result?.outcome).toBe('partially-scanned');
    },
  );

  it.each([
    ['/buttons', 'a11y-space-key'],
    ['/asked-buttons', 'a11y-space-key'],
    ['/lists', 'a11y-input-context-change'],
    ['/dialogs', 'a11y-dialog-focus'],
  ] as const)('do not pass if there is more than they test: %s', (path, id) => {
    expect(listNotRun(results.get(path))).toContain(id);
  });
});
