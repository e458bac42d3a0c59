/** Names of links to help, in lower case without punctuation, in some languages. */
export const helpNames: readonly string[] = [
  ...[
    'help',
    'contact',
    'contact us',
    'support',
    'customer service',
    'help center',
    'help centre',
    'faq',
    'get help',
  ],
  ...[
    'hilfe',
    'kontakt',
    'kundenservice',
    'kontaktieren sie uns',
    'aide',
    'contactez nous',
    'nous contacter',
  ],
  ...[
    'ayuda',
    'contacto',
    'contáctenos',
    'atención al cliente',
    'aiuto',
    'contatti',
    'contattaci',
    'assistenza',
  ],
  ...['hulp', 'klantenservice', 'ajuda', 'contato', 'contacto', 'fale conosco', 'pomoc'],
];
