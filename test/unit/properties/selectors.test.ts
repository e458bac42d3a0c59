import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionalPseudoClasses, plainPseudoClasses } from '../../../core/scans/pseudo-classes.ts';
import { findSelectorFault, selectorSchema } from '../../../core/scans/selector-fault.ts';
import { anyText, expectSoonDone, hold, textOf } from '../../support/hold.ts';

const name = fc.constantFrom('a', 'main-nav', '_x', '--y', 'größe', 'a\\:b', '\\31 0', 'élan', '😀');
const space = fc.constantFrom('', ' ', '  ');
const string = fc.constantFrom('"a b"', "'x'", '"\\""', "'\\\\'", '"]"', "')'", '""');
const nth = fc.constantFrom('even', 'odd', '3', '-n+3', '2n', '2n + 1', '+4');
const joined = (...parts: Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));

const attribute = fc.oneof(
  joined(fc.constant('['), space, name, space, fc.constant(']')),
  joined(
    ...[fc.constant('['), space, name, space, fc.constantFrom('=', '~=', '|=', '^=', '$=', '*='), space],
    ...[fc.oneof(string, name), space, fc.constantFrom(']', ' i]')],
  ),
);

const isPlain = fc.constantFrom(...plainPseudoClasses).map((each) => `:${each}`);
const withSelectors = Object.keys(functionalPseudoClasses).filter(
  (each) => functionalPseudoClasses[each] === 'selectors',
);

/** Selectors by the grammar of CSS Selectors Level 4, as far as they are supported. */
const { selector } = fc.letrec<{ selector: string; compound: string; part: string }>((tie) => ({
  selector: fc
    .array(fc.tuple(tie('compound'), fc.constantFrom(' ', ' > ', '+', '~', ', ', ',')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((all) => all.map(([text, joint], index) => text + (index < all.length - 1 ? joint : '')).join('')),
  compound: joined(
    fc.constantFrom('*', 'div', 'x-tab'),
    fc.array(tie('part'), { maxLength: 2 }).map((parts) => parts.join('')),
  ),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    joined(fc.constantFrom('.', '#'), name),
    attribute,
    isPlain,
    nth.map((each) => `:nth-child(${each})`),
    fc
      .tuple(fc.constantFrom(...withSelectors), space, tie('selector'), space)
      .map(([pseudo, before, inner, after]) => `:${pseudo}(${before}${inner}${after})`),
    fc.tuple(nth, tie('selector')).map(([each, inner]) => `:nth-last-child(${each} of ${inner})`),
  ),
}));

describe('selectors', () => {
  it('are accepted if the grammar generates them', () => {
    hold(
      fc.property(space, selector, space, (before, text, after) => {
        expect(findSelectorFault(before + text + after), text).toBeNull();
      }),
      150,
    );
  });

  it('are rejected at the position of an added closing token that nothing opens', () => {
    hold(
      fc.property(
        selector,
        fc.constantFrom(')', ']', '}', '"', '>>', '::before', '!', '@'),
        (text, added) => {
          expect(findSelectorFault(text + added), text + added).toMatch(
            /^must be a CSS selector; at character \d+ /,
          );
        },
      ),
    );
  });

  it('are validated without an exception, for any text', () => {
    const pieces = [
      '[',
      ']',
      '(',
      ')',
      ':not(',
      ':has(',
      '"',
      "'",
      '\\',
      'a',
      '.',
      '#',
      ' ',
      ',',
      '>',
      '*',
      '=',
      ':',
    ];
    hold(
      fc.property(fc.oneof(anyText, textOf(pieces, 60)), (text) => {
        const at = /^must be a CSS selector; at character (\d+) /.exec(findSelectorFault(text) ?? '')?.[1];
        if (at !== undefined) expect(Number(at)).toBeLessThanOrEqual(text.length + 1);
      }),
      150,
    );
  });

  it('are validated fast up to their maximum length, with any depth and any number of open tokens', () => {
    hold(
      fc.property(textOf([':is(', '"\\', "'", '[a="', '\\', 'a', ' ', '(', ' > '], 5), (piece) => {
        const text = piece.repeat(Math.ceil(500 / Math.max(1, piece.length))).slice(0, 500);
        expectSoonDone(() => selectorSchema.safeParse(text));
      }),
    );
  });
});
