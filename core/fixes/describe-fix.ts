import type { Check, Checks } from '../findings/check.ts';
import { getRemedy } from '../rule-sets/remedies.ts';
import { ariaFixes } from './aria-fixes.ts';
import { type CheckFix, CheckMeasurement } from './check-measurement.ts';
import { colorFixes } from './color-fixes.ts';
import { nameFixes } from './name-fixes.ts';
import { operationFixes } from './operation-fixes.ts';
import { structureFixes } from './structure-fixes.ts';

/** Maximum length of the sentence in UTF-16 units. */
export const HOW_TO_FIX_MAX = 300;
/** Maximum number of alternatives, because a list of every way to name a button does not help. */
const ALTERNATIVES_MAX = 3;

const fixes = new Map<string, CheckFix>(
  [nameFixes, colorFixes, ariaFixes, structureFixes, operationFixes].flatMap((part) => Object.entries(part)),
);

/** Fixes that satisfy the rule but help people less than others. They are named last, and dropped first. */
const lastResorts = new Set(['non-empty-title', 'non-empty-placeholder', 'presentational-role']);

/** The best fix for a rule, if it is not the first one that axe lists. */
const bestByRule = new Map([
  ['aria-dialog-name', 'aria-labelledby'],
  ['aria-input-field-name', 'aria-labelledby'],
  ['frame-title', 'non-empty-title'],
  ['label', 'explicit-label'],
  ['link-in-text-block', 'link-in-text-block-style'],
  ['select-name', 'explicit-label'],
  ['svg-img-alt', 'svg-non-empty-title'],
]);

/**
 * Advice for rules that axe would also pass with a fix that helps no user, such as a role that hides an empty header.
 */
const adviceByRule = new Map([
  ['empty-heading', 'put text into the heading, or remove it'],
  ['empty-table-header', 'put text into the header, or make it an ordinary cell if it heads nothing'],
]);

/** Checks that only repeat what other failed checks say. */
const restatements = new Set(['focusable-no-name']);

/**
 * Returns how to fix one element: one plain sentence with the measured values, of at most `HOW_TO_FIX_MAX` UTF-16
 * units. It lists one fix of `any`, joined by "or", and all fixes of `all` and `none`, joined by "and". It contains no
 * markup of the page. For a check without a text here, it uses the message of axe; for an element without checks, the
 * remedy of the rule.
 */
export function describeFix(ruleId: string, checks: Checks): string {
  const clauses = listClauses(checks, ruleId);
  if (clauses.length > 0) return toSentence(clauses.join('; and '));
  return getRemedy(ruleId) ?? 'Fix the problem that the help page of the rule describes.';
}

function listClauses({ any, all, none }: Checks, ruleId: string): string[] {
  const best = bestByRule.get(ruleId);
  const rank = ({ id }: Check) => (id === best ? 0 : lastResorts.has(id) ? 2 : 1);
  const alternatives = [...any].sort((a, b) => rank(a) - rank(b));
  const own = any.length > 0 ? adviceByRule.get(ruleId) : undefined;
  const either = own ? [own] : unique(alternatives.map(describeCheckFix)).slice(0, ALTERNATIVES_MAX);
  const further = none.filter(({ id }) => either.length === 0 || !restatements.has(id));
  return unique([joinOr(either), ...all.map(describeCheckFix), ...further.map(describeCheckFix)]);
}

function describeCheckFix(check: Check): string {
  return fixes.get(check.id)?.(new CheckMeasurement(check)) ?? toPlainMessage(check.message);
}

function unique(clauses: string[]): string[] {
  return [...new Set(clauses)].filter((clause) => clause !== '');
}

function joinOr(clauses: string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length < 2 ? last : `${clauses.slice(0, -1).join(', ')}, or ${last}`;
}

function toSentence(clauses: string): string {
  const text = clauses.charAt(0).toUpperCase() + clauses.slice(1);
  return text.length < HOW_TO_FIX_MAX ? `${text}.` : `${cut(text)}…`;
}

/** Cuts a text between words, and never within a surrogate pair. */
function cut(text: string): string {
  const kept = text.slice(0, HOW_TO_FIX_MAX - 1);
  const end = kept.lastIndexOf(' ');
  return (end > 0 ? kept.slice(0, end) : kept.replace(/[\uD800-\uDBFF]$/, '')).replace(/[,;:]$/, '');
}

/**
 * Returns a message of axe as a clause: names of elements without their angle brackets, white space folded, without
 * control or formatting characters and without a full stop. Some messages contain values of the page, so the result
 * must not contain markup.
 */
export function toPlainMessage(message: string): string {
  return message
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu, ' ')
    .replace(/<(\/?[a-z][a-z0-9-]*)>/gi, '$1')
    .replace(/[<>]/g, '')
    .trim()
    .replace(/\.$/, '');
}
