import type { Act } from '#server/demo/stand-ins/adyen-transfers/acts.ts';
import {
  standInBalanceAccount,
  startAdyenTransfers,
  type AdyenTransfersStandIn,
  type LieName,
} from '#server/demo/stand-ins/adyen-transfers/server.ts';
import { standInHmacKey, standInKey } from '#server/demo/stand-ins/adyen/server.ts';
import { railExam } from '../payouts/exam.ts';
import type { Rail } from '../payouts/rail.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { adyenTransfersTrials } from './trials.ts';

const railOf = (standIn: AdyenTransfersStandIn): Rail<Act, LieName> => ({
  standIn,
  calls: {
    send: { method: 'POST', path: /^\/btl\/v4\/transfers$/ },
    read: { method: 'GET', path: /^\/btl\/v4\/transfers$/ },
  },
  destination: { account: 'GB29NWBK60161331926819' },
  arrival: { act: 'credit', events: 3 },
  madeOf: (reference) => standIn.books.transfersOf(reference).map(({ id }) => id),
  isNew: (id) => standIn.books.transferOf(id).status === 'received',
  net: () => standIn.books.net(),
  announceUnknown(id) {
    const of = standIn.books.transferOf(id);
    standIn.delivery.send({
      type: 'balancePlatform.transfer.updated',
      environment: 'test',
      timestamp: of.createdAt,
      data: { ...of, id: 'UNKNOWN000000001', reference: 'PAYUNKNOWN99', status: 'booked' },
    });
  },
});

export async function adyenTransfersExam(world: World): Promise<Exam> {
  const standIn = await startAdyenTransfers({ now: world.now });
  return railExam(world, {
    adapter: 'adyen_transfers',
    fields: {
      balance_account: standInBalanceAccount,
      environment: 'test',
      stand_in: standIn.url,
      api_key: standInKey,
      hmac_key: standInHmacKey,
    },
    rail: railOf(standIn),
    trials: (path) => adyenTransfersTrials(path, standIn.books),
    secrets: [standInKey, standInHmacKey],
  });
}
