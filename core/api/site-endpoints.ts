import { z } from 'zod';
import { siteViewSchema } from '../sites/site.ts';
import { createSiteSchema, updateSiteSchema } from '../sites/site-bodies.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleSite } from './examples.ts';
import { buildLocationHeader, createPageSchema, listQuery, siteParams } from './parts.ts';

const TAG = 'Sites';
const site = { 'application/json': { schema: siteViewSchema, example: exampleSite } };

export const listSites = defineEndpoint({
  operationId: 'list-sites',
  method: 'GET',
  path: '/sites',
  permission: 'sites:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists the sites that the key may access, oldest first',
  request: { query: z.strictObject(listQuery) },
  responses: {
    200: {
      description: 'One page of sites.',
      content: {
        'application/json': {
          schema: createPageSchema(siteViewSchema, 'SiteList'),
          example: { items: [exampleSite], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const createSite = defineEndpoint({
  operationId: 'create-site',
  method: 'POST',
  path: '/sites',
  permission: 'sites:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Creates a site',
  request: { body: createSiteSchema },
  responses: {
    201: { description: 'The site.', headers: { Location: buildLocationHeader('site') }, content: site },
  },
  problems: ['key-limited-to-sites', 'sites-limit'],
});

export const getSite = defineEndpoint({
  operationId: 'get-site',
  method: 'GET',
  path: '/sites/{siteId}',
  permission: 'sites:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Returns a site',
  request: { params: siteParams },
  responses: { 200: { description: 'The site.', content: site } },
  problems: ['site-not-found'],
});

export const updateSite = defineEndpoint({
  operationId: 'update-site',
  method: 'PATCH',
  path: '/sites/{siteId}',
  permission: 'sites:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Changes a site',
  description: 'Omitted members do not change. Lists are replaced as a whole.',
  request: { params: siteParams, body: updateSiteSchema },
  responses: { 200: { description: 'The changed site.', content: site } },
  problems: ['site-not-found'],
});

export const deleteSite = defineEndpoint({
  operationId: 'delete-site',
  recentSignIn: true,
  method: 'DELETE',
  path: '/sites/{siteId}',
  permission: 'sites:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Deletes a site with its scans',
  description:
    'Cancels its unfinished scans. Scans, reports, findings, pictures, suppressions and the trend are deleted within minutes. Usage stays counted.',
  request: { params: siteParams },
  responses: { 204: { description: 'The site was deleted.' } },
  problems: ['site-not-found'],
});
