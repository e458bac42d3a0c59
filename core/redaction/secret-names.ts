import { decodePercentEncoding } from '../crawl/percent-encoding.ts';

/** Replaces a redacted part of a text. */
export const REDACTED = '[redacted]';

/** Words that indicate a secret value, at any position in a parameter's name. */
const secretWords = new Set(
  `token accesstoken idtoken refreshtoken secret clientsecret password passwd passphrase pwd pass passcode jwt csrf
  xsrf csrftoken xsrftoken csrfmiddlewaretoken signature sig hmac session sessionid sessid sid phpsessid jsessionid
  aspsessionid auth authorization authtoken authkey apikey accesskey secretkey privatekey credential credentials otp
  nonce ticket bearer saml samlart samlrequest samlresponse assertion relaystate verifier pw pincode invitecode
  resethash`.split(/\s+/),
);

/** Ends of words that indicate a secret (`sharetoken`). */
const SECRET_END = /(token|secret)$/;

/** Words that indicate a secret only as the whole name: many other names contain them (`countryCode`, `data-key`). */
const secretNames = new Set(['key', 'code', 'pin', 'invite']);

/** True if the name of a query parameter indicates that its value may be a secret. */
export function isSecretParameter(name: string): boolean {
  return secretNames.has(decodePercentEncoding(name).toLowerCase()) || hasSecretWord(name);
}

/** True if the name of a parameter, an attribute or a field contains a word for a secret. */
export function hasSecretWord(name: string): boolean {
  const plain = decodePercentEncoding(name);
  if (isSecretWord(plain.toLowerCase().replace(/[^a-z0-9]/g, ''))) return true;
  const words = plain
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, index) => isSecretWord(word) || secretWords.has(`${words[index - 1]}${word}`));
}

function isSecretWord(word: string): boolean {
  return secretWords.has(word) || SECRET_END.test(word);
}
