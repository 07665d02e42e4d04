/** What a connection does for the product: one contract per port, which each of its adapters fulfils. */
export const portNames = [
  'payments',
  'payouts',
  'bank_files',
  'messages',
  'screening',
  'identity',
  'staff_sign_in',
] as const;
export type PortName = (typeof portNames)[number];

/** These move money, hold it back or let staff in: two people add them, change them, switch them on and remove them. */
export const portsOfTwo: readonly PortName[] = ['payments', 'payouts', 'bank_files', 'screening', 'staff_sign_in'];

/**
 * What an operator enters for an adapter. An `address` is that of a server, and its host may be called; a `stand_in` is
 * the same for a demo and for tests, and exists nowhere else. A `host` is the name of a server alone.
 */
export type AdapterField = (
  | { readonly kind: 'text' | 'address' | 'host' | 'number'; readonly optional?: true }
  | { readonly kind: 'flag' }
  | { readonly kind: 'stand_in' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
) & {
  /**
   * It says at which account of the provider the connection works. It stays once the connection was in use: what was begun
   * there is looked up there, and at another account it would be found missing and done again.
   */
  readonly account?: true;
};

/**
 * An adapter as its module declares it to the screens. Its texts are `connections.adapter_<name>` (its name) and
 * `connections.about_<name>` (where an operator finds what to enter); the label of a setting or a secret is
 * `connections.field_<field>`. A choice shows its values as the provider spells them.
 */
export interface AdapterTerms {
  readonly port: PortName;
  readonly settings: Readonly<Record<string, AdapterField>>;
  readonly secrets: Readonly<Record<string, { readonly optional?: true }>>;
  /** Whether the provider calls us; the screen then shows the address to enter there. */
  readonly hooks: boolean;
  /** The flag by which it protects something while it is on, or true where it always does: then turning it off takes two people as well. */
  readonly protects?: string | true;
  /** The flag by which its answers decide without staff; while it is set, two people put the connection into use. */
  readonly decides?: string;
  /** Its events are the proof of its payments, because it cannot be asked about one; they are kept as long as one may be disputed. */
  readonly keepsEvents?: true;
}

/** What becomes of an event of a provider. */
export const inboxStates = ['waiting', 'done', 'ignored', 'failed'] as const;
