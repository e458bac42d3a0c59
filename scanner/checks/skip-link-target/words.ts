/** Words in the names of skip links, in lower case, by language. */
export const skipWords: Readonly<Record<string, readonly string[]>> = {
  en: ['skip to', 'skip navigation', 'jump to'],
  de: ['zum inhalt', 'zum hauptinhalt', 'direkt zum', 'springe zu', 'navigation überspringen'],
  fr: ['aller au contenu', 'passer au contenu', 'accéder au contenu', 'sauter'],
  es: ['saltar al', 'ir al contenido', 'saltar a'],
  it: ['vai al contenuto', 'salta al'],
  pt: ['ir para o conteúdo', 'pular para', 'saltar para'],
  nl: ['ga naar de inhoud', 'naar de inhoud', 'direct naar'],
  pl: ['przejdź do treści', 'przejdź do'],
  sv: ['hoppa till', 'gå till innehåll'],
  da: ['gå til indhold', 'spring til'],
  no: ['hopp til', 'gå til innhold'],
};
