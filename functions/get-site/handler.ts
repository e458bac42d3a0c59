import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { getSite as endpoint } from '../../core/api/site-endpoints.ts';
import { toSiteView } from '../../core/sites/site.ts';
import { getSite } from '../../use-cases/get-site.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-site'], (store) => {
  const dependencies = bindTo(store, { findSite: sites.findSite });
  return async (call) => {
    const site = await getSite(dependencies, { ...call, ...call.params });
    return { status: 200, json: toSiteView(site) };
  };
});
