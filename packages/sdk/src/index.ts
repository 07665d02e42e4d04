export { Atrium, endpoints } from './generated/atrium.ts';
export { AtriumError, type FieldRefusal } from './refused.ts';
export type { AtriumOptions, CallOptions, Endpoint, Followed, Page, WriteOptions } from './connection.ts';
export { readWebhook, type ReceivedHeaders } from './webhooks.ts';
export type * from './generated/types.ts';
