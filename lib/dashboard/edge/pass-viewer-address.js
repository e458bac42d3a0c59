/**
 * Viewer request of the API. Overwrites the header with the address of the viewer, so that no caller can choose it.
 * The functions believe it only together with the secret that the distribution adds after this function.
 *
 * Runs as a CloudFront Function:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  delete request.headers['x-origin-secret'];
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
