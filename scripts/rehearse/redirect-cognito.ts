/**
 * Loaded before the function that signs people in. The issuer of a user pool is always a host of AWS, which the
 * emulator does not have: requests to it go to the emulator. The URLs in its answers begin with https, as on AWS; the
 * rehearsal replaces that again.
 */
const { fetch: request } = globalThis;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.hostname.startsWith('cognito-idp.')) return request(input, init);
  const response = await request(new URL(url.pathname, process.env.AWS_ENDPOINT_URL), init);
  const body = (await response.text()).replaceAll('http://', 'https://');
  return new Response(body, { status: response.status, headers: { 'Content-Type': 'application/json' } });
};
