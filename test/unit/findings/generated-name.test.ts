import { describe, expect, it } from 'vitest';
import { isRandom, normalizeName } from '../../../core/findings/generated-name.ts';

describe('generated names', () => {
  it.each([
    ':r1:',
    ':R2ekl6:',
    '«r3»',
    '_r_1a_',
    'v-0-12',
    'ember123',
    'radix-:r1:-trigger-4',
    'headlessui-menu-button-7',
    'mui-4821',
    'mat-input-0',
    'ui-id-12',
    'ext-gen1043',
    'yui_3_18_1_1_1700000000000_42',
    'j_idt45',
    'downshift-0-label',
    'react-aria-4032881-1',
    'cke_12_top',
    'rc-tabs-3-tab',
    '550e8400-e29b-41d4-a716-446655440000',
    '3f9a8c2b1d',
    '9',
    'h2',
    '',
  ])('are replaced by nothing: %j', (name) => {
    expect(normalizeName(name)).toBe('');
  });

  it.each([
    ['main-nav', 'main-nav'],
    ['q', 'q'],
    ['email', 'email'],
    ['section-12', 'section-#'],
    ['post1234-title', 'post#-title'],
    ['card-550e8400-e29b-41d4-a716-446655440000', 'card-*'],
    ['menu-3f9a8c2b1d', 'menu-*'],
    ['field:r1:label', 'field*label'],
    ['überschrift', 'überschrift'],
    ['match-3', 'match-#'],
    ['materials', 'materials'],
    ['owlery-2', 'owlery-#'],
  ])('that a person chose are kept: %j', (name, stable) => {
    expect(normalizeName(name)).toBe(stable);
  });

  it('keep their numbers if the numbers are meaningful', () => {
    expect(normalizeName('answer[3]', 'keep')).toBe('answer[3]');
    expect(normalizeName('mat-radio-group-0', 'keep')).toBe('');
  });

  it.each(['deadbeef1', 'x7Gh2kQp', 'a1b2c3', 'XkR9pLm'])('are detected as random: %s', (word) => {
    expect(isRandom(word)).toBe(true);
  });

  it.each(['address', 'facade', 'FooBar', 'Header2', 'h264', 'sha256', 'covid19', '20240131', 'IMG_0001'])(
    'are detected as words: %s',
    (word) => {
      expect(isRandom(word)).toBe(false);
    },
  );
});
