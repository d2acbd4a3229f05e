import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { makeS3Client, type S3Settings } from '../../files/s3-store.ts'
import type { BackupTarget } from './target.ts'

/** A backup in a bucket of any S3-compatible store, below a prefix. */
export function s3Target(settings: S3Settings, prefix: string): BackupTarget {
  const client = makeS3Client(settings)
  const at = (name: string) => ({ Bucket: settings.bucket, Key: prefix + name })
  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.length }))
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(name)))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (fault) {
        if (fault instanceof S3ServiceException && fault.name === 'NoSuchKey') return undefined
        throw fault
      }
    },
    async list(namePrefix) {
      const names: string[] = []
      for (let isMore = true; isMore; ) {
        const after = names.at(-1)
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsCommand({
            Bucket: settings.bucket,
            Prefix: prefix + namePrefix,
            ...(after && { Marker: prefix + after }),
          }),
        )
        names.push(...Contents.flatMap(({ Key }) => Key?.slice(prefix.length) ?? []))
        isMore = IsTruncated === true && Contents.length > 0
      }
      return names.sort()
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
  }
}
