import { describe, expect, it } from 'vitest';
import { isRisky, riskyWords } from '../../../core/crawl/risky-links.ts';

const link = (path: string, words = '', method = '') => ({
  url: new URL(path, 'https://example.com').href,
  words,
  method,
});

const phrases = [
  // Sign out
  'Log out',
  'Logout',
  'Sign out of all devices',
  'Log-off',
  'Abmelden',
  'Ausloggen',
  'Logg dich aus',
  'Log dich aus',
  'Se déconnecter',
  'Me deconnecter',
  'Déconnexion',
  'Cerrar sesión',
  'Finalizar la sesion',
  'Salir',
  'Desconectarse',
  'Esci',
  'Disconnetti',
  'Disconnettersi',
  'Uitloggen',
  'Nu afmelden',
  'Sair',
  'Terminar sessão',
  'Encerrar a sessao',
  // Delete
  'Delete this entry',
  'Remove',
  'Erase all',
  'Destroy',
  'Deactivate account',
  'Revoke access',
  'Eintrag löschen',
  'Loeschen',
  'Entfernen',
  'Konto deaktivieren',
  'Supprimer le compte',
  'Effacer',
  'Désactiver',
  'Eliminar',
  'Borrar todo',
  'Desactivar',
  'Elimina account',
  'Cancella',
  'Rimuovi',
  'Disattivare',
  'Account verwijderen',
  'Verwijder',
  'Wis',
  'Deactiveer',
  'Account deactiveren',
  'Excluir conta',
  'Apagar',
  'Remover',
  'Desativar',
  // Cancel a contract or booking, and messages
  'Unsubscribe',
  'Opt out',
  'Cancel my order',
  'Cancel subscription',
  'Abbestellen',
  'Abo kündigen',
  'Kuendigen',
  'Stornieren',
  'Se désabonner',
  'Désinscription',
  'Se désinscrire',
  'Résilier',
  'Darse de baja',
  'Cancelar la suscripción',
  'Cancelar mi cuenta',
  'Disiscriviti',
  "Annulla l'iscrizione",
  'Annulla ordine',
  'Uitschrijven',
  'Opzeggen',
  'Annuleren',
  'Cancelar a subscrição',
  'Cancelar minha assinatura',
  // Buy
  'Buy now',
  'Order now',
  'Pay now',
  'Subscribe now',
  'Add to cart',
  'Add to bag',
  'Place your order',
  'Buy',
  'Jetzt kaufen',
  'Kostenpflichtig bestellen',
  'In den Warenkorb',
  'Kaufen',
  'Acheter maintenant',
  'Commander',
  'Ajouter au panier',
  'Comprar ahora',
  'Añadir al carrito',
  'Añadir a la cesta',
  'Agregar al carrito',
  'Acquista ora',
  'Ordina ora',
  'Compra',
  'Aggiungi al carrello',
  'Nu kopen',
  'Nu bestellen',
  'In winkelwagen',
  'In de winkelmand',
  'Comprar agora',
  'Pagar agora',
  'Adicionar ao carrinho',
];

describe('the detection of risky links', () => {
  it.each([
    '/logout',
    '/log-out/',
    '/user/sign_out?next=/',
    '/account/logoff.aspx',
    '/wp-login.php?action=logout&_wpnonce=1',
    '/items/7/delete',
    '/items/delete/7',
    '/deleteItem?id=7',
    '/delete_item?id=7',
    '/index.php?do=remove&id=7',
    '/newsletter/unsubscribe?u=1',
    '/cart?add-to-cart=31',
    '/checkout/place-order',
    '/checkout/pay',
    '/checkout?action=purchase',
    '/?logout=1',
    '/#/logout',
    '/konto/abmelden',
    '/artikel/5/l%C3%B6schen',
    '/vertrag/kuendigen',
    '/compte/deconnexion',
    '/articulo/5/eliminar',
    '/cerrar-sesion',
    '/articolo/5/elimina',
    '/uitloggen',
    '/artikel/5/verwijderen',
    '/conta/sair',
    '/artigo/5/excluir',
  ])('detects the URL %s', (path) => {
    expect(isRisky(link(path))).toBe(true);
  });

  it.each(phrases)('detects the words “%s”', (words) => {
    expect(isRisky(link('/x/1', ` ${words}\n`))).toBe(true);
  });

  it('has a phrase for each row of words that no other row matches', () => {
    const rowsOf = (phrase: string) => riskyWords.filter((row) => row.test(phrase.toLowerCase()));
    const found = phrases.map(rowsOf).filter(({ length }) => length === 1);
    expect(riskyWords.filter((row) => !found.flat().includes(row))).toEqual([]);
  });

  it.each(['delete', 'POST', 'patch'])('detects the method %s', (method) => {
    expect(isRisky(link('/x/1', 'x', method))).toBe(true);
  });

  it.each<[string, string]>([
    ['/', 'Home'],
    ['/about/order-of-the-garter-explained-here', 'The Order of the Garter'],
    ['/blog/how-to-delete-your-data-for-good', 'How deletion works'],
    ['/products/payment-methods-and-fees', 'Payment methods'],
    ['/search?q=delete', 'Search'],
    ['/login', 'Log in'],
    ['/checkout', 'Your order'],
    ['/checkout/step-1', 'Checkout'],
    ['/afrekenen', 'Afrekenen'],
    ['/archive/2020', 'Archive'],
    ['/orders/order/7', 'Order 7'],
    ['/signs', 'Signs out there'],
    ['/exit-signs', 'Exit signs'],
    ['/page?mode=dark', 'Dark'],
    ['/items/7?sort=removed', 'Sorted'],
    ['/magazin', 'Wissen'],
  ])('does not detect %s (“%s”)', (path, words) => {
    expect(isRisky(link(path, words, 'get'))).toBe(false);
  });

  it('ignores 210,000 characters that nearly match, and finds the words after them', () => {
    const words = 'in den '.repeat(30_000);
    expect(isRisky(link('/x', words))).toBe(false);
    expect(isRisky(link(`/${'a-'.repeat(900)}`, words))).toBe(false);
    expect(isRisky(link('/x', `${words}warenkorb`))).toBe(true);
  });
});
