import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { httpGateway } from '../senders/gateway.ts';
import { twilio } from '../senders/twilio.ts';
import { showVerification } from '../show-verification.ts';
import { enterPhoneCode } from './enter-code.ts';
import { lookUpCodes, onMessageReport } from './look-up.ts';
import { requestPhoneCode } from './request-code.ts';

/** Phone numbers that their owners confirm by a code. */
export function phoneRoutes(app: App): void {
  handle(app, 'verification.request_phone_code', async ({ me, request }) => {
    await requestPhoneCode(app, { id: me.id, brand: me.brand, language: request.language, ip: request.ip });
    return showVerification(app, me.id, request.language);
  });
  handle(app, 'verification.enter_phone_code', async ({ me, request, body }) => {
    await enterPhoneCode(app, me.id, body.code);
    return showVerification(app, me.id, request.language);
  });
  app.connections.add(twilio);
  app.connections.add(httpGateway);
  app.connections.on('messages', onMessageReport(app));
  app.jobs.every('verification.phone_codes', 30_000, () => lookUpCodes(app));
}
