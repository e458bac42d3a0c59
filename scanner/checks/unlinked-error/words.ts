/** Words of sentences that say that a value is wrong, and not what to enter, in some languages. */
export const ERROR_TEXT =
  /\b(?:invalid|incorrect|is missing|(?:can ?not|can't|may not|must not) be (?:empty|blank)|(?:not|isn't) (?:a )?valid|went wrong|(?:is|was|were) not (?:filled|completed|accepted)|ungültig|fehlerhaft|darf nicht leer|fehlt|invalide|incorrecte?|erroné|inválid[oa]|incorrect[oa]|non valid[oa])\b/iu;

/** Messages that do not say what is wrong, in lower case without punctuation. */
export const emptyErrors: ReadonlySet<string> = new Set([
  ...[
    'error',
    'an error',
    'an error occurred',
    'an error has occurred',
    'invalid',
    'wrong',
    'incorrect',
    'oops',
  ],
  ...['failed', 'not valid', 'invalid input', 'invalid value', 'invalid entry', 'wrong value', 'try again'],
  ...['please try again', 'something went wrong', 'there was an error', 'not ok', 'problem', 'warning'],
  ...['fehler', 'ungültig', 'falsch', 'ungültige eingabe', 'ein fehler ist aufgetreten', 'bitte korrigieren'],
  ...['erreur', 'invalide', 'incorrect', 'valeur incorrecte', 'une erreur est survenue', 'inválido'],
  ...['incorrecto', 'valor incorrecto', 'errore', 'non valido', 'fout', 'ongeldig'],
]);
