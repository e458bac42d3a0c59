/** The parts of a link that show whether following it may change something. */
export interface LinkWords {
  url: string;
  /** Its text, its label and its title. */
  words: string;
  /** The HTTP method that a script of the page uses for the link, e.g. `data-method="delete"`; empty for none. */
  method: string;
}

/**
 * Path segments and parameter values that change something. Compared without case, accents, hyphens and underscores.
 * A checkout is not in the list: opening it shows an order and submits nothing.
 */
const actions = new Set(
  `
  logout logoff signout signoff endsession destroysession killsession
  delete remove destroy erase trash purge wipe revoke deactivate cancel unsubscribe optout unfollow
  addtocart addcart buy buynow purchase ordernow placeorder pay paynow
  abmelden ausloggen loeschen loschen entfernen kuendigen kundigen stornieren abbestellen kaufen bestellen bezahlen
  deconnexion sedeconnecter supprimer effacer resilier annuler desabonner acheter commander payer
  cerrarsesion salir desconectar eliminar borrar cancelar darsedebaja comprar pagar
  esci disconnetti logoututente elimina cancella rimuovi disiscriviti acquista compra paga
  afmelden uitloggen verwijderen opzeggen annuleren uitschrijven kopen bestellen betalen
  sair terminarsessao desligar excluir apagar remover cancelar descadastrar comprar pagar
`
    .split(/\s+/)
    .filter(Boolean),
);

/** Parameters whose value names an action. */
const actionParameters = new Set(['action', 'do', 'act', 'op', 'cmd', 'command', 'task', 'method', 'mode']);

/**
 * Texts of links that change something, in English, German, French, Spanish, Italian, Dutch and Portuguese. `^` and `$`
 * limit a short word to the whole text if the word is harmless within other texts.
 */
export const riskyWords = [
  // Sign out
  /\b(log|sign)[ -]?(out|off)\b/,
  /\b(abmelden|ausloggen|logg? dich aus)\b/,
  /\b(se |me )?d[ée]connecter\b|\bd[ée]connexion\b/,
  /\b(cerrar|finalizar) (la )?sesi[óo]n\b|^salir$|\bdesconectar(se)?\b/,
  /^esci$|\bdisconnett(i|ersi)\b|^logout$/,
  /\b(uitloggen|afmelden)\b/,
  /^sair$|\b(terminar|encerrar) (a )?sess[ãa]o\b/,
  // Delete
  /\b(delete|remove|erase|destroy|deactivate|revoke)\b/,
  /\b(l[öo]e?schen|entfernen|deaktivieren)\b/,
  /\b(supprimer|effacer|d[ée]sactiver)\b/,
  /\b(eliminar|borrar|desactivar)\b/,
  /\b(elimina|cancella|rimuovi|disattiva)(re)?\b/,
  // Not `wissen`, which is German for knowledge.
  /\b(verwijder(en)?|wis|deactiveer|deactiveren)\b/,
  /\b(excluir|apagar|remover|desativar)\b/,
  // Cancel subscriptions, orders and newsletters
  /\b(unsubscribe|opt[ -]?out|cancel (my |your |the )?(order|account|subscription|booking|plan))\b/,
  /\b(abbestellen|abo k[üu]e?ndigen|k[üu]e?ndigen|stornieren)\b/,
  /\b(se )?d[ée]sabonner\b|\bd[ée]sinscri(re|ption)\b|\br[ée]silier\b/,
  /\b(darse de baja|cancelar (la |mi )?(suscripci[óo]n|cuenta|pedido))\b/,
  /\b(disiscriviti|annulla (l')?(iscrizione|abbonamento|ordine))\b/,
  /\b(uitschrijven|opzeggen|annuleren)\b/,
  /\b(cancelar (a |minha )?(subscri[çc][ãa]o|assinatura|conta|encomenda))\b/,
  // Buy
  /\b(buy|order|pay|purchase|subscribe) now\b|\badd to (cart|basket|bag)\b|\bplace (my |your |the )?order\b|^(buy|pay)$/,
  /\b(jetzt|kostenpflichtig) (kaufen|bestellen|bezahlen)\b|\bin den (warenkorb|einkaufswagen)\b|^kaufen$/,
  /\b(acheter|commander|payer) (maintenant)?\b|^(acheter|commander|payer)$|\bajouter au panier\b/,
  /\b(comprar|pagar) ahora\b|^(comprar|pagar)$|\ba[ñn]adir (al carrito|a la cesta)\b|\bagregar al carrito\b/,
  /\b(acquista|compra|paga|ordina) ora\b|^(acquista|compra|paga)$|\baggiungi al carrello\b/,
  /\bnu (kopen|bestellen|betalen)\b|^(kopen|bestellen)$|\bin (de |het )?(winkelwagen|winkelmand(je)?)\b/,
  /\b(comprar|pagar) agora\b|\badicionar ao carrinho\b/,
] as const;

/**
 * True if following a link seems to sign out, delete, unsubscribe or order something, according to its address or its
 * text. In doubt it returns true: the report lists a page that is not attempted, but a deleted record is lost.
 */
export function isRisky({ url, words, method }: LinkWords): boolean {
  if (!/^(get|)$/i.test(method.trim())) return true;
  const parsed = URL.parse(url);
  if (parsed === null) return true;
  const segments = [...parsed.pathname.split('/'), ...parsed.hash.replace(/^#!?/, '').split('/')];
  const queries = [...parsed.searchParams];
  const text = words.replace(/\s+/g, ' ').trim().toLowerCase();
  return (
    segments.some((segment) => isAction(segment)) ||
    queries.some(([name, value]) =>
      actionParameters.has(name.toLowerCase()) ? isAction(value) : isAction(name),
    ) ||
    riskyWords.some((pattern) => pattern.test(text))
  );
}

/** True for `log-out`, `logout.php`, `delete_item` and `deleteItem`; false for `delete-your-data-explained`. */
function isAction(part: string): boolean {
  const bare = decodeWithoutAccents(part).replace(/\.(php|aspx?|jsp|html?|do|action)$/i, '');
  if (actions.has(bare.replace(/[-_ ]/g, '').toLowerCase())) return true;
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ ]+/);
  return words.length === 2 && words.some((word) => actions.has(word));
}

function decodeWithoutAccents(part: string): string {
  try {
    return decodeURIComponent(part)
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '');
  } catch {
    return part;
  }
}
