import type { Invoice } from './objects.ts';

const buttons = {
  pay: 'Pay',
  underpay: 'Pay too little',
  overpay: 'Pay too much',
  see: 'Pay, unconfirmed',
  expire: 'Let it expire',
};

/** Where the payer would see an address. */
export function payPage({ id, amount, currency, status, checkout }: Invoice): string {
  const actions = Object.entries(buttons)
    .map(([act, label]) => `<button name="act" value="${act}">${label}</button>`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for BTCPay Server</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>Stand-in for BTCPay Server</h1>
<p>No real payment. ${amount} ${currency}, invoice ${status}.</p>
${status === 'New' ? `<form method="post" action="/i/${id}" style="display:grid;gap:.5rem">${actions}</form>` : ''}
${status === 'Processing' ? `<form method="post" action="/i/${id}"><button name="act" value="confirm">Confirm</button></form>` : ''}
<p><a href="${checkout.redirectURL ?? '/'}">Back</a></p>
</body></html>`;
}
