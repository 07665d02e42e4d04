import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

const isForPrograms = ({ guard }: Endpoint) => typeof guard === 'object' && 'scope' in guard;
/** What they may not find is no object: `src/server/ipo/refusals.test.ts` and the tests of webhooks meet it. */
const byOthers =
  /^(ipo\.(calendar|my_ipo|holdings|submit_suitability|history|history_file|feed|feed_create)|operator\.edit_webhook)$/;

/** Endpoints that may find nothing by an id. `src/server/not-found.test.ts` calls each with an unknown one. */
export const findsByAnId = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, endpoint]) =>
    endpoint.refusals?.some((code) => code === 'http.not_found') && !isForPrograms(endpoint) && !byOthers.test(name),
);
