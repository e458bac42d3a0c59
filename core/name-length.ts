/** Maximum number of characters of the name of an account, a person, a site or an API key. */
export const NAME_LENGTH_MAX = 100;
