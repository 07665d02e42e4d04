import type { EndpointName } from '#contract/api.ts';
import type { RefusalCode } from '#contract/refusals.ts';

interface Unthrown {
  why: string;
  by: readonly EndpointName[];
  codes: readonly RefusalCode[];
}

/** Refusals in the code behind an endpoint that it never meets; each entry says why. */
export const unthrown: readonly Unthrown[] = [
  {
    why: 'a ticket for a client, or a message of a program, has words that are not empty, no files, and names no recipient',
    by: [
      'support.open_ticket_for',
      'operator_api.open_ticket',
      'operator_api.reply_to_ticket',
      'operator_api.write_to_client',
    ],
    codes: ['support.empty', 'support.recipient', 'files.gone'],
  },
  {
    why: 'a ticket that opens is not closed, nor is the living chat',
    by: ['support.open_ticket_for', 'operator_api.open_ticket', 'operator_api.write_to_client'],
    codes: ['support.closed'],
  },
  {
    why: 'it reads back what it has just written',
    by: [
      'articles.create',
      'ipo_staff.create',
      'legal.create_draft',
      'operator.create_webhook',
      'payments.add_destination',
      'payments.confirm_destination',
      'payments.make_file',
      'payments.read_answer',
      'reconciliation.start',
      'reconciliation.statement',
      'reconciliation.upload_statement',
    ],
    codes: ['http.not_found'],
  },
  { why: 'each term of a draft may change', by: ['operator_api.edit_draft'], codes: ['ipo_staff.fixed'] },
  {
    why: 'only a client, the first administrator or a sign-in at the provider comes so',
    by: ['auth.register', 'auth.autologin', 'auth.autologin_post', 'auth.finish_staff_sign_in', 'setup.finish'],
    codes: ['auth.sso_required'],
  },
  { why: 'a terminal session belongs to an account', by: ['paper.preview'], codes: ['http.not_found'] },
  {
    why: 'the faults of an order are the response',
    by: ['paper.preview'],
    codes: [
      'paper.volume_min',
      'paper.volume_max',
      'paper.volume_step',
      'paper.price_digits',
      'paper.expiry',
      'paper.market_closed',
      'paper.price_stale',
      'paper.price_above',
      'paper.price_below',
      'paper.sl_above',
      'paper.sl_below',
      'paper.tp_above',
      'paper.tp_below',
      'paper.order_limit',
      'paper.margin',
    ],
  },
  {
    why: 'the most of a part is the position, which has its own refusal',
    by: ['paper.close'],
    codes: ['paper.volume_max'],
  },
  {
    why: 'figures that were stored stand in, or the outcome stays unknown',
    by: [
      'clients.closure_pending',
      'clients.closure_of',
      'portfolio.overview',
      'staff.client_accounts',
      'trading.list',
      'trading.archived',
      'trading.rename',
      'trading.restore',
      'trading.transfer',
      'trading.equity',
      'trading.create',
      'operator_api.open_account',
      'trading.query_transfer_status',
    ],
    codes: ['trading.platform_silent'],
  },
  {
    why: 'it takes the rules off the version that it has locked, and no rules need no simulation',
    by: ['settings.stop_approval'],
    codes: [
      'settings.changed',
      'settings.same',
      'settings.level_empty',
      'settings.level_person',
      'settings.level_funds',
      'settings.tier_worse',
      'settings.tier_order',
      'settings.not_simulated',
      'settings.client_iban',
      'settings.client_iban_twice',
      'settings.each_currency',
      'settings.email_password',
      'settings.base_currency',
      'settings.picture',
      'settings.font',
      'settings.brand_host',
    ],
  },
  {
    why: 'reading the settings checks none',
    by: ['settings.list', 'settings.list_file', 'setup.show'],
    codes: [
      'settings.tier_order',
      'settings.tier_worse',
      'settings.level_empty',
      'settings.level_person',
      'settings.level_funds',
    ],
  },
  {
    why: 'these settings are changed elsewhere',
    by: ['settings.save', 'setup.finish'],
    codes: [
      'settings.tier_order',
      'settings.tier_worse',
      'settings.level_empty',
      'settings.level_person',
      'settings.level_funds',
      'settings.each_currency',
      'settings.not_simulated',
      'settings.client_iban',
      'settings.client_iban_twice',
    ],
  },
  {
    why: 'these settings are protected',
    by: ['settings.save'],
    codes: ['settings.email_password', 'settings.brand_host', 'settings.font'],
  },
  {
    why: 'an installation that is set up has one brand, in the font of the product',
    by: ['setup.check', 'setup.finish'],
    codes: ['settings.brand_host', 'settings.font', 'auth.other_site'],
  },
  {
    why: 'this setting is changed elsewhere',
    by: ['setup.check'],
    codes: ['settings.each_currency', 'settings.not_simulated', 'settings.client_iban', 'settings.client_iban_twice'],
  },
  { why: 'these settings are not protected', by: ['settings.change_protected'], codes: ['settings.base_currency'] },
  { why: 'its body names a mail server', by: ['settings.test_email'], codes: ['settings.email_none'] },
  {
    why: 'the first person of an installation, who accepts what the screen shows',
    by: ['setup.finish'],
    codes: [
      'auth.email_taken',
      'legal.changed',
      'settings.same',
      'settings.changed',
      'auth.frozen',
      'auth.under_review',
    ],
  },
  {
    why: 'a link that was used has confirmed the address, and then the response is the same',
    by: ['auth.verify_email'],
    codes: ['auth.token_used'],
  },
  {
    why: 'the person is new, and of the brand of this host',
    by: ['auth.register'],
    codes: ['auth.frozen', 'auth.under_review', 'auth.other_site'],
  },
  {
    why: 'the request is about what the call has just made',
    by: ['operator.create_key', 'payments.make_file'],
    codes: ['approvals.request_open'],
  },
  {
    why: 'logos are pictures',
    by: ['settings.add_picture', 'setup.add_picture'],
    codes: ['files.pdf_active', 'files.pdf_encrypted'],
  },
  {
    why: 'the payment is new',
    by: ['payments.deposit', 'payments.withdraw', 'operator_api.report_deposit'],
    codes: ['payments.state'],
  },
  {
    why: 'it follows the state that it has locked',
    by: ['payments.check_provider', 'payments.make_file'],
    codes: ['payments.state'],
  },
  {
    why: 'only withdrawals have a cooling-off period',
    by: ['payments.deposit', 'payments.credit_deposit', 'reconciliation.credit_line'],
    codes: ['payments.blocked_after_change'],
  },
  {
    why: 'the amount has no most',
    by: [
      'payments.credit_deposit',
      'reconciliation.credit_line',
      'payments.adjust',
      'operator_api.report_deposit',
      'operator_api.request_adjustment',
    ],
    codes: ['payments.amount_max'],
  },
  {
    why: 'a program finds no wallet of the administrator of its key',
    by: ['operator_api.request_adjustment'],
    codes: ['payments.own_request'],
  },
  { why: 'the known card is returned', by: ['payments.add_paid_card'], codes: ['payments.destination_known'] },
  {
    why: 'it sets, and takes nothing away',
    by: ['staff.set_limits', 'staff.set_account_limit'],
    codes: ['staff.override_none'],
  },
];

/** Refusals that the code behind an endpoint does not name: of schemas, and of functions in a map that others fill. */
export const unseen: Partial<Record<EndpointName, readonly RefusalCode[]>> = {
  'settings.save': ['settings.currency'],
  'setup.check': ['settings.currency'],
  'approvals.approve': ['settings.not_simulated'],
  'setup.finish': ['settings.currency'],
  'settings.change_protected': [
    'settings.currency',
    'settings.limit_order',
    'settings.account_twice',
    'settings.account_blank',
    'settings.account_field',
    'settings.method_twice',
    'settings.method_scale',
    'settings.method_order',
    'settings.method_fee',
  ],
};
