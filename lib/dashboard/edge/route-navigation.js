/**
 * Viewer request of the static part. A path below /assets/, or whose last segment has a dot, is a file; if it does not
 * exist, the answer stays 404. Every other path is a screen of the dashboard: its page is index.html.
 *
 * Runs as a CloudFront Function:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  const isFile = request.uri.startsWith('/assets/') || lastSegment.includes('.');
  if (!isFile) request.uri = '/index.html';
  return request;
}
