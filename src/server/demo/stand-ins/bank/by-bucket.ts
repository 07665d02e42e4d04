import { Lies } from '../lies.ts';
import { openBucketStandIn, type BucketStandIn } from '../s3/server.ts';
import { Bank, reportLies, type ReportLie } from './bank.ts';
import { Books } from './books.ts';
import { startControl } from './control.ts';
import { standInAccounts } from './server.ts';

export interface BucketBank {
  bank: Bank;
  bucket: BucketStandIn;
  /** What a connection to it is entered with. */
  fields: Record<string, string>;
  /** Its page. */
  url: string;
  lies: Lies<ReportLie>;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  now?: () => Date;
  /** Whether an order is executed as soon as it is taken. */
  executes?: boolean;
}

/** The same bank, which reads and writes a bucket with the S3 interface in place of its own server. */
export async function startBucketBank({
  port = 0,
  now = () => new Date(),
  executes = true,
}: Options = {}): Promise<BucketBank> {
  const onArrival = async () => {
    await bank.collect();
    if (executes) bank.execute();
  };
  const bucket = await openBucketStandIn({ port, bucket: 'bank-files', onArrival });
  const lies = new Lies<ReportLie>();
  const bank = new Bank({
    books: new Books(standInAccounts, now),
    files: bucket.objects,
    lies,
    statements: 'camt.053',
    schemas: undefined,
  });
  const lie = (name: ReportLie, times = 1) => lies.tell(name, times);
  const control = await startControl({ bank, port: 0, lies: reportLies, lie });
  const { region, accessKey, secretKey } = bucket.keys;
  return {
    bank,
    bucket,
    fields: {
      address: `${bucket.url}/${bucket.keys.bucket}`,
      region,
      access_key: accessKey,
      secret_key: secretKey,
      orders_folder: 'in',
      reports_folder: 'out',
      credits_exact: 'true',
    },
    url: control.url,
    lies,
    async close() {
      await bucket.close();
      await control.close();
    },
  };
}
