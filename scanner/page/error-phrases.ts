/**
 * What pages say that a server shows instead of the page that was requested, with a status that says nothing: while it
 * is maintained, after an error, to bots and to visitors from elsewhere.
 */
const phrases = [
  // English
  '(?:under|down for|scheduled|undergoing|performing) maintenance',
  'maintenance mode',
  'being maintained',
  'be (?:right )?back (?:soon|shortly|later|online)',
  'something went wrong',
  '(?:unexpected|internal|application) (?:server )?error',
  'an error (?:has )?occurr?ed',
  'bad gateway',
  'gateway time-?out',
  '(?:service|site|page)(?: is)? (?:temporarily |currently )?unavailable',
  '(?:service|site|page) is temporarily (?:offline|out of service)',
  'access (?:is )?denied',
  'too many requests',
  'checking your browser',
  'just a moment\\.\\.\\.',
  'verif(?:y|ying) (?:that )?you are (?:a )?human',
  '(?:not |un)available in your (?:country|region|location|area)',
  // German
  'wartungsarbeiten',
  'wartungsmodus',
  'bald wieder (?:da|zurück|erreichbar|für sie da)',
  'etwas ist schief ?gelaufen',
  'ein (?:unerwarteter )?fehler ist aufgetreten',
  'interner serverfehler',
  '(?:seite|website|dienst) ist vorübergehend nicht (?:erreichbar|verfügbar)',
  'zugriff verweigert',
  '(?:in|für) ihr(?:em|e) (?:land|region) nicht verfügbar',
  // French
  'maintenance en cours',
  'site (?:est )?(?:actuellement )?en maintenance',
  'de retour (?:bientôt|très vite)',
  "une erreur (?:est survenue|s['’]est produite)",
  '(?:service|site|page) (?:est )?temporairement indisponible',
  'accès refusé',
  // Spanish
  '(?:sitio|página|web) (?:está )?en mantenimiento',
  'volvemos pronto',
  'algo (?:salió|ha salido) mal',
  '(?:ha ocurrido|se ha producido|se produjo) un error',
  '(?:servicio|sitio|página) (?:está )?temporalmente no disponible',
  'acceso denegado',
  // Italian
  'sito (?:è )?in manutenzione',
  'torn(?:iamo|eremo) presto',
  'qualcosa è andato storto',
  'si è verificato un errore',
  '(?:servizio|sito|pagina) (?:è )?temporaneamente non disponibile',
  // Portuguese
  'site (?:está )?em manutenção',
  'voltaremos em breve',
  'algo deu errado',
  'ocorreu um erro',
  '(?:serviço|site|página) (?:está )?temporariamente indisponível',
  // Dutch
  '(?:website|site) (?:is )?in onderhoud',
  'er is iets (?:mis|fout)(?: ?gegaan)?',
  'er is een fout opgetreden',
  '(?:website|site|dienst|pagina) is tijdelijk (?:niet beschikbaar|onbereikbaar)',
  // Japanese, Chinese, Korean
  'メンテナンス中',
  'エラーが発生',
  '维护中',
  '出错了',
  '점검 ?중',
  '오류가 발생',
];

/** Matches the first of these phrases. None contains a repetition, so the time is linear. */
export const errorPhrases = new RegExp(phrases.join('|'), 'iu');
