/** A word that the code base does not use, because another one is the term of the field. */
export interface ListedWord {
  /** Names the word in messages and in the list of allowed uses. */
  readonly word: string;
  /** Matches it in a line whose identifiers are split into words, whatever the case. */
  readonly pattern: RegExp;
  /** Terms of the field that contain the word, in the same notation. They are not uses of it. */
  readonly terms?: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

/** The words of which a reader has to guess the meaning. `docs/glossary.md` explains the terms that replace them. */
export const listedWords: readonly ListedWord[] = [
  {
    word: 'form',
    pattern: /\bforms?\b/gi,
    terms:
      /\b(login|sign-in|html|contact|order|search|password|checkout|feedback) forms?\b|\bforms?[- ](fields?|controls?|elements?|factor|data|post|action|labels?|submission)|<\/?form\b|'forms?'|#[\w-]*form\b/gi,
    instead: 'format (of a report), notation, variant',
  },
  { word: 'place', pattern: /\bplaces?\b/gi, instead: 'slot, location, position' },
  {
    word: 'mark',
    pattern: /\bmark(s|ed|ing)?\b/gi,
    terms:
      /\b(byte order|question|quotation|exclamation|punctuation|combining|high water) marks?\b|<\/?mark\b/gi,
    instead: 'suppression selector, indicator, record',
  },
  { word: 'keeping', pattern: /\bkeeping\b/gi, instead: 'retention' },
  { word: 'purge', pattern: /\bpurg(e|es|ed|ing)\b/gi, instead: 'delete site objects' },
  { word: 'renewal', pattern: /\brenewals?\b/gi, instead: 'extension of the retention' },
  { word: 'hand out', pattern: /\bhand(s|ed|ing)? (it |them )?out\b/gi, instead: 'dispatch' },
  { word: 'deal', pattern: /\b(deals?|dealt|dealing)\b/gi, instead: 'dispatch, distribute' },
  {
    word: 'tell',
    pattern: /\b(tells?|told|telling)\b/gi,
    // An outcome of EARL.
    terms: /\bcant tell\b/gi,
    instead: 'report, notify, log, state',
  },
  {
    word: 'reading',
    pattern:
      /\breadings\b|\b(an?|the|this|that|each|every|its|no|page|site|robots|sitemap) reading\b(?! of)/gi,
    instead: 'observation, snapshot, discovery',
  },
  { word: 'held against', pattern: /\bheld against\b/gi, instead: 'compared with' },
  { word: 'to be looked at', pattern: /\bto be looked at\b/gi, instead: 'needs review' },
  { word: 'what became of', pattern: /\b(became|becomes?) of\b/gi, instead: 'outcome, result' },
  { word: 'come to', pattern: /\b(come|comes|came|coming) to\b/gi, instead: 'outcome, result, end as' },
  { word: 'surroundings', pattern: /\bsurroundings\b/gi, instead: 'environment' },
  { word: 'cleanse', pattern: /\bcleans(e|es|ed|ing)\b/gi, instead: 'clear state' },
  // A recipient's complaint about a mail is a term of Amazon SES.
  { word: 'complaint', pattern: /\b(launch|browser)( has a)? complaints?\b/gi, instead: 'launch error' },
  { word: 'wrong use', pattern: /\bwrong use\b/gi, instead: 'usage error' },
  { word: 'room', pattern: /\brooms?\b/gi, instead: 'capacity, budget, free space, folder' },
  { word: 'house', pattern: /\bhouses?\b/gi, instead: 'code base' },
  { word: 'way out', pattern: /\bways? out\b/gi, instead: 'egress' },
  { word: 'mend', pattern: /\bmend(s|ed|ing)?\b/gi, instead: 'fix' },
  { word: 'put off', pattern: /\bput(s|ting)? off\b/gi, instead: 'defer' },
  {
    word: 'leave out',
    pattern: /\b(leave|leaves|left|leaving) (it |them )?out\b/gi,
    instead: 'exclude, skip, omit',
  },
  {
    word: 'give back',
    pattern: /\b(give|gives|gave|given|giving|take|takes|took|taken|taking) (it |them )?back\b/gi,
    instead: 'release, reclaim',
  },
  {
    word: 'scan pipeline',
    pattern: /\bscan pipelines?\b|\bpipelines? of (a|the) scan\b/gi,
    instead: 'scan workflow; a pipeline is the CI pipeline of the customer',
  },
  { word: 'edition', pattern: /\beditions?\b/gi, instead: 'report revision' },
  // In quotes or brackets, it is the attribute of HTML.
  { word: 'inert', pattern: /\binert\b/gi, terms: /'inert'|\[inert\]/gi, instead: 'escaped, neutralized' },
  { word: 'twin', pattern: /\btwins?\b/gi, instead: 'duplicates' },
  { word: 'befall', pattern: /\bbef(all|alls|ell)\b/gi, instead: 'happen to' },
  { word: 'is none', pattern: /\b(is|are|was|were) none\b/gi, instead: 'does not exist, no …' },
  {
    word: 'nobody would',
    pattern: /\bnobody (would|may|can|else)\b/gi,
    instead: 'passive voice, or the reason',
  },
  { word: 'whoever', pattern: /\bwho(ever|soever)\b/gi, instead: 'the caller, the user, the person' },
];

/** Matches what any listed word matches: few lines need the patterns one by one. */
const anyWord = new RegExp(listedWords.map(({ pattern }) => `(?:${pattern.source})`).join('|'), 'i');

/**
 * Returns the listed words of a line, one for each use. The words within an identifier count as words: `leftOut` is a
 * use of "leave out".
 */
export function findListedWords(line: string): ListedWord[] {
  const words = line.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  if (!anyWord.test(words)) return [];
  return listedWords.flatMap((each) => {
    const counted = each.terms === undefined ? words : words.replace(each.terms, '');
    return Array.from(counted.matchAll(each.pattern), () => each);
  });
}
