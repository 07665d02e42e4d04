// The stand-ins of providers, for tests beside the code.
export { commonLies } from '../../scripts/stand-ins/http-stand-in.ts';
export { smsLies } from '../../scripts/stand-ins/sms/books.ts';
export { controlName } from '../../scripts/stand-ins/yente/entities.ts';
export {
  standInKey as btcpayStandInKey,
  standInSecret as btcpayStandInSecret,
  standInStore,
  startBtcpay,
  type BtcpayStandIn,
} from '../../scripts/stand-ins/btcpay/server.ts';
export { startYente } from '../../scripts/stand-ins/yente/yente.ts';
export { startSumsub } from '../../scripts/stand-ins/sumsub/sumsub.ts';
export type { SumsubLie } from '../../scripts/stand-ins/sumsub/books.ts';
export { startSms } from '../../scripts/stand-ins/sms/sms.ts';
export {
  standInAccount,
  standInHmacKey,
  standInKey as adyenStandInKey,
  startAdyen,
  type AdyenStandIn,
} from '../../scripts/stand-ins/adyen/server.ts';
export {
  standInBalanceAccount,
  startAdyenTransfers,
  type AdyenTransfersStandIn,
} from '../../scripts/stand-ins/adyen-transfers/server.ts';
export {
  standInSecret as hostedPageStandInSecret,
  standInToken,
  startHostedPage,
  type HostedPageStandIn,
} from '../../scripts/stand-ins/hosted-page/server.ts';
export {
  standInKey as stripeStandInKey,
  standInSecret as stripeStandInSecret,
} from '../../scripts/stand-ins/stripe/server.ts';
export {
  standInFinancialAccount,
  startStripePayouts,
  type StripePayoutsStandIn,
} from '../../scripts/stand-ins/stripe-payouts/server.ts';
