import type { Verdict } from '../../../core/decisions/decision.ts';

/** Texts of the dialog in which a person decides about a finding. */
export const decideText = {
  verdicts: { fine: 'It is fine', problem: 'It is a problem' } satisfies Record<Verdict, string>,
  done: {
    fine: 'Decided: it is fine. This counts from the next scan on.',
    problem: 'Decided: it is a problem. This counts from the next scan on.',
  } satisfies Record<Verdict, string>,
  title: 'Decide about this finding',
  text: 'The rule could not decide about this element. Look at it, and say what it is. Your decision counts from the next scan on. If it is fine, that holds only as long as the element and the rule stay as they are. Numbers of this report do not change.',
  elements: (count: string) => `The decision is about ${count} of this page with the same fingerprint.`,
  elementNames: { one: 'element', other: 'elements' },
  verdict: 'Decision',
  chooseVerdict: 'Choose whether it is fine or a problem',
  fineHint: 'A problem counts as a violation. What is fine does not need review any more.',
  reason: 'Reason',
  reasonHint: 'Reports show it to everybody who reads them, with your name.',
  submit: 'Save decision',
  cancel: 'Cancel',
};
