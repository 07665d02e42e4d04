import { describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/**
 * An act of staff on money, rights, keys or settings takes two people, by the one engine of approvals. Here are the acts
 * that one person does alone, and why: a new one needs a decision before it is built. docs/security.md explains them.
 */
const onePerson: Partial<Record<EndpointName, string>> = {
  // Requests, and what ends them. The engine decides on each.
  'payments.adjust': 'requests; payments.decide_adjustment takes another person',
  'payments.reverse': 'requests; payments.decide_adjustment takes another person',
  'trading.propose_outcome': 'requests; trading.decide_outcome takes another person',
  'operator.create_key':
    'a key reads, or writes what one member of staff writes alone; one that issues sign-in links waits for a second administrator',
  'approvals.decline': 'changes nothing',
  'approvals.withdraw': 'changes nothing',
  'ipo_staff.withdraw_request': 'changes nothing',
  // Money stays where it is, goes back to the client, or leaves as two have approved.
  'payments.assign': 'moves nothing; earlier approvals are needed again',
  'payments.reject': 'credits nothing; a hold goes back to its client, and another payout needs its own approval',
  'payments.mark_sent': 'pays the amount and the destination of the approval, whose MACs are checked',
  'payments.send_payout': 'as payments.mark_sent, by a connection that two people approved',
  'payments.complete': 'moves nothing',
  'payments.close_finding': 'moves nothing',
  'payments.simulate_approval': 'reckons; whether the rules are switched on takes two people',
  'payments.make_file': 'requests; another person releases the file',
  'payments.confirm_file': 'as payments.mark_sent, of a file that two people released',
  'payments.read_answer': 'applies what the bank answers about a file that two people released',
  'trading.query_transfer_status': 'applies what the platform answers, nothing of the person’s',
  'reconciliation.start': 'changes nothing',
  'reconciliation.statement': 'compares',
  'reconciliation.upload_statement':
    'credits as far as one person may: two-people rules of `payments.credit_deposit` apply to each line',
  'reconciliation.dismiss_line': 'explains; moves nothing',
  'reconciliation.reread': 'what the bank left is read as it would have been the first time',
  'reconciliation.close_file': 'explains; moves nothing',
  'reconciliation.resolve': 'explains; moves nothing',
  'ipo_staff.create': 'a draft; its announcement takes two',
  'ipo_staff.edit': 'a draft, or times; terms with money stay fixed after the announcement, in the database too',
  'ipo_staff.write_text': 'words',
  'ipo_staff.set_prospectus': 'an address in a draft, announced by two',
  'ipo_staff.supplement': 'gives clients a right to cancel',
  'ipo_staff.postpone': 'holds or releases the clients’ own money, as the terms say',
  'ipo_staff.resume': 'times; the terms are those that two approved',
  'ipo_staff.withdraw': 'releases the clients’ own money',
  'ipo_staff.reject': 'releases the client’s own money; a hold that went back buys nothing',
  'ipo_staff.archive': 'only when no client has money or shares in it',
  // Rights become fewer, or are those that the client has by default.
  'staff.block': 'takes away, and has to be fast',
  'staff.unblock': 'gives back no more than before; a readmitted person approves nothing for a week',
  'staff.restrict_payments': 'takes away, and has to be fast',
  'staff.lift_payment_restriction': 'gives back no more than before; each payout is still approved',
  'staff.end_dealing': 'takes away',
  'portfolio.end_tier': 'equity decides again',
  'clients.cancel_closure_of': 'everything stays as it is',
  'clients.reopen': 'the owner comes in by email, without the factors and roles of before',
  'clients.reset_second_factor':
    'the owner still needs the password, is notified, and payouts pause; who is let in so approves nothing for a week, and a new address takes other people',
  'clients.sign_out': 'takes away, and has to be fast',
  'clients.set_country': 'the client is notified; it follows from documents and moves no money',
  'clients.correct_person': 'the client is notified; a payout goes to destinations that the client confirms by email',
  'verification.assign': 'changes nothing',
  'verification.decide': 'the daily work of verification, by documents that the client sent; a level by hand takes two',
  'verification.confirm_phone': 'as verification.decide',
  'verification.request_document': 'asks the client',
  'verification.use_imported':
    'two people let the document in; it counts once it is decided on, as verification.decide',
  'verification.note_check': 'notes what was found; nothing is approved by it',
  'auth.issue_autologin': 'opens what staff may only look at: acts on money take the client’s own proof',
  'operator_api.issue_sign_in_link': 'of a key that two administrators approved',
  'operator_api.add_tag': 'words of staff',
  'operator_api.remove_tag': 'words of staff',
  'operator_api.add_note': 'words of staff',
  'operator_api.set_manager': 'as staff.set_manager',
  'operator_api.create_client': 'a client as after registration, without level and money',
  'operator_api.invite_client': 'an email to the client',
  'operator_api.correct_client': 'as clients.correct_person',
  'operator_api.set_country': 'as clients.set_country',
  'operator_api.report_check': 'a document for staff to decide on, and never for who answers for the key',
  'operator_api.open_account': 'as the client does; it is empty',
  'operator_api.report_deposit': 'requests; staff credit it, and never who answers for the key',
  'operator_api.request_adjustment': 'requests; payments.decide_adjustment takes another person',
  'support.open_ticket_for': 'words of staff',
  'operator_api.open_ticket': 'words of staff',
  'operator_api.reply_to_ticket': 'words of staff',
  'operator_api.write_to_client': 'words of staff',
  'operator_api.resolve_ticket': 'as support.resolve',
  'operator_api.create_article': 'words',
  'operator_api.save_article': 'words',
  'operator_api.set_category': 'words',
  'operator_api.set_content': 'words',
  'operator_api.publish_article': 'words',
  'operator_api.withdraw_article': 'words',
  'operator_api.create_draft': 'as ipo_staff.create',
  'operator_api.edit_draft': 'a draft; its announcement takes two',
  'operator_api.write_text_to_draft': 'words in a draft',
  'operator_api.set_prospectus': 'as ipo_staff.set_prospectus',
  'staff.start_impersonation': 'read-only',
  'clients.check_pin': 'identifies a caller; changes nothing',
  // Connections: nothing of one that moves money is in use before another person approves it, in the database too.
  'connections.list': 'changes nothing',
  'connections.create': 'a draft; connections.use takes two',
  'connections.edit': 'as connections.create: what is in use stays',
  'connections.test': 'reads; a secret goes only to the servers for which it was entered',
  'connections.switch_off':
    'takes away, and has to be fast; where it protects staff sign-in or compares clients with lists, connections.request_off asks another person',
  'connections.remove':
    'of one that was never in use, or takes one person to use; connections.request_removal asks another person',
  'connections.calls': 'changes nothing',
  'connections.events': 'changes nothing',
  'connections.replay': 'a handler changes nothing twice, and acts on what the provider says now',
  // Imports of clients.
  'imports.upload': 'rows of a file; no client is made of them before another person approves',
  'imports.add_file': 'a file of an import; it becomes no client’s before another person approves',
  'imports.check': 'changes no client',
  'imports.end': 'deletes the rows of a file; clients who were imported stay',
  'imports.invite': 'an email to clients whom two people had imported',
  // Keys.
  'operator.rotate_key': 'never one that issues sign-in links; as operator.create_key',
  'operator.take_over_key': 'as operator.create_key; what the key requested stays the former holder’s',
  'operator.limit_key': 'how often a key calls, not what it opens',
  'operator.revoke_key': 'takes away',
  'operator.create_webhook': 'sends facts of events, no secret, to a checked address',
  'operator.edit_webhook': 'as operator.create_webhook',
  'operator.rotate_webhook': 'its own secret',
  'operator.switch_webhook': 'as operator.create_webhook',
  'operator.remove_webhook': 'takes away',
  'operator.test_webhook': 'an invented event',
  'operator.send_again': 'an event that was sent',
  // Settings and words.
  'settings.stop_approval': 'takes away, and has to be fast; switching on again takes two people',
  'settings.save':
    'settings that the database does not protect: brand, wallets and currencies offered, trading accounts',
  'settings.store_email_password': 'is used only once two have approved its mail server',
  'settings.test_email': 'an email to the caller',
  'settings.add_picture': 'is shown only once a setting names it',
  'settings.add_font': 'is used only once a setting names it',
  'reasons.add': 'words',
  'reasons.write': 'words, in versions',
  'reasons.set_active': 'words',
  'reasons.order': 'words',
  'legal.create_draft': 'words in a draft',
  'legal.save': 'words in a draft',
  'legal.remove_text': 'words in a draft',
  'legal.discard': 'words in a draft',
  'legal.publish': 'words that clients are notified of and accept; no money follows from them',
  'articles.create': 'words',
  'articles.save': 'words',
  'articles.set_category': 'words',
  'articles.set_content': 'words',
  'articles.publish': 'words',
  'articles.withdraw': 'words',
  'articles.restore': 'words',
  'articles.import_paste': 'words',
  'support.assign': 'words',
  'support.snooze': 'words',
  'support.resolve': 'words',
  'support.reopen': 'words',
  'support.set_priority': 'words',
  'support.convert': 'words',
  'support.save_canned': 'words',
  'support.remove_canned': 'words',
  'support.presence': 'who is there',
  'support.save_settings': 'hours and response times',
  // Work.
  'staff.set_manager': 'names who answers for a client; gives no right',
  'jobs.try_again': 'delivers an event once more; its effects happen once',
  'jobs.try_all_again': 'as jobs.try_again',
  'demo.move_clock': 'in a demo only',
};

const reads = new Set<EndpointName>([
  'screening.list',
  'screening.hit',
  'screening.client',
  'clients.pin_state',
  'clients.risk_history',
  'staff.team',
  'auth.staff_identities',
  'staff.audit',
  'staff.security_log',
  'staff.audit_chain',
  'staff.client_tickets',
  'staff.client_sessions',
  'settings.list',
  'settings.history',
  'settings.approvers',
  'approvals.history',
  'payments.queue',
  'payments.queue_item',
  'payments.automatic_approval',
  'payments.client_ibans',
  'payments.bank_files',
  'payments.findings',
  'payments.find_wallets',
  'trading.stuck_transfers',
  'trading.mirrored_books',
  'reconciliation.arrivals',
  'reconciliation.summary',
  'reconciliation.trial_balance',
  'reconciliation.accounts',
  'reconciliation.postings',
  'reconciliation.methods',
  'reconciliation.runs',
  'reconciliation.run',
  'reconciliation.lines',
  'reconciliation.candidates',
  'imports.list',
  'imports.run',
  'imports.missing_files',
  'jobs.list',
  'jobs.events',
  'legal.staff_list',
  'legal.staff_show',
  'legal.consents',
  'ipo_staff.list',
  'ipo_staff.book',
  'ipo_staff.offering',
  'ipo_staff.preview',
  'ipo_staff.compare',
  'ipo_staff.manual_file',
  'support.inbox',
  'support.staff_room',
  'support.canned',
  'support.settings',
  'support.preview_settings',
  'verification.preview_levels',
  'verification.queue',
  'verification.case',
  'articles.staff_list',
  'articles.staff_show',
  'articles.versions',
  'notifications.log',
  'operator.keys',
  'operator.webhooks',
  'operator.deliveries',
]);

/** Refusals that only the engine has; test/refusals.test.ts compares what an endpoint names with what its code throws. */
const ofEngine = ['approvals.role_new', 'approvals.request_open', 'ipo_staff.request_open'];

const acts = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, { guard, route }]) => typeof guard === 'object' && route.startsWith('POST ') && !reads.has(name),
);
/** Acts that take two only for some of what they are about, and so stand above as well. */
const forSome = new Set<EndpointName>(['operator.take_over_key']);
const takesTwo = (name: EndpointName, { refusals = [] }: Endpoint) =>
  !forSome.has(name) && ofEngine.some((code) => (refusals as readonly string[]).includes(code));

describe('an act of staff', () => {
  it('takes two people, or it stands here why one is enough', () => {
    const undecided = acts.filter(([name, endpoint]) => !takesTwo(name, endpoint) && !onePerson[name]);
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  it('stands here only while one person does it', () => {
    const alone = new Set(acts.filter(([name, endpoint]) => !takesTwo(name, endpoint)).map(([name]) => name));
    expect(Object.keys(onePerson).filter((name) => !alone.has(name as EndpointName))).toEqual([]);
  });

  it('reads only where it is an endpoint of staff', () => {
    const found = [...reads].filter((name) => typeof (api as Record<string, Endpoint>)[name]?.guard !== 'object');
    expect(found).toEqual([]);
  });
});
