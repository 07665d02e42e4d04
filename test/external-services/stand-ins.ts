// The stand-ins of providers, for tests beside the code.
export { commonLies } from '#server/demo/stand-ins/http-stand-in.ts';
export { smsLies } from '#server/demo/stand-ins/sms/books.ts';
export { controlName } from '#server/demo/stand-ins/yente/entities.ts';
export {
  standInKey as btcpayStandInKey,
  standInSecret as btcpayStandInSecret,
  standInStore,
  startBtcpay,
  type BtcpayStandIn,
} from '#server/demo/stand-ins/btcpay/server.ts';
export { startYente } from '#server/demo/stand-ins/yente/yente.ts';
export { startSumsub } from '#server/demo/stand-ins/sumsub/sumsub.ts';
export type { SumsubLie } from '#server/demo/stand-ins/sumsub/books.ts';
export { startSms } from '#server/demo/stand-ins/sms/sms.ts';
export {
  standInAccount,
  standInHmacKey,
  standInKey as adyenStandInKey,
  startAdyen,
  type AdyenStandIn,
} from '#server/demo/stand-ins/adyen/server.ts';
export {
  standInBalanceAccount,
  startAdyenTransfers,
  type AdyenTransfersStandIn,
} from '#server/demo/stand-ins/adyen-transfers/server.ts';
export {
  standInSecret as hostedPageStandInSecret,
  standInToken,
  startHostedPage,
  type HostedPageStandIn,
} from '#server/demo/stand-ins/hosted-page/server.ts';
export {
  standInKey as stripeStandInKey,
  standInSecret as stripeStandInSecret,
  startStripe,
} from '#server/demo/stand-ins/stripe/server.ts';
export {
  standInFinancialAccount,
  startStripePayouts,
  type StripePayoutsStandIn,
} from '#server/demo/stand-ins/stripe-payouts/server.ts';
