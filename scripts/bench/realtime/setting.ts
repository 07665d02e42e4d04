/** Of this benchmark only. */
export const credentials = { appId: 'bench', key: 'key-of-the-benchmark', secret: 'secret of the benchmark' };

/** A chat message of ordinary length. */
export const event = { channel: 'private-room', name: 'message.new', text: 'x'.repeat(160) };
