import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { authEndpoints } from './endpoints.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { passkeysEndpoints } from './passkeys.ts';
import { emailChangeEndpoints } from './email-change.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';

/** Every endpoint of the module. */
export const authApi = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...passkeysEndpoints,
  ...emailChangeEndpoints,
  ...singleSignOnEndpoints,
} as const satisfies Endpoints;
