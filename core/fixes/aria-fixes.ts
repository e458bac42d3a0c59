import { type CheckFixes, type CheckMeasurement, formatInBrackets } from './check-measurement.ts';

/** Returns the values that the check reports. @param otherwise the text if it reports no values */
function formatNames(measured: CheckMeasurement, otherwise: string): string {
  return measured.words('values', 'value') ?? otherwise;
}

export const ariaFixes: CheckFixes = {
  abstractrole: (measured) => `replace ${formatRoles(measured)}, which is abstract, by one that may be used`,
  'aria-allowed-attr': (measured) =>
    measured.key === 'caseSensitive'
      ? `write the value of ${formatNames(measured, 'the ARIA attribute')} in lower case`
      : `remove ${formatNames(measured, 'the ARIA attribute')}, which this role does not support`,
  'aria-allowed-attr-elm': (measured) =>
    `remove ${formatNames(measured, 'the ARIA attribute')}, which ${formatElement(measured)} does not support`,
  'aria-allowed-role': (measured) => `remove ${formatRoles(measured)}, which this element may not have`,
  'aria-conditional-attr': (measured) => {
    if (measured.key === 'checkbox' || measured.key === 'radio') {
      const state = measured.word('checkState');
      return `remove aria-checked${state ? `, or set it to "${state}" like the ${measured.key} itself` : ''}`;
    }
    const attributes = measured.words('invalidAttrs') ?? 'the ARIA attribute';
    return `remove ${attributes}: rows support it in a treegrid only, not in a ${measured.word('ownerRole') ?? 'table'}`;
  },
  'aria-errormessage': (measured) => {
    const target = formatInBrackets(measured.words('values'));
    switch (measured.key) {
      case 'unsupported':
        return 'use only one id in aria-errormessage';
      case 'hidden':
        return `show the element that aria-errormessage refers to${target}`;
      case 'idrefs':
        return `check that the element that aria-errormessage refers to exists${target}`;
      default:
        return `make screen readers announce the error message, by role="alert", aria-live or aria-describedby${target}`;
    }
  },
  'aria-hidden-body': () => 'remove aria-hidden from the body',
  'aria-level': () => 'use an aria-level of 6 or less, which every screen reader supports',
  'aria-no-deprecated-attr': (measured) => `remove the deprecated ${formatNames(measured, 'ARIA attribute')}`,
  'aria-prohibited-attr': (measured) => {
    const attributes = measured.words('prohibited') ?? 'the ARIA attribute';
    const role = measured.word('role');
    if (role !== undefined) return `remove ${attributes}, which role ${role} may not have`;
    const element = measured.word('nodeName');
    return `remove ${attributes}, or give the ${element ?? 'element'} a role that may have a name`;
  },
  'aria-required-attr': (measured) =>
    `add ${formatNames(measured, 'the ARIA attribute that the role requires')}`,
  'aria-required-children': (measured) => {
    switch (measured.key) {
      case 'unallowed':
      case 'aria-busy-fail':
        return `move the children that the role does not allow out of it${formatInBrackets(measured.words('values'))}`;
      case 'unallowedPresentational':
        return 'make the decorative children unfocusable and remove their ARIA attributes';
      default:
        return `put an element with one of the roles it needs into it${formatInBrackets(measured.words('values'))}`;
    }
  },
  'aria-required-parent': (measured) =>
    `put it inside an element with the role it needs${formatInBrackets(measured.words('values'))}`,
  'aria-roledescription': () =>
    'give the element a role of its own, or check that screen readers announce its aria-roledescription',
  'aria-unsupported-attr': (measured) =>
    `replace ${formatNames(measured, 'the ARIA attribute')}, which few screen readers support`,
  'aria-valid-attr': (measured) =>
    `correct or remove ${formatNames(measured, 'the ARIA attribute')}: there is no such attribute`,
  'aria-valid-attr-value': (measured) => {
    const attribute = measured.words('needsReview');
    switch (measured.key) {
      case 'noId':
      case 'noIdShadow':
      case 'idrefs':
      case 'controlsWithinPopup':
        return `check that the id that ${attribute ?? 'the ARIA attribute'} refers to${formatInBrackets(measured.assigned('needsReview'))} is on the page`;
      case 'ariaCurrent':
        return 'use a value of aria-current that exists: page, step, location, date, time or true';
      case 'empty':
        return `give ${attribute ?? 'the ARIA attribute'} a value, or remove it`;
      default:
        return `correct the value of ${formatNames(measured, 'the ARIA attribute')}${formatInBrackets(measured.assigned('values'), 'now: ')}`;
    }
  },
  'braille-label-equivalent': () => 'give the element an ordinary name beside its aria-braillelabel',
  'braille-roledescription-equivalent': ({ key }) =>
    key === 'emptyRoleDescription'
      ? 'fill the empty aria-roledescription beside aria-brailleroledescription'
      : 'add an aria-roledescription beside aria-brailleroledescription',
  deprecatedrole: (measured) => `replace ${formatRoles(measured)}, which is deprecated`,
  'duplicate-id': (measured) => formatUniqueIdFix(measured),
  'duplicate-id-active': (measured) => formatUniqueIdFix(measured),
  'duplicate-id-aria': (measured) =>
    `${formatUniqueIdFix(measured)}, since a label or an ARIA attribute refers to it`,
  fallbackrole: () => 'keep one role: list no fallback roles',
  'has-global-aria-attribute': (measured) =>
    `remove ${formatNames(measured, 'its global ARIA attributes')}, or do not declare it decorative`,
  'has-widget-role': () => 'give the focusable element a widget role',
  invalidrole: (measured) => `replace ${formatRoles(measured)}, which does not exist`,
  'is-element-focusable': () => 'make it unfocusable, or do not declare it decorative',
  unsupportedrole: (measured) => `replace ${formatRoles(measured)}, which few screen readers support`,
  'valid-scrollable-semantics': () => 'give the focusable element a suitable role',
};

function formatElement(measured: CheckMeasurement): string {
  const name = measured.word('nodeName');
  return name === undefined ? 'this element' : `the element ${name}`;
}

function formatRoles(measured: CheckMeasurement): string {
  const names = measured.words('values', 'value');
  return names === undefined ? 'its role' : `role ${names}`;
}

function formatUniqueIdFix(measured: CheckMeasurement): string {
  const id = measured.word('value');
  return `make the id${id ? ` ${id}` : ''} unique on the page`;
}
