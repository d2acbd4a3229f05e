import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../src/platform/files/s3-store.ts'

/** An S3-compatible server on this machine, with one bucket. */
export async function startTestS3(options: {
  bucket: string
  folder: string
  ignoresSignatures?: boolean
}): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It computes another signature than S3 does for a list of the bucket.
    allowMismatchedSignatures: options.ignoresSignatures ?? false,
    directory: options.folder,
    configureBuckets: [{ name: options.bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: options.bucket,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      region: 'us-east-1',
    },
    stop: () => server.close(),
  }
}
