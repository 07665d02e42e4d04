import { plainTransports, type Transports } from './transports.ts';

interface Settings extends Transports {
  WEBHOOKS_LOCAL: boolean;
  DEMO: boolean;
}

const simulatedMoney =
  'MARKET_FEED=simulated would trade the money of clients at simulated prices; set MARKET_FEED to http or ' +
  'websocket, with a MARKET_FEED_URL, or use an external platform with TRADING_PLATFORM=http';

/**
 * @param others what else is wrong
 * @throws Error that names everything with which production does not start
 */
export function refuseInProduction(set: Settings, others: readonly string[]): void {
  const reasons = [
    ...(set.MARKET_FEED === 'simulated' && set.TRADING_PLATFORM === 'paper' ? [simulatedMoney] : []),
    ...(set.WEBHOOKS_LOCAL ? ['WEBHOOKS_LOCAL=1 lets webhooks reach this machine; set it to 0'] : []),
    ...others,
    ...(set.DEMO ? ['DEMO=1 publishes sign-in data; set it to 0'] : []),
    ...plainTransports(set),
  ];
  if (reasons.length > 0) throw new Error(`Refusing to start in production:\n  ${reasons.join('\n  ')}`);
}
