import { openBucketStandIn } from '#server/demo/stand-ins/s3/server.ts';

/** `npm run stand-in:s3 [port]`: for development. The settings with which Atrium uses it are printed; it forgets at its end. */
const { url, keys } = await openBucketStandIn({ port: Number(process.argv[2] ?? 4020) });
console.log(`FILE_STORE=s3
S3_ENDPOINT=${url}
S3_REGION=${keys.region}
S3_BUCKET=${keys.bucket}
S3_ACCESS_KEY=${keys.accessKey}
S3_SECRET_KEY=${keys.secretKey}`);
